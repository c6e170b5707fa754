const positions = new WeakMap<readonly number[], Map<number, number>>()

/** Position of a pair in a list of ids, or -1. The list is never changed in place; it is indexed once. */
export function positionOf(ids: readonly number[], id: number): number {
  let positionsOfList = positions.get(ids)
  if (positionsOfList === undefined) {
    positionsOfList = new Map(ids.map((value, index) => [value, index]))
    positions.set(ids, positionsOfList)
  }
  return positionsOfList.get(id) ?? -1
}

/**
 * The pair `step` further, or null past either end. From outside the list, forward is the pair at the cursor, which
 * stays where a pair left the list, else the first pair.
 */
export function neighbourOf(
  ids: readonly number[],
  id: number | null,
  step: 1 | -1,
  cursorId: number | null = null,
): number | null {
  const position = id === null ? -1 : positionOf(ids, id)
  if (position === -1) {
    const next = cursorId === null ? 0 : Math.max(0, positionOf(ids, cursorId))
    return ids[step === 1 ? next : next - 1] ?? null
  }
  return ids[position + step] ?? null
}

/** Where the cursor goes in a list found anew: to the pair it was on, else the next that is left, else the last. */
export function nearestLeft(
  before: readonly number[],
  id: number | null,
  ids: readonly number[],
): number | null {
  const position = id === null ? -1 : positionOf(before, id)
  if (id !== null && positionOf(ids, id) !== -1) {
    return id
  }
  if (position === -1) {
    return ids[0] ?? null
  }
  const isLeft = (other: number): boolean => positionOf(ids, other) !== -1
  return before.slice(position).find(isLeft) ?? before.slice(0, position).findLast(isLeft) ?? ids[0] ?? null
}

/** Up to `count` pairs around `id`, which is in the middle except near the ends. */
export function windowAround(ids: readonly number[], id: number, count: number): number[] {
  const position = Math.max(0, positionOf(ids, id))
  const start = Math.max(0, Math.min(position - Math.floor(count / 2), ids.length - count))
  return ids.slice(start, start + count)
}

/** Every id between two positions, both included, whichever comes first. */
export function idsBetween(ids: readonly number[], a: number, b: number): number[] {
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}
