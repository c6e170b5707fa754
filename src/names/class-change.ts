const BETWEEN = ' to '

/** The category of a region that showed one class before and another one after; of equal ones, that class. */
export function classChange(names: readonly string[]): string {
  return [...new Set(names)].join(BETWEEN)
}

/** The classes of such a category; null of any other one. */
export function classesOf(category: string): { before: string; after: string } | null {
  const [before, after, more] = category.split(BETWEEN)
  return before === '' || after === undefined || after === '' || more !== undefined ? null : { before, after }
}
