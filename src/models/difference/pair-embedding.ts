import type { Raster } from '../../images/raster'
import { resampleWindow } from '../../images/resample-window'
import { embeddingOf } from '../../similar/embedding'
import type { DifferenceProposal } from './proposer'
import { wholeOf } from '../../mask/rect'

/** Cells of the after frame in each direction, of which the mean colours count. */
const LAYOUT_SIDE = 8
/** Steps of each colour in a histogram. */
const STEPS = 4
const BINS = STEPS ** 3

/**
 * Embedding of a pair by measured difference alone, where no encoder can be had: the colours of the after frame in
 * their places, those that came where the change evidence is strong, and these less the ones that went. `MEASURED_ENCODER` names this recipe.
 */
export function measuredEmbedding(
  before: Raster,
  after: Raster,
  { evidence, aligned }: Pick<DifferenceProposal, 'evidence' | 'aligned'>,
): Int8Array {
  const [gone, come] = [coloursOf(aligned ?? before, evidence), coloursOf(after, evidence)]
  const gained = come.map((value, at) => value - gone[at])
  return embeddingOf({ scene: layoutOf(after), change: come, regions: gained })
}

/** Mean colours of cells, about their own mean. */
function layoutOf(image: Raster): Float32Array {
  const whole = wholeOf(image)
  const { data } = resampleWindow(image, whole, LAYOUT_SIDE, LAYOUT_SIDE)
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length
  return Float32Array.from(data, (value) => value - mean)
}

/** Histogram of the colours, weighted by the square of the evidence. */
function coloursOf(image: Raster, evidence: DifferenceProposal['evidence']): Float32Array {
  const bins = new Float32Array(BINS)
  if (image.width !== evidence.width || image.height !== evidence.height) {
    return bins
  }
  for (let at = 0; at < evidence.data.length; at += 1) {
    const weight = evidence.data[at] ** 2
    if (weight > 0) {
      bins[binOf(image.data, 3 * at)] += weight
    }
  }
  return bins
}

function binOf(data: Uint8Array, at: number): number {
  const stepOf = (value: number): number => Math.floor((value * STEPS) / 256)
  return (stepOf(data[at]) * STEPS + stepOf(data[at + 1])) * STEPS + stepOf(data[at + 2])
}
