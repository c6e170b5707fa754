import { HISTOGRAM_BARS } from '../contract/value-facts'
import type { DepthFacts, ValueFacts } from '../contract/value-facts'
import type { Bands, PairWindow } from '../domain/value-mapping'
import type { Frame } from '../domain/document'
import type { Overlay } from '../georeference/overlay'
import { decodeFile } from '../images/decode'
import type { DecodedFile } from '../images/decode'
import { ImageError } from '../images/file'
import type { Samples } from '../images/raster'
import { areFractions, CUT_SHARE, isMissing, percentileRange, rangeOf, sortedSample } from '../images/samples'
import { tiffBands } from '../images/tiff-bands'
import { uprightSamples } from '../images/transform'
import { valuePreview } from '../images/value-preview'
import { overlayOrNull } from './common-grid'
import { requireSize } from './decode-pair'
import { laySamples } from './lay'

const NARROW_SHARE = 0.02
/** Of values beyond the histogram at each end. */
const PLOT_SHARE = 0.0001
/** Of the histogram's width, added at each end. */
const PLOT_ROOM = 0.25

export interface PairValues {
  facts: ValueFacts
  /** Files of `before-values` and `after-values`; null for a frame of 8 bits, and where there are none. */
  previews: { before: Buffer | null; after: Buffer | null }
}

/**
 * What is known of the values of a pair's frames as their files have them, and previews of them as they are shown.
 * @throws ImageError
 */
export async function pairValues(before: string, after: string, bands: Bands | null): Promise<PairValues> {
  const overlay = await overlayOrNull({ before, after })
  const [first, second] = await Promise.all([decodeAny(before, bands), decodeAny(after, bands)])
  const depth = first.hasBands && second.hasBands ? depthOf(first.samples, second.samples) : null
  return {
    facts: { depth, bands: { before: await bandsOf(first), after: await bandsOf(second) } },
    previews: {
      before: depth?.frames.before === true ? await previewOf(first, overlay, 'before', before) : null,
      after: depth?.frames.after === true ? await previewOf(second, overlay, 'after', after) : null,
    },
  }
}

async function previewOf(
  { header, samples }: DecodedFile,
  overlay: Overlay | null,
  frame: Frame,
  path: string,
): Promise<Buffer> {
  if (overlay === null) {
    return valuePreview(samples, header.orientation)
  }
  const turned = uprightSamples(samples, header.orientation)
  requireSize(turned, overlay.frames[frame], path)
  return valuePreview(await laySamples(turned, overlay.frames[frame], overlay.grid), 1)
}

/** With its own first bands where it lacks the chosen ones. */
async function decodeAny(path: string, bands: Bands | null): Promise<DecodedFile & { hasBands: boolean }> {
  try {
    return { ...(await decodeFile(path, bands)), hasBands: true }
  } catch (error) {
    if (!(error instanceof ImageError && error.code === 'no-such-band')) {
      throw error
    }
    return { ...(await decodeFile(path)), hasBands: false }
  }
}

async function bandsOf({ bytes, header, samples }: DecodedFile): Promise<{ count: number; names: string[] }> {
  const none = { count: samples.colours, names: [] }
  return header.format === 'tiff' ? tiffBands(bytes).catch(() => none) : none
}

export function depthOf(before: Samples, after: Samples): DepthFacts | null {
  const frames = [before, after].filter(isDeep).map((samples) => ({ samples, sorted: sortedSample(samples) }))
  const areWhole = frames.every(({ samples }) => !areFractions(samples))
  const extent = spanOf(frames.map(({ samples }) => extentOf(samples)))
  if (extent === null) {
    return null
  }
  const windowAt = (share: number, least: number): PairWindow =>
    widened(spanOf(frames.map(({ sorted }) => percentileRange(sorted, share, least))) ?? extent)
  const full = widened(extent)
  const hasOwn = frames.some(({ samples }) => samples.window !== undefined)
  const named = [...(after.windows ?? [])]
  const plot = withRoom(windowAt(PLOT_SHARE, 0), full)
  const barsOf = (samples: Samples): number[] =>
    histogram(frames.find((frame) => frame.samples === samples)?.sorted ?? new Float64Array(), plot)
  return {
    frames: { before: isDeep(before), after: isDeep(after) },
    hasPreviews: true,
    areWhole,
    full,
    file: named[0]?.window ?? (hasOwn ? spanOf(frames.map(({ samples }) => rangeOf(samples))) : null),
    named,
    countsEnds: frames.some(({ samples }) => samples.windows !== undefined),
    usual: windowAt(CUT_SHARE, areWhole ? 255 : Number.EPSILON),
    narrow: windowAt(NARROW_SHARE, 0),
    plot,
    histogram: { before: barsOf(before), after: barsOf(after) },
  }
}

function isDeep({ data }: Samples): boolean {
  return !(data instanceof Uint8Array)
}

function spanOf(ranges: readonly (PairWindow | null)[]): PairWindow | null {
  const known = ranges.filter((range) => range !== null)
  return known.length === 0
    ? null
    : {
        low: Math.min(...known.map(({ low }) => low)),
        high: Math.max(...known.map(({ high }) => high)),
      }
}

/** A window has a width, also where all values are one. */
function widened({ low, high }: PairWindow): PairWindow {
  return { low, high: high > low ? high : low + Math.max(1, Math.abs(low) * 1e-6) }
}

function withRoom({ low, high }: PairWindow, full: PairWindow): PairWindow {
  const room = (high - low) * PLOT_ROOM
  return widened({ low: Math.max(full.low, low - room), high: Math.min(full.high, high + room) })
}

/** Of all measured colour values; null where there is none. */
function extentOf({ data, channels, colours, noData }: Samples): PairWindow | null {
  let [low, high] = [Infinity, -Infinity]
  for (let pixel = 0; pixel < data.length; pixel += channels) {
    for (let at = pixel; at < pixel + colours; at += 1) {
      const value = data[at]
      if (!isMissing(value, noData)) {
        low = Math.min(low, value)
        high = Math.max(high, value)
      }
    }
  }
  return low > high ? null : { low, high }
}

function histogram(sorted: Float64Array, { low, high }: PairWindow): number[] {
  const bars = Array.from({ length: HISTOGRAM_BARS }, () => 0)
  const factor = HISTOGRAM_BARS / (high - low)
  for (const value of sorted) {
    if (value >= low && value <= high) {
      bars[Math.min(HISTOGRAM_BARS - 1, Math.floor((value - low) * factor))] += 1
    }
  }
  return bars
}
