import { dot, WordMetric } from './word-metric'
import { ExampleSpace } from './example-space'
import type { Gram } from './word-metric'

/** Least number of examples from which a word is given. */
export const LEAST_EXAMPLES = 5
/** Newest examples of one word, and of all words together, for speed. */
export const MOST_OF_A_WORD = 100
const MOST_EXAMPLES = 400
/** Number of nearest examples that explain a name. */
const NEAREST = 7
/** Below, another name is as likely as this one. */
const LEAST_SCORE = 0.5

/** A region that a person named. */
export interface NameExample {
  readonly word: string
  /** From `createRegionEncoder`; of one length in all examples. */
  readonly features: Float32Array
}

interface WordScore {
  readonly word: string
  readonly score: number
}

/** "A missing hole, as 6 of 7 similar ones". */
export interface TaughtName {
  readonly word: string
  /** 0 to 1: the share of right names among those of this score, when the examples name each other. */
  readonly score: number
  /** Number of the `of` nearest examples that have this word. */
  readonly like: number
  readonly of: number
  /** All other words, likeliest first; the scores of all words sum to 1. */
  readonly others: readonly WordScore[]
}

interface Model {
  readonly space: ExampleSpace
  readonly metric: WordMetric
  /** Result of `metric.ownSquares()`. */
  readonly squares: Float64Array
  readonly calibration: Calibration
}

/**
 * Names from examples; null if there are too few (fewer than five of a word), if all are equal, if they disagree, or
 * if none is similar. Words with fewer than five examples are never given, but things nearest to them get no name.
 */
export class TaughtNames {
  private readonly words: readonly string[]
  private readonly wordOf: readonly number[]
  private readonly counts: readonly number[]
  private readonly model: Model | null

  /** @param examples oldest first: only the newest count if there are many. Otherwise their order does not matter. */
  constructor(examples: readonly NameExample[]) {
    const kept = keptOf(examples)
    this.words = [...new Set(kept.map(({ word }) => word))]
    this.wordOf = kept.map(({ word }) => this.words.indexOf(word))
    this.counts = this.words.map((_, word) => this.wordOf.filter((own) => own === word).length)
    const space = this.counts.some((count) => count >= LEAST_EXAMPLES)
      ? new ExampleSpace(
          kept.map(({ features }) => features),
          this.wordOf,
        )
      : null
    if (space !== null && !space.isFlat) {
      const metric = new WordMetric(space.gram, this.wordOf, this.words.length)
      const calibration = calibrate(space.gram, this.wordOf, this.words.length)
      this.model = { space, metric, squares: metric.ownSquares(), calibration }
    } else {
      this.model = null
    }
  }

  /** @throws RangeError if the number of features differs from that of the examples */
  nameFor(features: Float32Array): TaughtName | null {
    if (this.model === null) {
      return null
    }
    const { metric, squares, calibration } = this.model
    const { products, distances } = this.placeOf(this.model, features)
    const word = distances.indexOf(Math.min(...distances))
    const [{ score }, ...others] = this.scored(distances, calibration)
    const isNear = distances[word] <= calibration.farthest
    if (this.counts[word] < LEAST_EXAMPLES || !isNear || !(score >= LEAST_SCORE)) {
      return null
    }
    const votes = this.votes(metric.toExamples(products, squares))
    if (votes[word] < Math.max(...votes)) {
      return null
    }
    const of = Math.min(NEAREST, this.wordOf.length)
    return { word: this.words[word], score, like: votes[word], of, others }
  }

  /** All words, likeliest first, whether or not they would be given; none before one has five examples. */
  ranked(features: Float32Array): readonly WordScore[] {
    return this.model === null
      ? []
      : this.scored(this.placeOf(this.model, features).distances, this.model.calibration)
  }

  private placeOf({ space, metric }: Model, features: Float32Array) {
    const place = space.placeOf(features)
    const products = space.productsWith(place)
    return { products, distances: metric.toWords(products, dot(place, place)) }
  }

  private scored(distances: Float64Array, { temperature }: Calibration): WordScore[] {
    const scores = chances(distances, temperature)
    const order = this.words.map((_, word) => word).toSorted((a, b) => distances[a] - distances[b])
    return order.map((word) => ({ word: this.words[word], score: scores[word] }))
  }

  /** By word: the number of the nearest examples that have it. */
  private votes(distances: Float64Array): number[] {
    const nearest = this.wordOf
      .map((word, index) => ({ word, distance: distances[index] }))
      .toSorted((a, b) => a.distance - b.distance)
      .slice(0, NEAREST)
    return this.words.map((_, index) => nearest.filter(({ word }) => word === index).length)
  }
}

/** The newest of each word, sorted by word, then by features. */
function keptOf(examples: readonly NameExample[]): NameExample[] {
  const words = [...new Set(examples.map(({ word }) => word))].toSorted((a, b) => (a < b ? -1 : 1))
  const most = Math.min(MOST_OF_A_WORD, Math.max(1, Math.floor(MOST_EXAMPLES / words.length)))
  return words.flatMap((name) =>
    examples
      .filter(({ word }) => word === name)
      .slice(-most)
      .toSorted(byFeatures),
  )
}

function byFeatures({ features: a }: NameExample, { features: b }: NameExample): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : a[at] - b[at]
}

/** Parts of the examples; each is named by the others. */
const FOLDS = 5
/** Quantile of the held-out examples' distances to their own word: a region that is farther is similar to none. */
const NEAR_SHARE = 0.95
/** Halvings of the middle distance over which the temperature is searched, by half steps. */
const MOST_HALVINGS = 16
/** Of the largest distance, squared: where the examples of a word are equal, others are so within rounding. */
const LEAST_DISTANCE = 1e-9

/** Calibration by naming held-out examples. */
interface Calibration {
  /** Squared distance to a word's mean. */
  readonly farthest: number
  /** Temperature of `chances`. */
  readonly temperature: number
}

/** Probability of each word, 0 to 1, sum 1. @param distances squared, to each word's mean; one is finite */
function chances(distances: Float64Array, temperature: number): Float64Array {
  const least = Math.min(...distances)
  const weights = distances.map((distance) => Math.exp((least - distance) / (2 * temperature)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/**
 * Names each part of the examples by the others: finds the distances of examples to their own word, and the
 * temperature at which `chances` makes their words likeliest.
 */
function calibrate(gram: Gram, wordOf: readonly number[], words: number): Calibration {
  const held = heldOut(gram, wordOf, words)
  if (held.length === 0) {
    return { farthest: 0, temperature: 1 }
  }
  const own = held.map(({ distances, word }) => distances[word]).toSorted((a, b) => a - b)
  const finite = held.flatMap(({ distances }) => [...distances].filter(Number.isFinite))
  const least = LEAST_DISTANCE * finite.reduce((most, distance) => Math.max(most, distance), 0)
  const farthest = Math.max(least, own[Math.ceil(NEAR_SHARE * own.length) - 1])
  const middle = Math.max(least, own[own.length >> 1])
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

/** Held-out distances of all examples whose word the other parts have, and that lie within reach of their metric. */
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
        const distances = metric.toWords(products, row[index])
        if (distances[word] <= metric.reach) {
          result.push({ word, distances })
        }
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
