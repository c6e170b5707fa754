import { changedNames, entityHits } from '../../encode-decode/trainer/entity-hits'
import type { MeasureContributions } from '../../encode-decode/trainer/contributions'
import { rowsOf } from '../../pair-data'
import { subjectSearch } from '../network/subject-inputs'

/** Share of changed pairs whose retrieved entities contain the subject of one of their captions. */
export const cheersContributions: MeasureContributions = async ({ run, bank, entities, batches }) => {
  if (bank === null || entities.length === 0) {
    return {}
  }
  const retrieved: (readonly number[])[] = []
  const changed: ReadonlySet<string>[] = []
  for await (const { pairs, inputs } of batches(['before', 'after'])) {
    const { likeBefore, likeAfter } = await run('compare', { ...inputs, vectors: bank.vectors })
    const [before, after] = [rowsOf(likeBefore), rowsOf(likeAfter)]
    pairs.forEach((pair, item) => {
      retrieved.push(subjectSearch.select(before[item], after[item]))
      changed.push(changedNames(pair, 'subjects'))
    })
  }
  const found = entityHits(entities, retrieved, changed, subjectSearch.count)
  return found === null ? {} : { 'changed subject retrieved': found }
}
