const splitNames = new Map([
  ['train', 'train'],
  ['training', 'train'],
  ['val', 'val'],
  ['valid', 'val'],
  ['validation', 'val'],
  ['test', 'test'],
  ['testing', 'test'],
])

/** `train`, `val` or `test` from a name or a folder on the way to a pair; null where none says so. */
export function splitOf(path: string): string | null {
  for (const part of path.toLowerCase().split('/').reverse()) {
    const split = splitNames.get(part)
    if (split !== undefined) {
      return split
    }
  }
  return null
}
