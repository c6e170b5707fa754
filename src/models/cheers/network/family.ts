import { buildModel, inference, input } from '../../../graph'
import { defineNetwork } from '../../layers/define-network'
import { DUAL_FEATURES, similarities } from '../../layers/dual-encoder'
import { ENCODE_DECODE_PHASES } from '../../layers/family-training'
import { decodeStage, encodeStage, pairFrames } from '../../layers/pair-stages'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import { CHEERS_ENTITIES, CHEERS_PARTS, cheersNetwork as create } from './network'
import { CHEERS_INPUTS, cheersTraining } from './training'

/**
 * - phrase: ids int64 [n, 12] -> vectors [n, 64]
 * - compare: before, after, vectors [entities, 64] -> likeBefore, likeAfter [n, entities], for `retrieveEntities`
 * - see: before, after, entities int64 [n, 3, 12] -> changed, anything, memory
 * - speak: memory, words -> logits, hidden, looked (attention)
 */
const STAGES = ['phrase', 'compare', 'see', 'speak'] as const

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
        const similarityTo = (frame: typeof before) =>
          similarities(model.dual.images(frame, inference), vectors)
        return buildModel({ likeBefore: similarityTo(before), likeAfter: similarityTo(after) }, options)
      }
      case 'see': {
        const entities = input('entities', ['batch', CHEERS_ENTITIES, PHRASE_LENGTH], 'int64')
        const read = model.usesEntities ? entities : null
        return encodeStage(model.encode(before, after, read, inference), options)
      }
      case 'speak':
        return decodeStage(model.caption, model.keys, options)
    }
  },
})
