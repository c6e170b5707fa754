// Drawing lots for a plan.

import { exponential, logarithm } from '../numeric'
import type { Random } from '../random'
import type { Range } from './rates'

export const inRange = (random: Random, [low, high]: Range): number => random.range(low, high)

/** Even over the logarithm: each doubling is as likely as the next. */
export function logUniform(random: Random, [low, high]: Range): number {
  return low * exponential(random.next() * logarithm(high / low))
}

/** One of the names, by its share; shares need not sum to 1. */
export function drawName<T extends string>(random: Random, shares: Readonly<Record<T, number>>): T {
  const names = Object.keys(shares) as T[]
  return drawWeighted(
    random,
    names.map((name) => [name, shares[name]] as const),
  )
}

export function drawWeighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random.next() * choices.reduce((sum, [, share]) => sum + share, 0)
  for (const [choice, share] of choices) {
    left -= share
    if (left < 0) {
      return choice
    }
  }
  return choices[choices.length - 1][0]
}

/** For the fields and the grain that a renderer draws: 31 bits. */
export const drawSeed = (random: Random): number => random.integer(0, 2 ** 31 - 1)
