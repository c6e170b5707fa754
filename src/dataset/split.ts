const SPLIT_NAMES = new Map([
  ['train', 'train'],
  ['training', 'train'],
  ['val', 'val'],
  ['valid', 'val'],
  ['validation', 'val'],
  ['dev', 'val'],
  ['development', 'val'],
  ['test', 'test'],
  ['testing', 'test'],
  ['eval', 'test'],
  ['evaluation', 'test'],
  ['holdout', 'test'],
  ['held-out', 'test'],
])

/** `train`, `val` or `test` from a name or a folder on the way to a pair; null where none says so. */
export function splitOf(path: string): string | null {
  for (const part of path.toLowerCase().split('/').reverse()) {
    const split = SPLIT_NAMES.get(part)
    if (split !== undefined) {
      return split
    }
  }
  return null
}

/** `Map.groupBy`, which Node 20 does not have. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) {
      groups.set(key, [item])
    } else {
      group.push(item)
    }
  }
  return groups
}

/** `a/b` for `a/b/c`; `''` at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
