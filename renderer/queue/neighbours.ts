const positions = new WeakMap<readonly number[], Map<number, number>>()

/** Position of a pair in a list of ids, or -1. The list is never changed in place; it is indexed once. */
export function positionOf(ids: readonly number[], id: number): number {
  let known = positions.get(ids)
  if (known === undefined) {
    known = new Map(ids.map((value, index) => [value, index]))
    positions.set(ids, known)
  }
  return known.get(id) ?? -1
}

/** The pair `step` further, or null past either end. From outside the list, forward is the first pair. */
export function neighbourOf(ids: readonly number[], id: number | null, step: 1 | -1): number | null {
  const position = id === null ? -1 : positionOf(ids, id)
  if (position === -1) {
    return step === 1 ? (ids[0] ?? null) : null
  }
  return ids[position + step] ?? null
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
