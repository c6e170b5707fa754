import { add, mul, stopGradient, trainingMode } from '../../graph'
import type { Parameter, Tensor, TrainingGraph } from '../../graph'
import { dualLoss } from '../blocks/dual-encoder'
import { familyTraining, type SeeSpeakPhase } from '../blocks/family-training'
import { references } from '../blocks/pair'
import { captionLoss, sightLosses } from '../blocks/pair-losses'
import { PAIR_INPUTS, PHRASE_INPUTS, PHRASE_LENGTH, graphInputs } from '../blocks/training-inputs'
import type { InputSpecs } from '../blocks/training-inputs'
import type { Cheers } from './model'
import { CHEERS_ENTITIES } from './model'

export const CHEERS_INPUTS = {
  ...PAIR_INPUTS,
  ...PHRASE_INPUTS,
  /** Retrieved for the pair from all subjects, by what the first phase has learned. */
  entities: ['int64', [CHEERS_ENTITIES, PHRASE_LENGTH]],
} as const satisfies InputSpecs

/** Of equation (19), as the paper's. */
const WEIGHTS = { consistency: 0.75, contrast: 0.5 } as const

/**
 * Equation (19), with equation (18) over two references, and the losses of masks and aids that all families share.
 * The dual encoder learns which phrase belongs to which pair while seeing, and is left as it is while speaking.
 */
export function cheersTraining(
  model: Cheers,
  parameters: readonly Parameter[],
  batch: number,
  phase: SeeSpeakPhase,
  accumulate: number,
): TrainingGraph {
  const mode = trainingMode()
  const given = graphInputs(CHEERS_INPUTS)
  const speaks = phase === 'speak'
  const entities = speaks && model.readsEntities ? given.entities : null
  const { seen, masks, memory, losses } = model.see(given.before, given.after, entities, mode)
  const terms: Record<string, Tensor> = { ...sightLosses(seen, masks, given) }
  const weights = { common: WEIGHTS.consistency, difference: WEIGHTS.consistency, contrast: WEIGHTS.contrast }
  for (const name of ['common', 'difference', 'contrast'] as const) {
    const each = losses.map((layer) => layer[name]).filter((loss) => loss !== undefined)
    if (each.length > 0)
      terms[name] = mul(
        each.reduce((all, loss) => add(all, loss)),
        weights[name],
      )
  }
  if (speaks) {
    const spoken = model.caption(references(given.tokens), memory, mode, 2)
    terms.caption = captionLoss(spoken.logits, given.targets)
  } else {
    const cells = [given.before, given.after].map((frame) => model.dual.images(frame, mode))
    const phrases = model.dual.phrases(given.entity, mode)
    terms.similarity = dualLoss(
      model.dual,
      cells[0],
      cells[1],
      phrases,
      given.entity,
      stopGradient(given.named),
    )
  }
  return familyTraining({
    terms,
    mode,
    parameters,
    batch,
    accumulate,
    apart: { dual: { prefixes: ['dual.'], learns: !speaks } },
  })
}
