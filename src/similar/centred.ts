import { DIMENSIONS, PART_NAMES, PARTS, quantise } from './embedding'
import { EmbeddingSet } from './embedding-set'

/** A part of the embeddings of a set. */
interface Part {
  readonly start: number
  readonly end: number
  readonly weight: number
}

/**
 * The same pairs with each part of their embeddings as its difference from the mean of the set, scaled so that the
 * parts count by their weights. Features of a network have much in common, whatever the images are; what tells pairs
 * apart is the rest. A part that a pair lacks stays zero, and so counts neither for nor against another pair.
 */
export function centred(set: EmbeddingSet): EmbeddingSet {
  const result = new EmbeddingSet()
  const scales = partsOf().map((part) => scaleOf(set, part))
  const row = new Float32Array(DIMENSIONS)
  for (const [pairId, index] of set.entries()) {
    for (const scale of scales) {
      centre(set, index, scale.lengths[index], scale, row)
    }
    result.put(pairId, quantise(row))
  }
  return result
}

function partsOf(): Part[] {
  let end = 0
  return PART_NAMES.map((name) => {
    const { dimensions, weight } = PARTS[name]
    const start = end
    end += dimensions
    return { start, end, weight }
  })
}

interface PartScale extends Part {
  /** Of the part in each row; 0 where a pair lacks it. */
  readonly lengths: Float32Array
  /** Of the rows that have the part, each at unit length. */
  readonly mean: Float32Array
  /** Makes the differences from it as long as the weight says, on average. */
  readonly factor: number
}

function scaleOf(set: EmbeddingSet, part: Part): PartScale {
  const mean = new Float32Array(part.end - part.start)
  const lengths = Float32Array.from({ length: set.count }, (_, index) => lengthOf(set, index, part))
  const { values } = set
  for (let index = 0; index < set.count; index += 1) {
    const from = index * DIMENSIONS + part.start
    for (let at = 0; at < mean.length && lengths[index] > 0; at += 1) {
      mean[at] += values[from + at] / lengths[index]
    }
  }
  const count = lengths.filter((length) => length > 0).length
  const scaled = mean.map((value) => value / Math.max(1, count))
  // of unit vectors: the mean square of the differences is 1 less the square of the mean
  const spread = Math.sqrt(Math.max(0, 1 - scaled.reduce((sum, value) => sum + value * value, 0)))
  return { ...part, lengths, mean: scaled, factor: spread < LEAST_SPREAD ? 0 : part.weight / spread }
}

/** Below this all rows are equal, but for rounding. */
const LEAST_SPREAD = 1e-3

function centre(
  { values }: EmbeddingSet,
  index: number,
  length: number,
  scale: PartScale,
  row: Float32Array,
): void {
  const { start, end, mean, factor } = scale
  if (length === 0) {
    row.fill(0, start, end)
    return
  }
  const from = index * DIMENSIONS
  for (let at = start; at < end; at += 1) {
    row[at] = (values[from + at] / length - mean[at - start]) * factor
  }
}

function lengthOf({ values }: EmbeddingSet, index: number, { start, end }: Part): number {
  let sum = 0
  const last = index * DIMENSIONS + end
  for (let at = index * DIMENSIONS + start; at < last; at += 1) {
    sum += values[at] * values[at]
  }
  return Math.sqrt(sum)
}
