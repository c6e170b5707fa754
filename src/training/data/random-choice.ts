/** Indices 0, 1, ... in random order. */
export function shuffledIndices(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[order[index], order[other]] = [order[other], order[index]]
  }
  return order
}

export function sampleOne<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)]
}

/** Three values, distinct where there are enough. */
export function sampleThree<T>(values: readonly T[], random: () => number): readonly [T, T, T] {
  const order = shuffledIndices(values.length, random)
  const at = (index: number): T => values[order[index % order.length]]
  return [at(0), at(1), at(2)]
}
