import { buildModel, inference, input } from '../../../graph'
import { defineNetwork } from '../../layers/define-network'
import { DUAL_FEATURES, similarities } from '../../layers/dual-encoder'
import { ENCODE_DECODE_PHASES } from '../../layers/family-training'
import { decodeStage, pairFrames } from '../../layers/pair-stages'
import { CHANNELS, MASK_SIDE } from '../../layers/sizes'
import { splitFrames } from '../../layers/token-grid'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import { DAVIR_ENTITIES, DAVIR_PARTS, DAVIR_PATCHES, davirNetwork as create } from './network'
import { maskedFrames } from './prompt'
import { DAVIR_INPUTS, davirTraining, smoothedMask } from './training'

/**
 * - phrase: ids int64 [n, 12] -> vectors [n, 64]
 * - look: before, after -> changed [n, 2, 128, 128], anything [n] (logits), attention [2 n, 256], patches [n, 322, 128]
 * - compare: before, after, masks [n, 2, 128, 128] in 0..1, vectors [entities, 64] -> likeBefore, likeAfter
 *   [n, entities], for `matchingEntities`
 * - prompt: patches, entities int64 [n, 2, 12] -> memory
 * - speak: memory, words -> logits, hidden, looked
 */
const STAGES = ['phrase', 'look', 'compare', 'prompt', 'speak'] as const

export const davirNetwork = defineNetwork({
  name: 'davir',
  title: 'DAVIR',
  parts: DAVIR_PARTS,
  needs: ['correspondences', 'objects', 'entities'],
  phases: ENCODE_DECODE_PHASES,
  stages: STAGES,
  ablations: [
    { name: 'none', without: ['attentionControl', 'entityPrompt'] },
    { name: 'EPC', without: ['attentionControl'] },
    { name: 'FAC', without: ['entityPrompt'] },
  ],
  inputs: DAVIR_INPUTS,
  create,
  training: davirTraining,
  stageModel(model, stage, options, parts) {
    const [before, after] = pairFrames()
    switch (stage) {
      case 'phrase': {
        const ids = input('ids', ['batch', PHRASE_LENGTH], 'int64')
        return buildModel({ vectors: model.dual.phrases(ids, inference) }, options)
      }
      case 'look': {
        const { masks, attention, patches } = model.encode(before, after, inference)
        return buildModel(
          { changed: masks.changed, anything: masks.changedLogit, attention, patches },
          options,
        )
      }
      case 'compare': {
        const vectors = input('vectors', ['entities', DUAL_FEATURES])
        const masks = input('masks', ['batch', 2, MASK_SIDE, MASK_SIDE])
        const [likeBefore, likeAfter] = splitFrames(smoothedMask(masks)).map((mask, at) =>
          similarities(model.dual.images(maskedFrames([before, after][at], mask), inference), vectors),
        )
        return buildModel({ likeBefore, likeAfter }, options)
      }
      case 'prompt': {
        const patches = input('patches', ['batch', DAVIR_PATCHES, CHANNELS.model])
        const entities = input('entities', ['batch', DAVIR_ENTITIES, PHRASE_LENGTH], 'int64')
        const read = parts.entityPrompt ? entities : null
        return buildModel({ memory: model.prompt(patches, read, inference) }, options)
      }
      case 'speak':
        return decodeStage(model.caption, model.keys, options)
    }
  },
})
