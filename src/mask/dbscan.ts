import type { Bitmap } from './bitmap'
import { labelComponents } from './components'
import type { Components } from './components'
import { countNeighbours, dilate } from './morphology'

/**
 * DBSCAN (Ester et al., KDD 1996) of the set pixels, exact for the Chebyshev distance and linear in the
 * number of pixels: neighbours within `reach` are counted by sliding sums, and two core pixels are
 * within `2 * half + 1` of each other exactly where their squares of radius `half` touch.
 * A set pixel within `reach` of a core pixel belongs to that core's cluster, others are noise (label 0).
 * @param half the reach is `2 * half + 1` pixels
 * @param minPoints set pixels, itself included, that make a pixel a core
 */
export function dbscan(bitmap: Bitmap, half: number, minPoints: number): Components {
  const { width, height, data } = bitmap
  const reach = 2 * half + 1
  const counts = countNeighbours(bitmap, reach)
  const cores: Bitmap = {
    width,
    height,
    data: data.map((value, at) => (value !== 0 && counts[at] >= minPoints ? 1 : 0)),
  }
  const clusters = labelComponents(dilate(cores, half), 8)
  const labels = clusters.labels
  for (let at = 0; at < labels.length; at += 1) {
    if (data[at] === 0) {
      continue
    }
    if (labels[at] === 0) {
      labels[at] = -1 // set, and not within `half` of a core: looked up below, from cores alone
    }
  }
  adoptBorder(labels, cores, reach)
  for (let at = 0; at < labels.length; at += 1) {
    if (data[at] === 0) {
      labels[at] = 0
    }
  }
  return { width, height, labels, count: clusters.count }
}

/** Gives border pixels (-1) the label of the first core found within `reach`, or 0. */
function adoptBorder(labels: Int32Array, cores: Bitmap, reach: number): void {
  const { width, height } = cores
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (labels[at] === -1) {
        labels[at] = coreLabelNear(labels, cores, x, y, reach)
      }
    }
  }
}

function coreLabelNear(labels: Int32Array, cores: Bitmap, x: number, y: number, reach: number): number {
  const { width, height, data } = cores
  const right = Math.min(width - 1, x + reach)
  const bottom = Math.min(height - 1, y + reach)
  for (let row = Math.max(0, y - reach); row <= bottom; row += 1) {
    for (let column = Math.max(0, x - reach); column <= right; column += 1) {
      if (data[row * width + column] !== 0) {
        return labels[row * width + column]
      }
    }
  }
  return 0
}
