/** Places 0, 1, ... in random order. */
export function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[order[index], order[other]] = [order[other], order[index]]
  }
  return order
}

export function drawOne<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)]
}

/** Three of them, different as far as there are enough. */
export function drawThree<T>(values: readonly T[], random: () => number): readonly [T, T, T] {
  const order = shuffled(values.length, random)
  const at = (index: number): T => values[order[index % order.length]]
  return [at(0), at(1), at(2)]
}
