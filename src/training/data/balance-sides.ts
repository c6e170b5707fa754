export type SplitSide = 'train' | 'held-out'

/** A held-out part smaller than this share of the requested one gets more groups. */
const MIN_HELD_OUT_PART = 0.5

interface Balancing {
  readonly groups: readonly (readonly number[])[]
  /** The hash of each group, 0 to 1. */
  readonly shares: readonly number[]
  /** Of each group; changed. */
  readonly sides: SplitSide[]
  readonly share: number
  /** Groups without a pair of an earlier run: only these move. */
  readonly isFree: readonly boolean[]
}

/**
 * Where held-out came out far too small, free groups join it in the order of their hashes, as long as they fit. Where a
 * side is empty still, one free group moves there.
 */
export function balanceSides({ groups, shares, sides, share, isFree }: Balancing): void {
  if (groups.length < 2) {
    return
  }
  const counts: Record<SplitSide, number> = { train: 0, 'held-out': 0 }
  groups.forEach((group, index) => (counts[sides[index]] += group.length))
  const total = counts.train + counts['held-out']
  const move = (index: number, to: SplitSide): void => {
    counts[sides[index]] -= groups[index].length
    counts[to] += groups[index].length
    sides[index] = to
  }
  const free = [...groups.keys()].filter((index) => isFree[index])
  const isTooSmall = (): boolean => counts['held-out'] < share * MIN_HELD_OUT_PART * total
  // mostly there is nothing to move
  const isInOrder = isTooSmall() || counts.train === 0 || counts['held-out'] === 0
  const order = isInOrder ? free.toSorted((a, b) => shares[a] - shares[b]) : []
  for (const index of order) {
    const size = groups[index].length
    const isRoom = counts['held-out'] + size <= total * Math.max(share, 0.5)
    if (sides[index] === 'train' && isTooSmall() && isRoom && counts.train > size) {
      move(index, 'held-out')
    }
  }
  const smallest = free.reduce<number | undefined>(
    (least, index) => (least === undefined || groups[index].length < groups[least].length ? index : least),
    undefined,
  )
  if (counts['held-out'] === 0 && smallest !== undefined) {
    move(smallest, 'held-out')
  }
  for (const index of order.toReversed()) {
    if (sides[index] === 'held-out' && counts.train === 0 && counts['held-out'] > groups[index].length) {
      move(index, 'train')
    }
  }
}
