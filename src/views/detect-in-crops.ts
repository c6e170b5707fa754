import type { Homography } from '../domain/pair'
import { chooseWindows } from './crop-windows'
import { factorFor } from '../images/pyramid'
import type { Raster } from '../images/raster'
import type { Rect } from '../mask/bitmap'
import type { Stopwatch } from '../process/stopwatch'
import { isSameBox, locateRegions } from './located-region'
import type { RegionDetector, ChangeEncoding, DetectedRegion, LocatedRegion } from './located-region'
import { encodeCrops } from './crop-view'
import { wholeOf } from '../mask/rect'
import type { CropView, ViewEncoder } from './crop-view'
import { mergeView } from './merge-view'
import { detectInTiles, isDetectedInTiles } from './tile-grid'
import type { MessageText } from '../messages/message'

/** Images of a shorter side below this have no crops. */
export const MIN_SIDE = 200
/** A window shows an object of 1/7 of its side: as large as most objects in the training data. */
export const WINDOWS = { context: 7, loosest: 12, limit: 8 } as const
/** Of what was measured, so many of the largest differences get a crop. */
const MAX_MEASURED_BOXES = 12
/** Pixels of the longer side, at most, at which tiled images are measured: what that costs ends there. */
const MEASURED_SIDE = 1536

/** Score of a pair in which a window's probability just misses the threshold. */
const UNCERTAIN_SCORE = 0.5

/** Locates where a pair differs, on means of `factor` x `factor` pixels. */
export interface DifferenceLocator {
  locate(
    before: Raster,
    after: Raster,
    factor: number,
  ): Promise<{ alignment: Homography | null; remarks: readonly MessageText[]; boxes: readonly Rect[] }>
}

export interface CropDetectionOptions {
  readonly difference: DifferenceLocator
  /** Probability from which a window counts as changed. */
  readonly threshold: number
  readonly stopwatch: Stopwatch
}

export interface CropDetections<Encoding, Detected extends DetectedRegion> {
  readonly located: readonly LocatedRegion<Encoding, Detected>[]
  /** The whole first. */
  readonly views: CropView<Encoding>[]
  /** That anything changed, 0 to 1. */
  readonly score: number
  readonly alignment: Homography | null
  readonly remarks: MessageText[]
}

/**
 * Detects small regions and measured differences again in crops; what a crop shows replaces what the whole shows.
 * Large images are searched in tiles as well, and a region of a tile counts where a crop around it shows it too. Sets
 * the alignment of `whole`.
 */
export async function detectInCrops<Encoding extends ChangeEncoding, Detected extends DetectedRegion>(
  network: RegionDetector<Encoding, Detected>,
  frames: { before: Raster; after: Raster },
  whole: CropView<Encoding>,
  regions: readonly Detected[],
  { difference, threshold, stopwatch }: CropDetectionOptions,
): Promise<CropDetections<Encoding, Detected>> {
  const { before, after } = frames
  let score = whole.encoding.changeProbability
  const views = [whole]
  if (!isLarge(after)) {
    return { located: locateRegions(regions, whole), views, score, alignment: null, remarks: [] }
  }
  const factor = isDetectedInTiles(after) ? factorFor(after, MEASURED_SIDE) : 1
  const { alignment, remarks, boxes: measured } = await difference.locate(before, after, factor)
  stopwatch.lap('difference')
  whole.alignment = alignment
  let located = locateRegions(regions, whole)
  const detectIn = async (
    boxes: readonly Rect[],
    counts: (region: LocatedRegion<Encoding, Detected>) => boolean,
    uncertainScore: number,
  ): Promise<void> => {
    const { windows } = chooseWindows(after, boxes, WINDOWS)
    const all = await encodeCrops(network, before, after, windows, alignment)
    for (const { encoding } of all) {
      score = Math.max(score, uncertainScore * Math.min(1, encoding.changeProbability / threshold))
    }
    const changed = all.filter(({ encoding }) => encoding.changeProbability >= threshold)
    const detected = await Promise.all(changed.map(({ encoding }) => network.detect(encoding)))
    for (const [at, view] of changed.entries()) {
      const own = locateRegions(detected[at], view).filter(counts)
      if (own.length === 0) {
        continue
      }
      score = Math.max(score, view.encoding.changeProbability)
      located = mergeView(located, own, after)
      if (located.some((each) => each.view === view)) {
        views.push(view)
      }
    }
  }
  const candidates = [...located.map(({ box }) => box), ...measured.slice(0, MAX_MEASURED_BOXES)]
  await detectIn(candidates, () => true, UNCERTAIN_SCORE)
  stopwatch.lap('crops')
  if (isDetectedInTiles(after)) {
    const hints = await detectInTiles(network, frames, alignment, threshold)
    const inCrops = located.filter((each) => each.view !== whole)
    const suspects = hints.filter((box) => !inCrops.some((each) => isSameBox(each.box, box)))
    // with so many crops some are false positives
    await detectIn(
      suspects,
      (own) => own.region.score >= threshold && suspects.some((suspect) => isSameBox(own.box, suspect)),
      0,
    )
    stopwatch.lap('tiles')
  }
  return { located, views, score, alignment, remarks: [...remarks] }
}

export async function encodeWhole<Encoding>(
  network: ViewEncoder<Encoding>,
  before: Raster,
  after: Raster,
): Promise<CropView<Encoding>> {
  const [whole] = await encodeCrops(network, before, after, [wholeOf(after)], null)
  return whole
}

export function isLarge({ width, height }: Raster): boolean {
  return Math.min(width, height) >= MIN_SIDE
}
