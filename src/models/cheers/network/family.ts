import { buildModel, inference, input, add, mul, stopGradient, trainingMode } from '../../../graph'
import { defineNetwork, decodeStage, encodeStage, pairFrames } from '../../layers/pair-network'
import {
  DUAL_FEATURES,
  groundingLoss,
  retrievalLoss,
  similarities,
  similarityGap,
} from '../../layers/dual-encoder'
import { ENCODE_DECODE_PHASES, familyTraining } from '../../layers/family-training'
import { PHRASE_LENGTH, PAIR_INPUTS, PHRASE_INPUTS, graphInputs } from '../../layers/training-inputs'
import { CHEERS_ENTITIES, CHEERS_PARTS, cheersNetwork as create } from './network'
import type { Tensor, TrainingGraph } from '../../../graph'
import type { TrainingBuild } from '../../layers/pair-network'
import type { EncodeDecodePhase } from '../../layers/family-training'
import { references } from '../../layers/pair-encoder'
import { captionLoss, encoderLosses } from '../../layers/pair-losses'
import type { InputSpecs } from '../../layers/training-inputs'
import type { CheersNetwork, CheersParts } from './network'

const CHEERS_INPUTS = {
  ...PAIR_INPUTS,
  ...PHRASE_INPUTS,
  /** Retrieved for the pair from all subjects, by the dual encoder of the first phase. */
  entities: ['int64', [CHEERS_ENTITIES, PHRASE_LENGTH]],
} as const satisfies InputSpecs

/** Of equation (19), as the paper's. */
const WEIGHTS = { consistency: 0.75, contrast: 0.5 } as const

/**
 * Equation (19), with equation (18) over two references, and the losses of masks and aids that all families share.
 * The dual encoder is trained in the phase `encode` and frozen in the phase `decode`.
 */
function cheersTraining(
  model: CheersNetwork,
  { parameters, batch, phase, accumulate }: TrainingBuild<CheersParts, EncodeDecodePhase>,
): TrainingGraph {
  const mode = trainingMode()
  const inputs = graphInputs(CHEERS_INPUTS)
  const decodes = phase === 'decode'
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
    const frames = model.dual.frames(pair)
    const phrases = model.dual.phrases(inputs.entity, mode)
    const targets = { phrases, ids: inputs.entity, named: stopGradient(inputs.named) }
    terms.retrieval = retrievalLoss(model.dual, similarityGap(frames, phrases), targets)
    terms.grounding = groundingLoss(model.dual, frames, inputs.masks, targets)
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

/**
 * - phrase: ids int64 [n, 12] -> vectors [n, 64]
 * - compare: before, after, vectors [entities, 64] -> likeBefore, likeAfter [n, entities], for `retrieveEntities`
 * - encode: before, after, entities int64 [n, 3, 12] -> changed, changedLogit, memory
 * - decode: memory, words -> logits, hidden, attention
 */
const STAGES = ['phrase', 'compare', 'encode', 'decode'] as const

export const cheersNetwork = defineNetwork({
  name: 'cheers',
  title: 'CHEERS',
  parts: CHEERS_PARTS,
  needs: ['correspondences', 'objects', 'entities'],
  phases: ENCODE_DECODE_PHASES,
  stages: STAGES,
  ablations: [
    { name: 'base', without: ['cre', 'dre', 'consistency', 'contrast', 'gate'] },
    { name: 'CRE', without: ['dre', 'consistency', 'contrast', 'gate'] },
    { name: 'DRE', without: ['cre', 'consistency', 'contrast', 'gate'] },
  ],
  inputs: CHEERS_INPUTS,
  create,
  training: cheersTraining,
  stageModel(model, stage, options) {
    const [before, after] = pairFrames()
    switch (stage) {
      case 'phrase': {
        const ids = input('ids', ['batch', PHRASE_LENGTH], 'int64')
        return buildModel({ vectors: model.dual.phrases(ids, inference) }, options)
      }
      case 'compare': {
        const vectors = input('vectors', ['entities', DUAL_FEATURES])
        const [likeBefore, likeAfter] = model.dual
          .frames(model.encodePair(before, after, inference))
          .map((tokens) => similarities(tokens, vectors))
        return buildModel({ likeBefore, likeAfter }, options)
      }
      case 'encode': {
        const entities = input('entities', ['batch', CHEERS_ENTITIES, PHRASE_LENGTH], 'int64')
        const read = model.usesEntities ? entities : null
        return encodeStage(model.encode(before, after, read, inference), options)
      }
      case 'decode':
        return decodeStage(model.caption, model.keys, options)
    }
  },
})
