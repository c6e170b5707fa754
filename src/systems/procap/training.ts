import { expand, integers, mul, reshape, trainingMode } from '../../graph'
import type { Mode, Parameter, Tensor, TrainingGraph } from '../../graph'
import { familyTraining } from '../blocks/family-training'
import { references } from '../blocks/pair'
import { captionLoss, sightLosses } from '../blocks/pair-losses'
import { CAPTION_LENGTH, IMAGE_SIDE } from '../blocks/sizes'
import { PAD, PAIR_INPUTS, graphInputs } from '../blocks/training-inputs'
import type { Given, InputSpecs } from '../blocks/training-inputs'
import { PROCEDURE_WEIGHTS, alignmentLoss, orderLoss, reconstructionLoss } from './losses'
import { PROCEDURE_FRAMES } from './model'
import type { Procap, ProcapParts } from './model'
import { CELLS, CODES } from './tokenizer'

export const PROCAP_INPUTS = {
  ...PAIR_INPUTS,
  /** First frame, two between, last frame; in a quarter of the pairs another order, another frame, colour or place. */
  sequence: ['float32', [PROCEDURE_FRAMES, 3, IMAGE_SIDE, IMAGE_SIDE]],
  /** 1 where the sequence is as it was. */
  ordered: ['float32', []],
  /** 1 for each hidden cell; see `hiddenTokens`. */
  hidden: ['float32', [PROCEDURE_FRAMES * CELLS]],
  /** A caption of this pair, or of another one. */
  reading: ['int64', [CAPTION_LENGTH]],
  /** 1 where it is this pair's. */
  belongs: ['float32', []],
} as const satisfies InputSpecs

/** First to see and to name cells by codes, then to complete procedures, then to speak from pairs alone. */
export const PROCAP_PHASES = [
  { name: 'see', share: 0.15 },
  { name: 'procedure', share: 0.25 },
  { name: 'speak', share: 0.6 },
] as const
export type ProcapPhase = (typeof PROCAP_PHASES)[number]['name']

type ProcapGiven = Given<typeof PROCAP_INPUTS>

/**
 * L_PRO in the second phase, the captions' likelihood over two references in the third, and the losses of masks and
 * aids that all families share in the first and the third. Without `procedure` the second phase is as the third.
 */
export function procapTraining(
  model: Procap,
  parameters: readonly Parameter[],
  batch: number,
  parts: ProcapParts,
  phase: ProcapPhase,
  accumulate: number,
): TrainingGraph {
  const mode = trainingMode()
  const given = graphInputs(PROCAP_INPUTS)
  const isProcedure = phase === 'procedure' && parts.procedure
  const terms: Record<string, Tensor> = {}
  if (isProcedure) {
    Object.assign(terms, procedureTerms(model, given, parts, mode))
  } else {
    const { seen, masks, memory } = model.see(given.before, given.after, silenceOf('batch'), mode)
    Object.assign(terms, sightLosses(seen, masks, given))
    if (phase !== 'see') {
      const spoken = model.caption(references(given.tokens), memory, mode, 2)
      terms.caption = captionLoss(spoken.logits, given.targets)
    } else if (parts.procedure) {
      terms.codes = model.tokenizer.loss(given.before, mode)
    }
  }
  return familyTraining({
    terms,
    mode,
    parameters,
    batch,
    accumulate,
    apart: { tokenizer: { prefixes: ['tokenizer.'], learns: phase === 'see' } },
  })
}

function procedureTerms(
  { tokenizer, reconstruct }: Procap,
  given: ProcapGiven,
  parts: ProcapParts,
  mode: Mode,
): Record<string, Tensor> {
  const { sequence, hidden, reading, belongs, ordered } = given
  const found = reconstruct(sequence, hidden, reading, mode)
  const single = tokenizer.codes(reshape(sequence, [-1, 3, IMAGE_SIDE, IMAGE_SIDE]), mode)
  const codes = reshape(single, [-1, PROCEDURE_FRAMES * CELLS, CODES])
  const { reconstruction, alignment, order } = PROCEDURE_WEIGHTS
  const counts = mul(belongs, ordered)
  return {
    reconstruction: mul(reconstructionLoss(found.codes, codes, hidden, counts), reconstruction),
    ...(parts.alignment && { alignment: mul(alignmentLoss(found.belongs, belongs, hidden), alignment) }),
    ...(parts.order && { order: mul(orderLoss(found.ordered, ordered), order) }),
  }
}

/** Padding in every text slot: int64 [n, 28]. */
export function silenceOf(n: Tensor['shape'][number]): Tensor {
  return expand(integers([PAD], [1, 1]), [n, CAPTION_LENGTH])
}
