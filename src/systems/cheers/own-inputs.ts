import { entityName, phraseTexts } from '../../text/entities'
import { chosenEntities, writeIds } from '../blocks/entity-ids'
import type { EntitySearch, FillInputs, Look } from '../sample'
import { CHEERS_ENTITIES } from './model'
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
  choose: (before, after) => retrieveEntities(before, after, { count: CHEERS_ENTITIES }),
}

/** Entities by the difference of their likeness to both frames, then the pair with them. */
export const lookWithSubjects: Look = async (run, frames, bank) => {
  const [n] = frames.before.shape
  const like = bank === null ? {} : await run('compare', { ...frames, vectors: bank.vectors })
  const entities = chosenEntities(subjectSearch, n, bank, like)
  const { changed, anything, memory } = await run('see', { ...frames, entities })
  return { changed, anything, memory }
}
