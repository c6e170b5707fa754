import { THRESHOLDS } from '../../src/engine/proposals/folder-threshold'
import type { ChangeMap } from '../../src/models/model-proposer'

/** Cells of the histogram, even over probabilities. */
const CELLS = 1000
/** A threshold is compared by what lies within so much of it. */
const ABOUT = 0.05
const ROUNDS = 200

/** Pixels of all maps by their probability: `CELLS` cells. */
export function histogramOf(maps: readonly ChangeMap[]): Float64Array {
  const counts = new Float64Array(CELLS)
  for (const { values } of maps) {
    for (const value of values) {
      counts[Math.min(CELLS - 1, Math.floor(value * CELLS))] += 1
    }
  }
  return counts
}

/** Of the thresholds that a folder can have, that about which the fewest pixels lie. */
export function calmestThreshold(counts: Float64Array): number {
  const about = (threshold: number): number => {
    const [from, to] = [threshold - ABOUT, threshold + ABOUT].map((end) => Math.round(end * CELLS))
    return counts.subarray(from, to).reduce((sum, count) => sum + count, 0)
  }
  const least = Math.min(...THRESHOLDS.map(about))
  return THRESHOLDS.find((threshold) => about(threshold) === least) ?? 0.5
}

/** Otsu (1979): what lies on its two sides differs most between and least within. */
export function otsuThreshold(counts: Float64Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const mass = counts.reduce((sum, count, cell) => sum + count * middleOf(cell), 0)
  let [below, belowMass, best, threshold] = [0, 0, -1, 0.5]
  for (let cell = 0; cell < CELLS - 1; cell += 1) {
    below += counts[cell]
    belowMass += counts[cell] * middleOf(cell)
    const above = total - below
    if (below > 0 && above > 0) {
      const distance = belowMass / below - (mass - belowMass) / above
      const between = below * above * distance ** 2
      if (between > best) {
        best = between
        threshold = (cell + 1) / CELLS
      }
    }
  }
  return threshold
}

/**
 * Saerens et al. (2002): the share of changed pixels that explains the folder's probabilities best, and the probability
 * that with this share comes to a half.
 * @param usual the share in the pairs that the model was trained on
 */
export function shareThreshold(counts: Float64Array, usual: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let share = usual
  for (let round = 0; round < ROUNDS; round += 1) {
    const [more, less] = [share / usual, (1 - share) / (1 - usual)]
    let sum = 0
    counts.forEach((count, cell) => {
      const p = middleOf(cell)
      sum += (count * p * more) / (p * more + (1 - p) * less)
    })
    share = sum / total
  }
  const [more, less] = [share / usual, (1 - share) / (1 - usual)]
  return less / (more + less)
}

function middleOf(cell: number): number {
  return (cell + 0.5) / CELLS
}
