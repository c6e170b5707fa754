import { decayGroups, muon } from '../../graph'
import type { Parameter, ParameterGroup } from '../../graph'

/** The optimiser that all families share. */
export const optimizer = muon({ betas: [0.9, 0.99] })

const DECAY = 0.02
/**
 * Learning rate of matrices over that of all else. From nothing, 6,400 views of a pair in CCRC's graph: 4 reached the
 * loss that AdamW reaches after 12,000, and 8 was ahead of 4.
 */
const MATRIX_RATE = 8
/** A matrix of fewer rows or columns reads out a few figures, or is a low-rank part. */
const MIN_MATRIX_SIDE = 16

/** Matrices, what else decays, and vectors. */
export function parameterGroups(): [ParameterGroup, ParameterGroup, ParameterGroup] {
  const [weights, vectors] = decayGroups(DECAY)
  return [
    { name: 'matrices', matches: isMatrix, decay: DECAY, rate: MATRIX_RATE, matrices: true },
    weights,
    vectors,
  ]
}

/** Whether it stands between layers: tables of words and places and what chooses words are not of the kind. */
function isMatrix({ shape, source: { name } }: Parameter): boolean {
  const length = shape.reduce((product, size) => product * size, 1)
  return (
    shape.length > 1 &&
    name.endsWith('.weight') &&
    !/(^|\.)(words|caption\.output)\.weight$/.test(name) &&
    Math.min(shape[0], length / shape[0]) >= MIN_MATRIX_SIDE
  )
}
