import { uniformAt } from '../graph/random'
import { IGNORED } from './layers/training-inputs'
import type { InputSpecs } from './layers/training-inputs'

/** For tests and benchmarks. */
export const TEST_SIZES = { words: 40, categories: 3 }

export interface BatchData {
  data: Float32Array | BigInt64Array
  shape: readonly number[]
}

/** Below which whole numbers an input's values stay. */
const LIMITS: Readonly<Record<string, number>> = {
  forward: 257,
  backward: 257,
  objectsBefore: 3,
  objectsAfter: 3,
  attributes: 3,
  categories: 3,
  anchors: 512,
}

/** Shares and pictures of noise, and whole numbers that fit their inputs; phrases end in padding. */
export function noiseBatch(specs: InputSpecs, size: number, seed: number): Record<string, BatchData> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, [dtype, shape]], index) => {
      const count = shape.reduce((all, side) => all * side, size)
      const at = (position: number): number => uniformAt(seed + 977 * index, position)
      const whole = (position: number): bigint => {
        if (name in LIMITS) {
          return BigInt(Math.floor(at(position) * LIMITS[name]))
        }
        const last = shape.at(-1) ?? 1
        if (position % last >= 0.7 * last && last > 1) {
          return BigInt(name === 'targets' ? IGNORED : 0)
        }
        return BigInt(1 + Math.floor(at(position) * (TEST_SIZES.words - 1)))
      }
      const data =
        dtype === 'int64'
          ? BigInt64Array.from({ length: count }, (_, position) => whole(position))
          : Float32Array.from({ length: count }, (_, position) => shareOrPixel(name, at(position)))
      return [name, { data, shape: [size, ...shape] }]
    }),
  )
}

function shareOrPixel(name: string, value: number): number {
  if (name === 'before' || name === 'after' || name === 'sequence') {
    return value - 0.5
  }
  return Number(value < 0.4)
}
