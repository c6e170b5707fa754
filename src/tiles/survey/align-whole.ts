import { invert, project } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import { isPlausible, largestShift, rescale } from '../../images/registration/homography'
import {
  registrationScore,
  CLEARLY_ALIGNED,
  findHomography,
  register,
} from '../../images/registration/register'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { readAligned } from '../read-aligned'
import type { TiledPair } from '../tiled-pair'
import { fitAffine } from './fit-affine'
import type { PointPair } from './fit-affine'
import { readOverview } from './overview'

/** How the frames of a large pair lie over each other. */
export interface WholeAlignment {
  /** From pixels of the before frame to those of the after frame; null where nothing moved, or it is not known. */
  alignment: Homography | null
  /** Pixels by which a place may lie off all the same; null where that is not known. */
  mostShift: number | null
}

/** Windows at full resolution, in a row and in a column, and their side in pixels. */
const WINDOWS = 5
const SIDE = 512
/** Pixels of the overview by which an alignment by it may lie off. */
const OVERVIEW_ERROR = 3
/** Pixels by which windows may have moved, where there is no overview: a quarter of their side. */
const REACH = SIDE / 4
/** Pixels by which a window may lie off the map that all agree with: roofs and hills lean. */
const WITHIN = 3
/** Pixels that windows which agree may lie off. */
const AGREED = 4
/** Share of blocks by which windows may agree less by chance. */
const TOLERANCE = 0.01
/** Frames whose corners move by less, in pixels, did not move. */
const LEAST_SHIFT = 1

/**
 * Roughly by an overview, then by windows at full resolution. One map holds for all parts: no seam can show.
 * @param level of the overview; null where there is none
 * @throws ImageError
 */
export async function alignWhole(pair: TiledPair, level: number | null): Promise<WholeAlignment> {
  const rough = level === null ? null : await alignOverview(pair, level)
  const reach = level === null ? REACH : OVERVIEW_ERROR * 2 ** level + AGREED
  const windows = await readWindows(pair, rough)
  const scores = scoresOf(windows)
  if (rough === null && scores.every((share) => share >= CLEARLY_ALIGNED)) {
    return { alignment: null, mostShift: AGREED }
  }
  const open = { alignment: rough, mostShift: level === null ? null : reach }
  // scenes lie on a map: what an overview seems to see of perspective is noise
  const back = rough === null ? null : invert(rough)
  const points = await findPoints(windows, reach)
  const fit = fitAffine(
    points.map(({ from, to }) => ({ from: back === null ? from : project(back, from), to })),
    WITHIN,
  )
  if (fit === null || !isPlausible(fit.homography, pair.width, pair.height)) {
    return open
  }
  const refined = fit.homography
  if (largestShift(refined, pair.width, pair.height) < LEAST_SHIFT) {
    return { alignment: null, mostShift: AGREED }
  }
  const refinedScores = scoresOf(await readWindows(pair, refined))
  // blocks agree to a pixel or two: a map that was found already is refined where that is no worse
  const tolerance = rough === null ? 0 : TOLERANCE * windows.length
  const isKept = sum(refinedScores) > sum(scores) - tolerance
  return isKept ? { alignment: refined, mostShift: AGREED + fit.worst } : open
}

async function alignOverview(pair: TiledPair, level: number): Promise<Homography | null> {
  const { before, after } = await readOverview(pair, level, null)
  const { homography } = await register(before, after)
  return homography === null ? null : rescale(homography, 2 ** level, 2 ** level)
}

interface Window {
  place: Rect
  before: Raster
  after: Raster
}

async function readWindows(pair: TiledPair, alignment: Homography | null): Promise<Window[]> {
  const windows: Window[] = []
  const [width, height] = [Math.min(SIDE, pair.width), Math.min(SIDE, pair.height)]
  for (let index = 0; index < WINDOWS * WINDOWS; index += 1) {
    const x = Math.round(((pair.width - width) * (index % WINDOWS)) / (WINDOWS - 1))
    const y = Math.round(((pair.height - height) * Math.floor(index / WINDOWS)) / (WINDOWS - 1))
    const place = { x, y, width, height }
    windows.push({
      place,
      before: await readAligned(pair, 0, place, alignment),
      after: await pair.read('after', 0, place),
    })
  }
  return windows
}

function scoresOf(windows: readonly Window[]): number[] {
  return windows.map(({ before, after }) => registrationScore(before, after))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The middles of windows in both frames, where they moved no further than `reach`. */
async function findPoints(windows: readonly Window[], reach: number): Promise<PointPair[]> {
  const points: PointPair[] = []
  for (const { place, before, after } of windows) {
    const found = await findHomography(before, after)
    if (found !== null) {
      const middle = { x: (place.width - 1) / 2, y: (place.height - 1) / 2 }
      const moved = project(found, middle)
      if (Math.hypot(moved.x - middle.x, moved.y - middle.y) <= reach) {
        points.push({
          from: { x: place.x + middle.x, y: place.y + middle.y },
          to: { x: place.x + moved.x, y: place.y + moved.y },
        })
      }
    }
  }
  return points
}
