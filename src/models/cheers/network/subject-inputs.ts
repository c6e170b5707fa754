import { entityName, phraseTexts } from '../../../text/entities'
import { selectedEntities, writeIds } from '../../pair-data'
import type { EntitySearch, FillInputs, EncodePair } from '../../pair-data'
import { CHEERS_ENTITIES } from './network'

/** The subject of the first reference; it is named where it means something that changed. */
export const fillSubject: FillInputs = ({ entity, named }, { caption }, _other, { tokenizer }) => {
  const { subject } = phraseTexts(caption)
  if (subject === null) {
    return
  }
  writeIds(entity, tokenizer.encode(entityName(subject)))
  const isNamed = caption.spans.some(({ kind, regions }) => kind === 'subject' && regions.length > 0)
  if (named !== undefined) {
    named[0] = isNamed ? 1 : 0
  }
}

export const subjectSearch: EntitySearch = {
  from: 'subjects',
  count: CHEERS_ENTITIES,
  readBy: 'encode',
  select: (before, after) => retrieveEntities(before, after, { count: CHEERS_ENTITIES }),
}

/** Entities by the difference of their likeness to both frames, then the pair with them. */
export const encodeWithSubjects: EncodePair = async (run, frames, bank) => {
  const [n] = frames.before.shape
  const similarityTo = bank === null ? {} : await run('compare', { ...frames, vectors: bank.vectors })
  const entities = selectedEntities(subjectSearch, n, bank, similarityTo)
  const { changed, changedLogit, memory } = await run('encode', { ...frames, entities })
  return { changed, changedLogit, memory }
}

export interface RetrievalOptions {
  /** How many entities a pair gets. Default 3. */
  count?: number
  /**
   * The printed argmax of S_bef - S_aft prefers what disappears. Default false: the absolute difference, which finds
   * what appears as well.
   */
  signed?: boolean
}

/**
 * Equation (1) of CHEERS (Li et al. 2025): the entities whose likeness to the two frames differs most, of those that
 * are liker than the mean to one frame at least. Likenesses of all entities to one pair -> indices, best first; fewer
 * than `count` where not so many pass.
 */
export function retrieveEntities(
  before: ArrayLike<number>,
  after: ArrayLike<number>,
  { count = 3, signed = false }: RetrievalOptions = {},
): number[] {
  const [meanBefore, meanAfter] = [mean(before), mean(after)]
  const gap = (entity: number): number => {
    const difference = before[entity] - after[entity]
    return signed ? difference : Math.abs(difference)
  }
  return Array.from({ length: before.length }, (_, entity) => entity)
    .filter((entity) => before[entity] > meanBefore || after[entity] > meanAfter)
    .sort((a, b) => gap(b) - gap(a) || a - b)
    .slice(0, count)
}

function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) {
    sum += values[at]
  }
  return sum / values.length
}
