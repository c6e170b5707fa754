import { entityName, phraseTexts } from '../../../text/entities'
import { selectedEntities, writeIds } from '../../layers/entity-ids'
import type { EntitySearch, FillInputs, EncodePair } from '../../pair-data'
import { CHEERS_ENTITIES } from './network'
import { retrieveEntities } from './retrieval'

/** The subject of the first reference; it is named where it means something that changed. */
export const fillSubject: FillInputs = ({ entity, named }, { caption }, _other, { tokenizer }) => {
  const { subject } = phraseTexts(caption)
  if (subject === null) return
  writeIds(entity, tokenizer.encode(entityName(subject)))
  const isNamed = caption.spans.some(({ kind, regions }) => kind === 'subject' && regions.length > 0)
  if (named !== undefined) named[0] = isNamed ? 1 : 0
}

export const subjectSearch: EntitySearch = {
  from: 'subjects',
  count: CHEERS_ENTITIES,
  readBy: 'see',
  select: (before, after) => retrieveEntities(before, after, { count: CHEERS_ENTITIES }),
}

/** Entities by the difference of their likeness to both frames, then the pair with them. */
export const encodeWithSubjects: EncodePair = async (run, frames, bank) => {
  const [n] = frames.before.shape
  const similarityTo = bank === null ? {} : await run('compare', { ...frames, vectors: bank.vectors })
  const entities = selectedEntities(subjectSearch, n, bank, similarityTo)
  const { changed, anything, memory } = await run('see', { ...frames, entities })
  return { changed, changedLogit: anything, memory }
}
