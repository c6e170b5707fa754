import { dot } from './word-metric'
import type { Gram } from './word-metric'

/** Of the largest deviation of any feature: below, a feature is the same in all examples. */
const LEAST_DEVIATION = 1e-6
/** Of a feature's mean: what rounding alone leaves of a deviation. */
const ROUNDING = 1e-12

/**
 * Of the variance by which a feature is divided: this part is that of all examples, the rest that about the mean of
 * their word. So a feature that few examples happen to agree in counts at most about three times as much as others.
 */
const TOTAL_PART = 0.1

/** Features less their mean, each divided by its deviation within words. */
export class ExampleSpace {
  readonly gram: Gram
  private readonly mean: Float64Array
  /** By feature; 0 for one that is the same in all examples. */
  private readonly scale: Float64Array
  private readonly places: readonly Float64Array[]

  /**
   * @param examples at least one
   * @param wordOf index of each one's word
   * @throws RangeError where they are not of one length
   */
  constructor(examples: readonly Float32Array[], wordOf: readonly number[]) {
    const features = examples[0].length
    this.mean = meanOf(examples, features)
    const total = variance(examples, () => this.mean)
    const words = [...new Set(wordOf)]
    const means = new Map(
      words.map((word) => [
        word,
        meanOf(
          examples.filter((_, index) => wordOf[index] === word),
          features,
        ),
      ]),
    )
    const within = variance(examples, (index) => means.get(wordOf[index]) ?? this.mean)
    const degrees = Math.max(1, examples.length - words.length) / examples.length
    const least = LEAST_DEVIATION ** 2 * total.reduce((most, value) => Math.max(most, value), 0)
    this.scale = total.map((value, at) =>
      value > Math.max(least, (ROUNDING * this.mean[at]) ** 2)
        ? 1 / Math.sqrt(TOTAL_PART * value + ((1 - TOTAL_PART) * within[at]) / degrees)
        : 0,
    )
    this.places = examples.map((example) => this.placeOf(example))
    this.gram = gramOf(this.places, features)
  }

  /** Whether all examples are equal, so that nothing is known of how far others may differ. */
  get isFlat(): boolean {
    return this.scale.every((value) => value === 0)
  }

  /** @throws RangeError where it is of another length than the examples */
  placeOf(example: Float32Array): Float64Array {
    if (example.length !== this.mean.length) {
      throw new RangeError(`${example.length} features where the examples have ${this.mean.length}`)
    }
    return this.mean.map((mean, at) => (example[at] - mean) * this.scale[at])
  }

  /** Inner products with the examples. */
  productsWith(place: Float64Array): Float64Array {
    return Float64Array.from(this.places, (example) => dot(example, place))
  }
}

function meanOf(examples: readonly Float32Array[], features: number): Float64Array {
  const mean = new Float64Array(features)
  for (const example of examples) {
    for (let at = 0; at < features; at += 1) {
      mean[at] += example[at] / examples.length
    }
  }
  return mean
}

/** Of each feature, about the centre of each example. */
function variance(
  examples: readonly Float32Array[],
  centreOf: (index: number) => Float64Array,
): Float64Array {
  const result = new Float64Array(examples[0].length)
  examples.forEach((example, index) => {
    const centre = centreOf(index)
    for (let at = 0; at < result.length; at += 1) {
      result[at] += (example[at] - centre[at]) ** 2 / examples.length
    }
  })
  return result
}

function gramOf(places: readonly Float64Array[], features: number): Gram {
  const size = places.length
  const values = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const product = dot(places[row], places[column])
      values[row * size + column] = product
      values[column * size + row] = product
    }
  }
  return { size, features, values }
}
