import { buildModel, inference, input } from '../../../graph/index'
import { DUAL_FEATURES, similarities } from '../../layers/dual-encoder'
import { splitFrames } from '../../layers/token-grid'
import { ENCODE_DECODE_PHASES } from '../../layers/family-training'
import { familyParameters } from '../../layers/encoder-parameters'
import { pairFrames, decodeStage } from '../../layers/pair-stages'
import { CHANNELS, MASK_SIDE } from '../../layers/sizes'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import { oneOf, partsWithout } from '../../family'
import type { Family } from '../../family'
import { smoothedMask, DAVIR_INPUTS, davirTraining } from './training'
import { DAVIR_ENTITIES, DAVIR_PARTS, DAVIR_PATCHES, davirNetwork as build } from './network'
import { maskedFrames, matchingEntities } from './prompt'
import { entityName, phraseTexts } from '../../../text/entities'
import { selectedEntities, writeIds } from '../../layers/entity-ids'
import type { EntitySearch, FillInputs, EncodePair, SampleCaption, StageData } from '../../pair-data'

/** A noun phrase of the first reference: one that means something that changed, where there is one. */
const fillNoun: FillInputs = ({ entity, named }, { caption }, _other, { tokenizer, random }) => {
  const meant = changedPhrases(caption)
  const phrases = meant.length > 0 ? meant : phraseTexts(caption).nouns
  const phrase = phrases.at(Math.floor(random() * phrases.length))
  if (phrase === undefined) {
    return
  }
  writeIds(entity, tokenizer.encode(entityName(phrase)))
  if (named !== undefined) {
    named[0] = meant.length > 0 ? 1 : 0
  }
}

function changedPhrases({ text, spans }: SampleCaption): string[] {
  return spans
    .filter(({ kind, regions }) => kind === 'noun' && regions.length > 0)
    .map(({ start, end }) => text.slice(start, end))
}

const nounSearch: EntitySearch = {
  from: 'nouns',
  count: DAVIR_ENTITIES,
  readBy: 'prompt',
  predictMasks: async (run, frames) => probabilities((await run('look', frames)).changed),
  select: (before, after) => matchingEntities(before, after),
}

/** Masks, its own or those that a person marked, then the entities that the masked frames are most like, then the prompt. */
const encodeThenPrompt: EncodePair = async (run, frames, bank, marked) => {
  const { changed, anything, patches } = await run('look', frames)
  const masks = marked ?? probabilities(changed)
  const similarityTo = bank === null ? {} : await run('compare', { ...frames, masks, vectors: bank.vectors })
  const entities = selectedEntities(nounSearch, frames.before.shape[0], bank, similarityTo)
  const { memory } = await run('prompt', { patches, entities })
  return { changed, changedLogit: anything, memory }
}

function probabilities({ data, shape }: StageData): StageData {
  const values = Array.from(data, Number)
  return { data: Float32Array.from(values, (logit) => 1 / (1 + Math.exp(-logit))), shape }
}

/**
 * - phrase: ids int64 [n, 12] -> vectors [n, 64]
 * - look: before, after -> changed [n, 2, 128, 128], anything [n] (logits), attention [2 n, 256], patches [n, 322, 128]
 * - compare: before, after, masks [n, 2, 128, 128] in 0..1, vectors [entities, 64] -> likeBefore, likeAfter
 *   [n, entities], for `matchingEntities`
 * - prompt: patches, entities int64 [n, 2, 12] -> memory
 * - speak: memory, words -> logits, hidden, looked
 */
const STAGES = ['phrase', 'look', 'compare', 'prompt', 'speak'] as const

export const davir: Family = {
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
  use: {
    summary: 'Looks at what changed, names it, and says it prompted by these names (DAVIR).',
    fill: fillNoun,
    entities: nounSearch,
    encode: encodeThenPrompt,
    readsMasks: ({ without, entities }) => !without.includes('entityPrompt') && entities.length > 0,
  },
  build(sizes, without = []) {
    const parts = partsWithout(DAVIR_PARTS, without)
    const p = familyParameters(sizes)
    const model = build(p, sizes.words, parts)
    const parameters = p.list()
    const names = ENCODE_DECODE_PHASES.map(({ name }) => name)
    return {
      parameters,
      inputs: DAVIR_INPUTS,
      training: (batch, phase, accumulate = 1) =>
        davirTraining(model, parameters, batch, parts, oneOf(names, phase, 'phase'), accumulate),
      stage(stage, values, fixed = {}) {
        const name = oneOf(STAGES, stage, 'stage')
        const options = { name: `davir-${name}`, values, sizes: fixed }
        const [before, after] = pairFrames()
        switch (name) {
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
    }
  },
}
