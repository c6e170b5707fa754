import { invert, project } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { Rect, Size } from '../../mask/bitmap'
import type { Embedding, EmbeddingPart } from './encoder-decoder'

/** How unlike the two images are, cell by cell, in the after frame. */
export interface EmbeddingDistance {
  side: number
  /** 1 - cosine; 0 where the before image has no counterpart. Row-major, `side * side`. */
  values: Float32Array
  /** Of all cells: what unchanged ground comes to. */
  median: number
}

/** @param homography before to after, in pixels of the images; null where the view did not move */
export function embeddingDistance(
  before: { embedding: Embedding; size: Size },
  after: { embedding: Embedding; size: Size },
  homography: Homography | null,
): EmbeddingDistance {
  const a = before.embedding.image_embed
  const b = after.embedding.image_embed
  const side = b.shape[3]
  const back = homography === null ? null : invert(homography)
  const values = new Float32Array(side * side)
  for (let cell = 0; cell < values.length; cell += 1) {
    const from = counterpart(cell, side, before.size, after.size, homography === null ? undefined : back)
    values[cell] = from === null ? 0 : 1 - cosine(a, from, b, cell)
  }
  return { side, values, median: values.toSorted()[values.length >> 1] }
}

/** The before cell of an after cell: itself where nothing moved; null outside. */
function counterpart(
  cell: number,
  side: number,
  before: Size,
  after: Size,
  back: Homography | null | undefined,
): number | null {
  if (back === undefined) {
    return cell
  }
  if (back === null) {
    return null
  }
  const x = (((cell % side) + 0.5) * after.width) / side
  const y = ((Math.floor(cell / side) + 0.5) * after.height) / side
  const at = project(back, { x, y })
  const [column, row] = [Math.floor((at.x * side) / before.width), Math.floor((at.y * side) / before.height)]
  return column < 0 || row < 0 || column >= side || row >= side ? null : row * side + column
}

function cosine(a: EmbeddingPart, cellA: number, b: EmbeddingPart, cellB: number): number {
  const channels = a.shape[1]
  const plane = a.shape[2] * a.shape[3]
  let [product, normA, normB] = [0, 0, 0]
  for (let channel = 0; channel < channels; channel += 1) {
    const valueA = a.values[channel * plane + cellA]
    const valueB = b.values[channel * plane + cellB]
    product += valueA * valueB
    normA += valueA * valueA
    normB += valueB * valueB
  }
  return product / Math.sqrt(Math.max(normA * normB, 1e-12))
}

/** The largest distance of the cells that a rectangle of the after image touches. */
export function distanceWithin(distance: EmbeddingDistance, rect: Rect, size: Size): number {
  const { side, values } = distance
  const left = Math.floor((rect.x * side) / size.width)
  const top = Math.floor((rect.y * side) / size.height)
  const right = Math.min(side - 1, Math.floor(((rect.x + rect.width - 1) * side) / size.width))
  const bottom = Math.min(side - 1, Math.floor(((rect.y + rect.height - 1) * side) / size.height))
  let most = 0
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      most = Math.max(most, values[row * side + column])
    }
  }
  return most
}

/** The mean embedding under a mask, of length 1; null where the mask has no pixel. */
export function meanEmbedding(
  part: EmbeddingPart,
  isSet: (x: number, y: number) => boolean,
  size: Size,
  within: Rect,
): Float32Array | null {
  const [, channels, side] = part.shape
  const weights = new Float64Array(side * side)
  let count = 0
  for (let y = within.y; y < within.y + within.height; y += 1) {
    for (let x = within.x; x < within.x + within.width; x += 1) {
      if (isSet(x, y)) {
        weights[Math.floor((y * side) / size.height) * side + Math.floor((x * side) / size.width)] += 1
        count += 1
      }
    }
  }
  if (count === 0) {
    return null
  }
  const mean = new Float32Array(channels)
  weights.forEach((weight, cell) => {
    if (weight === 0) {
      return
    }
    for (let channel = 0; channel < channels; channel += 1) {
      mean[channel] += (weight / count) * part.values[channel * side * side + cell]
    }
  })
  const norm = Math.hypot(...mean)
  return mean.map((value) => value / Math.max(norm, 1e-6))
}

export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at], 0)
}
