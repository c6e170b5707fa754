import { uniformAt } from '../graph/random'

/** Samples the indices of a list without replacement, shuffled each epoch; a function of seed and index alone. */
export class RandomSampler {
  private round = -1
  private order: number[] = []

  constructor(
    private readonly count: number,
    private readonly seed: number,
  ) {}

  /** The list index at position `index`, counted over all epochs. */
  at(index: number): number {
    this.shuffle(Math.floor(index / this.count))
    return this.order[index % this.count]
  }

  private shuffle(round: number): void {
    if (round === this.round) {
      return
    }
    this.round = round
    this.order = Array.from({ length: this.count }, (_, index) => index)
    for (let index = this.count - 1; index > 0; index--) {
      const other = Math.floor(uniformAt(this.seed + 7919 * (round + 1), index) * (index + 1))
      ;[this.order[index], this.order[other]] = [this.order[other], this.order[index]]
    }
  }
}

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
