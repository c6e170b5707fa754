import { buildModel, inference, input } from '../../../graph'
import { pairFrames, encodeStage, decodeStage } from '../../layers/pair-stages'
import { DUAL_FEATURES, similarities } from '../../layers/dual-encoder'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import { ENCODE_DECODE_PHASES } from '../../layers/family-training'
import { familyParameters } from '../../layers/encoder-parameters'
import { oneOf, partsWithout } from '../../family'
import type { Family } from '../../family'
import { CHEERS_ENTITIES, CHEERS_PARTS, cheersNetwork as build } from './network'
import { fillSubject, encodeWithSubjects, subjectSearch } from './subject-inputs'
import { CHEERS_INPUTS, cheersTraining } from './training'

/**
 * - phrase: ids int64 [n, 12] -> vectors [n, 64]
 * - compare: before, after, vectors [entities, 64] -> likeBefore, likeAfter [n, entities], for `retrieveEntities`
 * - see: before, after, entities int64 [n, 3, 12] -> changed, anything, memory
 * - speak: memory, words -> logits, hidden, looked (attention)
 */
const STAGES = ['phrase', 'compare', 'see', 'speak'] as const

export const cheers: Family = {
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
  use: {
    summary: 'Looks for the things that it knows by name, and says what differs with their help (CHEERS).',
    fill: fillSubject,
    entities: subjectSearch,
    encode: encodeWithSubjects,
  },
  build(sizes, without = []) {
    const parts = partsWithout(CHEERS_PARTS, without)
    const p = familyParameters(sizes)
    const model = build(p, sizes.words, parts)
    const parameters = p.list()
    const names = ENCODE_DECODE_PHASES.map(({ name }) => name)
    return {
      parameters,
      inputs: CHEERS_INPUTS,
      training: (batch, phase, accumulate = 1) =>
        cheersTraining(model, parameters, batch, oneOf(names, phase, 'phase'), accumulate),
      stage(stage, values, fixed = {}) {
        const name = oneOf(STAGES, stage, 'stage')
        const options = { name: `cheers-${name}`, values, sizes: fixed }
        const [before, after] = pairFrames()
        switch (name) {
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
            const read = model.readsEntities ? entities : null
            return encodeStage(model.encode(before, after, read, inference), options)
          }
          case 'speak':
            return decodeStage(model.caption, model.keys, options)
        }
      },
    }
  },
}
