import { entityName, phraseTexts } from '../../../text/entities'
import { selectedEntities, writeIds } from '../../pair-data'
import type { EncodePair, EntitySearch, FillInputs, SampleCaption, StageData } from '../../pair-data'
import { DAVIR_ENTITIES } from './network'
import { matchingEntities } from './prompt'
import { sigmoid } from '../../../basics/numbers'

/** A noun phrase of the first reference: one that means something that changed, where there is one. */
export const fillNoun: FillInputs = ({ entity, named }, { caption }, _other, { tokenizer, random }) => {
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

export const nounSearch: EntitySearch = {
  from: 'nouns',
  count: DAVIR_ENTITIES,
  readBy: 'prompt',
  predictMasks: async (run, frames) => probabilities((await run('encode', frames)).changed),
  select: (before, after) => matchingEntities(before, after),
}

/** Masks, its own or those that a user marked, then the entities that the masked frames are most like, then the prompt. */
export const encodeThenPrompt: EncodePair = async (run, frames, bank, marked) => {
  const { changed, changedLogit, patches } = await run('encode', frames)
  const masks = marked ?? probabilities(changed)
  const similarityTo = bank === null ? {} : await run('compare', { ...frames, masks, vectors: bank.vectors })
  const entities = selectedEntities(nounSearch, frames.before.shape[0], bank, similarityTo)
  const { memory } = await run('prompt', { patches, entities })
  return { changed, changedLogit, memory }
}

/** Logits -> 0..1. */
export function probabilities({ data, shape }: StageData): StageData {
  const values = Array.from(data, Number)
  return { data: Float32Array.from(values, sigmoid), shape }
}
