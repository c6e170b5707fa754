import { DIMENSIONS } from './embedding'
import { alongOf, embeddedOf, meanOf } from './embedding-set'
import type { EmbeddingSet } from './embedding-set'

/** Rows from which the axes are found; more of them move the axes little. */
const MOST_SAMPLED = 4000
const ROUNDS = 60

/** Places of pairs, -1 to 1 on both axes. */
export interface PairMap {
  readonly ids: number[]
  readonly x: Float32Array
  readonly y: Float32Array
}

/**
 * The pairs that have an embedding, on the two directions in which the embeddings differ most (principal components,
 * by orthogonal iteration). The same embeddings give the same map.
 */
export function mapOf(set: EmbeddingSet, pairIds: readonly number[]): PairMap {
  const { ids, rows } = embeddedOf(set, pairIds)
  const mean = meanOf(set, rows)
  const step = Math.max(1, rows.length / MOST_SAMPLED)
  const sample = Int32Array.from(
    { length: Math.min(rows.length, MOST_SAMPLED) },
    (_, at) => rows[Math.floor(at * step)],
  )
  const [across, up] = twoDirections(covarianceOf(set, sample, mean))
  return { ids, x: placesOn(set, rows, mean, across), y: placesOn(set, rows, mean, up) }
}

/** [DIMENSIONS, DIMENSIONS] */
function covarianceOf(set: EmbeddingSet, rows: Int32Array, mean: Float32Array): Float64Array {
  const sums = new Float64Array(DIMENSIONS * DIMENSIONS)
  const centred = new Float64Array(DIMENSIONS)
  for (const row of rows) {
    const scale = set.norms[row] === 0 ? 0 : 1 / set.norms[row]
    for (let at = 0; at < DIMENSIONS; at += 1) {
      centred[at] = set.values[row * DIMENSIONS + at] * scale - mean[at]
    }
    for (let one = 0; one < DIMENSIONS; one += 1) {
      const value = centred[one]
      for (let other = one, at = one * DIMENSIONS + one; other < DIMENSIONS; other += 1, at += 1) {
        sums[at] += value * centred[other]
      }
    }
  }
  for (let one = 0; one < DIMENSIONS; one += 1) {
    for (let other = 0; other < one; other += 1) {
      sums[one * DIMENSIONS + other] = sums[other * DIMENSIONS + one]
    }
  }
  return sums
}

/** The two eigenvectors with the largest eigenvalues; zeros where the matrix is zero. */
function twoDirections(matrix: Float64Array): [Float32Array, Float32Array] {
  let first = Float64Array.from({ length: DIMENSIONS }, (_, at) => Math.cos(at + 1))
  let second = Float64Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(2 * at + 1))
  for (let round = 0; round < ROUNDS; round += 1) {
    first = unit(times(matrix, first))
    const image = times(matrix, second)
    const along = dot(image, first)
    second = unit(image.map((value, at) => value - along * first[at]))
  }
  return [turned(first), turned(second)]
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: DIMENSIONS }, (_, row) => {
    let sum = 0
    for (let at = 0; at < DIMENSIONS; at += 1) {
      sum += matrix[row * DIMENSIONS + at] * vector[at]
    }
    return sum
  })
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at], 0)
}

/** Below this a direction is rounding alone. */
const LEAST_LENGTH = 1e-9

function unit(vector: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => (length < LEAST_LENGTH ? 0 : value / length))
}

/** An eigenvector may point either way: its largest number is positive here. */
function turned(vector: Float64Array): Float32Array {
  const largest = vector.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0)
  return Float32Array.from(vector, (value) => (largest < 0 ? -value : value))
}

function placesOn(
  set: EmbeddingSet,
  rows: Int32Array,
  mean: Float32Array,
  direction: Float32Array,
): Float32Array {
  const middle = mean.reduce((sum, value, at) => sum + value * direction[at], 0)
  const places = Float32Array.from(rows, (row) => alongOf(set, row, direction) - middle)
  const reach = places.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return places.map((value) => (reach < LEAST_REACH ? 0 : value / reach))
}

/** Below this all pairs lie in one place, but for rounding. */
const LEAST_REACH = 1e-6
