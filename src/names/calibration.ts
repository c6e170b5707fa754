import { WordMetric } from './word-metric'
import type { Gram } from './word-metric'

/** Parts of the examples; each is named by the others. */
const FOLDS = 5
/** Of the examples' distances to their own word, as the others tell it: farther, a region is like none. */
const NEAR_SHARE = 0.95
/** Halvings of the middle distance in which the temperature is looked for, by half steps. */
const MOST_HALVINGS = 16

/** What examples tell of names given by examples. */
export interface Calibration {
  /** Squared distance to a word's mean. */
  readonly farthest: number
  /** Of `chances`. */
  readonly temperature: number
}

/** How likely each word is: 0 to 1, together 1. @param distances squared, to each word's mean; one is finite */
export function chances(distances: Float64Array, temperature: number): Float64Array {
  const least = Math.min(...distances)
  const weights = distances.map((distance) => Math.exp((least - distance) / (2 * temperature)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/**
 * Names each part of the examples by the others: how far examples lie from their own word, and the temperature at
 * which `chances` makes their words likeliest.
 */
export function calibrate(gram: Gram, wordOf: readonly number[], words: number): Calibration {
  const held = heldOut(gram, wordOf, words)
  if (held.length === 0) {
    return { farthest: 0, temperature: 1 }
  }
  const own = held.map(({ distances, word }) => distances[word]).toSorted((a, b) => a - b)
  const farthest = own[Math.ceil(NEAR_SHARE * own.length) - 1]
  const middle = own[own.length >> 1]
  let best = { temperature: middle, loss: Infinity }
  for (let step = 0; step <= 2 * MOST_HALVINGS; step += 1) {
    const temperature = middle / 2 ** (step / 2)
    const loss = held.reduce(
      (sum, { distances, word }) => sum - Math.log(chances(distances, temperature)[word] + Number.EPSILON),
      0,
    )
    best = loss < best.loss ? { temperature, loss } : best
  }
  return { farthest, temperature: best.temperature }
}

interface HeldOut {
  readonly word: number
  readonly distances: Float64Array
}

/** Of all examples whose word the other parts have. */
function heldOut(gram: Gram, wordOf: readonly number[], words: number): HeldOut[] {
  const seen = Array.from({ length: words }, () => 0)
  const foldOf = wordOf.map((word) => seen[word]++ % FOLDS)
  const result: HeldOut[] = []
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const inside = foldOf.flatMap((own, index) => (own === fold ? [] : [index]))
    const outside = foldOf.flatMap((own, index) => (own === fold ? [index] : []))
    if (inside.length === 0 || outside.length === 0) {
      continue
    }
    const insideWords = inside.map((index) => wordOf[index])
    const metric = new WordMetric(partOf(gram, inside), insideWords, words)
    for (const index of outside) {
      const word = wordOf[index]
      if (insideWords.includes(word)) {
        const row = gram.values.subarray(index * gram.size, (index + 1) * gram.size)
        const products = Float64Array.from(inside, (other) => row[other])
        result.push({ word, distances: metric.toWords(products, row[index]) })
      }
    }
  }
  return result
}

function partOf({ size, features, values }: Gram, inside: readonly number[]): Gram {
  const part = new Float64Array(inside.length ** 2)
  inside.forEach((from, row) => {
    inside.forEach((to, column) => {
      part[row * inside.length + column] = values[from * size + to]
    })
  })
  return { size: inside.length, features, values: part }
}
