import { mix32, streamSeed } from '../src/graph/random'

/** A stream of random numbers: the same seed and name give the same numbers. */
export class Random {
  private state: number

  constructor(seed: number, name: string) {
    this.state = streamSeed(seed, name)
  }

  /** 0 inclusive to 1 exclusive. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0
    return mix32(this.state) / 4_294_967_296
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
