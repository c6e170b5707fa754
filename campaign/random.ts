import { streamSeed } from '../src/graph/random'

const ROUNDS_BEFORE_USE = 15

/**
 * A stream of random numbers: the same seed and name give the same numbers. Its state has 128 bits: with 32, one turn
 * in some hundreds ran into the numbers of an earlier one and sent its edits again, ids and all.
 * Source: Chris Doty-Humphrey's PractRand, sfc32.
 */
export class Random {
  private readonly state: Uint32Array

  constructor(seed: number, name: string) {
    this.state = Uint32Array.of(...['a', 'b', 'c'].map((word) => streamSeed(seed, `${name}/${word}`)), 1)
    for (let round = 0; round < ROUNDS_BEFORE_USE; round += 1) {
      this.next()
    }
  }

  /** 0 inclusive to 1 exclusive. */
  next(): number {
    const [a, b, c, count] = this.state
    const sum = (a + b + count) >>> 0
    this.state.set([b ^ (b >>> 9), c + (c << 3), ((c << 21) | (c >>> 11)) + sum, count + 1])
    return sum / 4_294_967_296
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** @throws Error where there is nothing to pick from */
  pick<T>(values: readonly T[]): T {
    if (values.length === 0) {
      throw new Error('there is nothing to pick from')
    }
    return values[this.below(values.length)]
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)))
  }
}
