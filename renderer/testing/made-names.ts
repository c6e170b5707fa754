import type { NameList } from '../../src/contract/names'
import { UNNAMED } from '../../src/domain/document'
import type { PairDocument } from '../../src/domain/document'
import type { RegionName } from '../../src/domain/region-name'
import { unrejectedRegions } from '../../src/domain/review'
import type { MadeHandlers } from './made-answers'
import { madeQueue } from './made-project'

/** What a region was named by: a car that came, seen in the after image. */
export function madeName(change: Partial<RegionName> = {}): RegionName {
  return {
    word: 'car',
    score: 0.62,
    kind: 'appeared',
    seen: { frame: 'after', box: { x: 10, y: 6, width: 12, height: 12 } },
    why: 'car seen in the after image (score 0.62); 90 % of its box changed; the before image shows none there',
    others: [
      { word: 'truck', score: 0.41 },
      { word: 'bus', score: 0.12 },
    ],
    ...change,
  }
}

export function namesIn(document: PairDocument): Set<string> {
  return new Set(unrejectedRegions(document).map(({ category }) => category))
}

/** Behind all others where nothing has one. */
export function firstName(document: PairDocument): string {
  return [...namesIn(document)].filter((name) => name !== UNNAMED).sort()[0] ?? '\uffff'
}

export function categoryCounts(
  documents: readonly PairDocument[],
): { category: string; pairCount: number }[] {
  const names = documents.map(namesIn)
  return [...new Set(names.flatMap((set) => [...set]))]
    .map((category) => ({ category, pairCount: names.filter((set) => set.has(category)).length }))
    .sort((a, b) => b.pairCount - a.pairCount)
}

export function madeNameList(change: Partial<NameList> = {}): NameList {
  return {
    unavailable: null,
    kinds: ['person', 'bicycle', 'car', 'truck', 'boat', 'dining table'].map((kind) => ({
      kind,
      word: kind,
    })),
    taught: [
      { word: 'crane', count: 7, isUsed: true },
      { word: 'shed', count: 2, isUsed: false },
    ],
    ...change,
  }
}

/** Words that are set stay set, and what is forgotten is gone. */
export function nameHandlers(): MadeHandlers {
  let present = madeNameList()
  return {
    'names.list': () => present,
    'names.setWords': ({ words }) => {
      const kinds = present.kinds.map(({ kind }) => ({
        kind,
        word: Object.hasOwn(words, kind) ? words[kind] : kind,
      }))
      present = { ...present, kinds }
      return present
    },
    'names.forget': ({ word }) => {
      present = { ...present, taught: present.taught.filter((each) => each.word !== word) }
      return present
    },
    'names.renew': () => madeQueue({ isRunning: true, done: 0, total: 3 }),
  }
}
