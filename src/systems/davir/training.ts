import { mul, trainingMode } from '../../graph'
import type { Parameter, Tensor, TrainingGraph } from '../../graph'
import { dualLoss } from '../blocks/dual-encoder'
import { familyTraining, type SeeSpeakPhase } from '../blocks/family-training'
import { frames } from '../blocks/layout'
import { references } from '../blocks/pair'
import { captionLoss, markedPairs, sightLosses } from '../blocks/pair-losses'
import { PAIR_INPUTS, PHRASE_INPUTS, PHRASE_LENGTH, graphInputs } from '../blocks/training-inputs'
import type { InputSpecs } from '../blocks/training-inputs'
import { attentionLoss, smoothedMask } from './attention-control'
import { DAVIR_ENTITIES } from './model'
import type { Davir, DavirParts } from './model'
import { maskedFrames } from './prompt'

export const DAVIR_INPUTS = {
  ...PAIR_INPUTS,
  ...PHRASE_INPUTS,
  /** Those that the changed regions of each frame are most like, by what the first phase has learned. */
  entities: ['int64', [DAVIR_ENTITIES, PHRASE_LENGTH]],
} as const satisfies InputSpecs

/** Lambda of equation (12), as the paper's. */
const ATTENTION_WEIGHT = 0.1

/**
 * Equation (12), over two references, and the losses of masks and aids that all families share. The dual encoder
 * learns which phrase belongs to which region while seeing, and is left as it is while speaking.
 */
export function davirTraining(
  model: Davir,
  parameters: readonly Parameter[],
  batch: number,
  parts: DavirParts,
  phase: SeeSpeakPhase,
  accumulate: number,
): TrainingGraph {
  const mode = trainingMode()
  const given = graphInputs(DAVIR_INPUTS)
  const { seen, masks, attention, patches } = model.look(given.before, given.after, mode)
  const soft = smoothedMask(given.masks)
  const terms: Record<string, Tensor> = { ...sightLosses(seen, masks, given) }
  if (parts.attentionControl)
    terms.attention = mul(attentionLoss(attention, soft, markedPairs(given)), ATTENTION_WEIGHT)
  if (phase === 'speak') {
    const memory = model.prompt(patches, parts.entityPrompt ? given.entities : null, mode)
    const spoken = model.caption(references(given.tokens), memory, mode, 2)
    terms.caption = captionLoss(spoken.logits, given.targets)
  } else if (parts.entityPrompt) {
    const shown = frames(soft).map((mask, at) => maskedFrames(at === 0 ? given.before : given.after, mask))
    const [before, after] = shown.map((frame) => model.dual.images(frame, mode))
    const phrases = model.dual.phrases(given.entity, mode)
    terms.similarity = dualLoss(model.dual, before, after, phrases, given.entity, given.named)
  }
  return familyTraining({
    terms,
    mode,
    parameters,
    batch,
    accumulate,
    apart: { dual: { prefixes: ['dual.'], learns: phase === 'see' } },
  })
}
