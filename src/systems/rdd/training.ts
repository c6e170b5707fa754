import { mul, trainingMode } from '../../graph'
import type { Parameter, Tensor, TrainingGraph } from '../../graph'
import { familyTraining, type SeeSpeakPhase } from '../blocks/family-training'
import { references } from '../blocks/pair'
import { captionLoss, sightLosses } from '../blocks/pair-losses'
import { PAIR_INPUTS, graphInputs } from '../blocks/training-inputs'
import type { InputSpecs } from '../blocks/training-inputs'
import type { Rdd, RddParts } from './model'
import { JOINED_LENGTH, alignmentLoss, meanVector } from './regularization'

export const RDD_INPUTS = {
  ...PAIR_INPUTS,
  /** Noun phrases of one reference joined by "and", filled up with padding. */
  nouns: ['int64', [JOINED_LENGTH]],
  verbs: ['int64', [JOINED_LENGTH]],
} as const satisfies InputSpecs

/** Of equation (16); the paper's are in its supplement, which is not public. */
const WEIGHTS = { nounsToObjects: 0.1, verbsToActions: 0.1 } as const
const TEMPERATURE = 0.07

/** Equation (16), with equation (15) over two references, and the losses of masks and aids that all families share. */
export function rddTraining(
  model: Rdd,
  parameters: readonly Parameter[],
  batch: number,
  parts: RddParts,
  phase: SeeSpeakPhase,
  accumulate: number,
): TrainingGraph {
  const mode = trainingMode()
  const given = graphInputs(RDD_INPUTS)
  const { seen, masks, objects, actions, memory } = model.see(given.before, given.after, mode)
  const terms: Record<string, Tensor> = { ...sightLosses(seen, masks, given) }
  if (phase === 'speak') {
    const spoken = model.caption(references(given.tokens), memory, mode, 2)
    terms.caption = captionLoss(spoken.logits, given.targets)
  }
  const align = (name: keyof typeof WEIGHTS, side: 'nouns' | 'verbs', vision: typeof objects): void => {
    if (model.attributes === null || !parts[name] || vision === null) return
    const language = model.attributes[side](given[side], mode)
    const loss = alignmentLoss(language, meanVector(vision), given[side], TEMPERATURE)
    terms[name] = mul(loss, WEIGHTS[name])
  }
  align('nounsToObjects', 'nouns', objects)
  align('verbsToActions', 'verbs', actions)
  return familyTraining({ terms, mode, parameters, batch, accumulate })
}
