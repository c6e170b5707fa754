import { mul, trainingMode } from '../../../graph'
import type { Parameter, Tensor, TrainingGraph } from '../../../graph'
import { dualLoss } from '../../layers/dual-encoder'
import { familyTraining, type EncodeDecodePhase } from '../../layers/family-training'
import { splitFrames } from '../../layers/token-grid'
import { references } from '../../layers/pair-encoder'
import { captionLoss, hasKnownMasks, encoderLosses } from '../../layers/pair-losses'
import { PAIR_INPUTS, PHRASE_INPUTS, PHRASE_LENGTH, graphInputs } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'
import { attentionLoss, smoothedMask } from './attention-control'
import { DAVIR_ENTITIES } from './network'
import type { DavirNetwork, DavirParts } from './network'
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
 * is trained in the phase `see` and frozen in the phase `speak`.
 */
export function davirTraining(
  model: DavirNetwork,
  parameters: readonly Parameter[],
  batch: number,
  parts: DavirParts,
  phase: EncodeDecodePhase,
  accumulate: number,
): TrainingGraph {
  const mode = trainingMode()
  const inputs = graphInputs(DAVIR_INPUTS)
  const { pair, masks, attention, patches } = model.encode(inputs.before, inputs.after, mode)
  const soft = smoothedMask(inputs.masks)
  const terms: Record<string, Tensor> = { ...encoderLosses(pair, masks, inputs) }
  if (parts.attentionControl)
    terms.attention = mul(attentionLoss(attention, soft, hasKnownMasks(inputs)), ATTENTION_WEIGHT)
  if (phase === 'speak') {
    const memory = model.prompt(patches, parts.entityPrompt ? inputs.entities : null, mode)
    const decoded = model.caption(references(inputs.tokens), memory, mode, 2)
    terms.caption = captionLoss(decoded.logits, inputs.targets)
  } else if (parts.entityPrompt) {
    const shown = splitFrames(soft).map((mask, at) =>
      maskedFrames(at === 0 ? inputs.before : inputs.after, mask),
    )
    const [before, after] = shown.map((frame) => model.dual.images(frame, mode))
    const phrases = model.dual.phrases(inputs.entity, mode)
    terms.similarity = dualLoss(model.dual, before, after, phrases, inputs.entity, inputs.named)
  }
  return familyTraining({
    terms,
    mode,
    parameters,
    batch,
    accumulate,
    parameterSets: { dual: { prefixes: ['dual.'], learns: phase === 'see' } },
  })
}
