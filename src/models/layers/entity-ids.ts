import type { EntityBank, EntitySearch, StageData } from '../pair-data'
import { PAD, PHRASE_LENGTH } from './training-inputs'

/** Ids at the beginning, padding behind; what does not fit is left out. */
export function writeIds(out: Float32Array | BigInt64Array | undefined, ids: readonly number[]): void {
  if (!(out instanceof BigInt64Array)) {
    return
  }
  out.fill(BigInt(PAD))
  ids.slice(0, out.length).forEach((id, at) => (out[at] = BigInt(id)))
}

/** The chosen entities of one pair, end to end: `count` x 12 ids. */
export function writeEntities(
  out: BigInt64Array,
  chosen: readonly number[],
  ids: EntityBank['ids'],
  count: number,
): void {
  for (let index = 0; index < count; index++) {
    const own = out.subarray(index * PHRASE_LENGTH, (index + 1) * PHRASE_LENGTH)
    const entity = chosen.at(index)
    writeIds(own, entity === undefined ? [] : ids[entity])
  }
}

/** Similarities [n, entities] to both frames -> the input `entities` int64 [n, count, 12]; padding where there is no bank. */
export function selectedEntities(
  { count, select }: EntitySearch,
  n: number,
  bank: EntityBank | null,
  similarities: Readonly<Record<string, StageData>>,
): StageData {
  const data = new BigInt64Array(n * count * PHRASE_LENGTH)
  const shape = [n, count, PHRASE_LENGTH]
  if (bank === null || bank.ids.length === 0) {
    return { data, shape }
  }
  const entities = bank.ids.length
  for (let item = 0; item < n; item++) {
    const [before, after] = [similarities.likeBefore, similarities.likeAfter].map((all) =>
      Array.from(all.data.subarray(item * entities, (item + 1) * entities), Number),
    )
    const size = count * PHRASE_LENGTH
    writeEntities(data.subarray(item * size, (item + 1) * size), select(before, after), bank.ids, count)
  }
  return { data, shape }
}
