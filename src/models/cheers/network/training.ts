import { add, mul, stopGradient, trainingMode } from '../../../graph'
import type { Tensor, TrainingGraph } from '../../../graph'
import { dualLoss } from '../../layers/dual-encoder'
import type { TrainingBuild } from '../../layers/define-network'
import { familyTraining } from '../../layers/family-training'
import type { EncodeDecodePhase } from '../../layers/family-training'
import { references } from '../../layers/pair-encoder'
import { captionLoss, encoderLosses } from '../../layers/pair-losses'
import { PAIR_INPUTS, PHRASE_INPUTS, PHRASE_LENGTH, graphInputs } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'
import type { CheersNetwork, CheersParts } from './network'
import { CHEERS_ENTITIES } from './network'

export const CHEERS_INPUTS = {
  ...PAIR_INPUTS,
  ...PHRASE_INPUTS,
  /** Retrieved for the pair from all subjects, by the dual encoder of the first phase. */
  entities: ['int64', [CHEERS_ENTITIES, PHRASE_LENGTH]],
} as const satisfies InputSpecs

/** Of equation (19), as the paper's. */
const WEIGHTS = { consistency: 0.75, contrast: 0.5 } as const

/**
 * Equation (19), with equation (18) over two references, and the losses of masks and aids that all families share.
 * The dual encoder is trained in the phase `see` and frozen in the phase `speak`.
 */
export function cheersTraining(
  model: CheersNetwork,
  { parameters, batch, phase, accumulate }: TrainingBuild<CheersParts, EncodeDecodePhase>,
): TrainingGraph {
  const mode = trainingMode()
  const inputs = graphInputs(CHEERS_INPUTS)
  const decodes = phase === 'speak'
  const entities = decodes && model.usesEntities ? inputs.entities : null
  const { pair, masks, memory, losses } = model.encode(inputs.before, inputs.after, entities, mode)
  const terms: Record<string, Tensor> = { ...encoderLosses(pair, masks, inputs) }
  const weights = { common: WEIGHTS.consistency, difference: WEIGHTS.consistency, contrast: WEIGHTS.contrast }
  for (const name of ['common', 'difference', 'contrast'] as const) {
    const each = losses.map((layer) => layer[name]).filter((loss) => loss !== undefined)
    if (each.length > 0) {
      terms[name] = mul(
        each.reduce((all, loss) => add(all, loss)),
        weights[name],
      )
    }
  }
  if (decodes) {
    const decoded = model.caption(references(inputs.tokens), memory, mode, 2)
    terms.caption = captionLoss(decoded.logits, inputs.targets)
  } else {
    const cells = [inputs.before, inputs.after].map((frame) => model.dual.images(frame, mode))
    const phrases = model.dual.phrases(inputs.entity, mode)
    terms.similarity = dualLoss(
      model.dual,
      cells[0],
      cells[1],
      phrases,
      inputs.entity,
      stopGradient(inputs.named),
    )
  }
  return familyTraining({
    terms,
    mode,
    parameters,
    batch,
    accumulate,
    parameterSets: { dual: { prefixes: ['dual.'], isTrained: !decodes } },
  })
}
