import type { CountedItem } from './export-pair'
import { assignSplitsInTurns, NO_RULES } from './assign-splits'
import type { SplitName, SplitRules } from './assign-splits'

/** Cached splits: they are the same in every format, and take most of the time. */
const knownSplits = new WeakMap<readonly CountedItem[], { rules: SplitRules; splits: SplitName[] }>()

/** In turns with other tasks of this thread. */
export async function splitsOf(items: readonly CountedItem[], rules = NO_RULES): Promise<SplitName[]> {
  const known = knownSplits.get(items)
  if (known?.rules === rules) {
    return known.splits
  }
  const splits = await assignSplitsInTurns(items, rules)
  knownSplits.set(items, { rules, splits })
  return splits
}

/** A plan of these items takes the splits of `last`, where they are known and the same. */
export function keepSplits(items: readonly CountedItem[], last: readonly CountedItem[]): void {
  const known = knownSplits.get(last)
  if (known !== undefined && areSplitAlike(last, items)) {
    knownSplits.set(items, known)
  }
}

/** Whether no item differs in what splits are made of. */
function areSplitAlike(some: readonly CountedItem[], others: readonly CountedItem[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ key, split, beforePath, afterPath, sequence }, index) => {
      const other = others[index]
      return (
        key === other.key &&
        split === other.split &&
        beforePath === other.beforePath &&
        afterPath === other.afterPath &&
        sequence?.name === other.sequence?.name
      )
    })
  )
}
