/** A figure with its name. */
export type Row = [label: string, value: number]

export function share<T>(all: readonly T[], predicate: (each: T) => boolean): number {
  return all.filter(predicate).length / Math.max(1, all.length)
}
