import { calibrate, chances } from './calibration'
import type { Calibration } from './calibration'
import { dot } from './cholesky'
import { ExampleSpace } from './example-space'
import { WordMetric } from './word-metric'

/** A word is given from so many examples on. */
export const LEAST_EXAMPLES = 5
/** Of one word, the newest; and of all words together, for the time that it takes. */
export const MOST_OF_A_WORD = 100
const MOST_EXAMPLES = 400
/** Examples that a name is explained by. */
const NEAREST = 7
/** Below, another name is as likely as this one. */
const LEAST_SCORE = 0.5

/** A region that a person named. */
export interface NameExample {
  readonly word: string
  /** Of `createRegionEncoder`; of one length in all examples. */
  readonly features: Float32Array
}

export interface WordScore {
  readonly word: string
  readonly score: number
}

/** "A missing hole, as 6 of 7 like it". */
export interface TaughtName {
  readonly word: string
  /** 0 to 1: the share of right names among those of this score, as the examples name each other. */
  readonly score: number
  /** Of the `of` nearest examples, those of this word. */
  readonly like: number
  readonly of: number
  /** All other words, likeliest first; the scores of all words sum to 1. */
  readonly others: readonly WordScore[]
}

interface Model {
  readonly space: ExampleSpace
  readonly metric: WordMetric
  /** `metric.ownSquares()` */
  readonly squares: Float64Array
  readonly calibration: Calibration
}

/**
 * The name that examples give; null where there are too few (fewer than five of a word), where they disagree, or
 * where nothing is like it. Words with fewer than five examples are something else: never given, but what is nearest
 * to them gets no name.
 */
export class TaughtNames {
  private readonly words: readonly string[]
  private readonly wordOf: readonly number[]
  private readonly counts: readonly number[]
  private readonly model: Model | null

  /** @param examples oldest first: of many only the newest count. Else their order does not matter. */
  constructor(examples: readonly NameExample[]) {
    const kept = keptOf(examples)
    this.words = [...new Set(kept.map(({ word }) => word))]
    this.wordOf = kept.map(({ word }) => this.words.indexOf(word))
    this.counts = this.words.map((_, word) => this.wordOf.filter((own) => own === word).length)
    if (this.counts.some((count) => count >= LEAST_EXAMPLES)) {
      const space = new ExampleSpace(
        kept.map(({ features }) => features),
        this.wordOf,
      )
      const metric = new WordMetric(space.gram, this.wordOf, this.words.length)
      const calibration = calibrate(space.gram, this.wordOf, this.words.length)
      this.model = { space, metric, squares: metric.ownSquares(), calibration }
    } else {
      this.model = null
    }
  }

  /** @throws RangeError where these are not as many features as those of the examples */
  nameFor(features: Float32Array): TaughtName | null {
    if (this.model === null) {
      return null
    }
    const { metric, squares, calibration } = this.model
    const { products, distances } = this.placeOf(this.model, features)
    const word = distances.indexOf(Math.min(...distances))
    const [{ score }, ...others] = this.scored(distances, calibration)
    const isNear = distances[word] <= calibration.farthest
    if (this.counts[word] < LEAST_EXAMPLES || !isNear || score < LEAST_SCORE) {
      return null
    }
    const votes = this.votes(metric.toExamples(products, squares))
    if (votes[word] < Math.max(...votes)) {
      return null
    }
    const of = Math.min(NEAREST, this.wordOf.length)
    return { word: this.words[word], score, like: votes[word], of, others }
  }

  /** Every word, likeliest first, whether or not it would be given; none before one has five examples. */
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

  /** By word: how many of the nearest examples are of it. */
  private votes(distances: Float64Array): number[] {
    const nearest = this.wordOf
      .map((word, index) => ({ word, distance: distances[index] }))
      .toSorted((a, b) => a.distance - b.distance)
      .slice(0, NEAREST)
    return this.words.map((_, index) => nearest.filter(({ word }) => word === index).length)
  }
}

/** The newest of each word, in an order of their own: by word, then by features. */
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
