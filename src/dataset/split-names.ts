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
