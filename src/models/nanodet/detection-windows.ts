import type { Rect, Size } from '../../mask/bitmap'
import { boxAround } from '../../mask/rect'
import { INPUT_SIDE } from './network/network'

/** Pixels; up to here the whole image alone is as good as windows (docs/decisions/101-names.md). */
const LARGE_SIDE = 768
/** Pixels. */
const LEAST_WINDOW = 320
/** Of a region's longer side. */
const WINDOW_SCALE = 4
/** A region may lie in another one's window that is at most this many times what it needs. */
const SHARED_SCALE = 1.5
/** Each costs two runs of the network; beyond, small regions keep what the whole image shows. */
const MOST_WINDOWS = 24

/** Square windows about regions of a large image, whole pixels inside of it; none for a small one. */
export function detectionWindows(image: Size, regions: readonly Rect[]): Rect[] {
  if (Math.max(image.width, image.height) <= LARGE_SIDE) {
    return []
  }
  const windows: Rect[] = []
  for (const region of regions.toSorted((a, b) => longer(b) - longer(a))) {
    const side = Math.ceil(Math.max(LEAST_WINDOW, WINDOW_SCALE * longer(region)))
    if (side >= Math.max(image.width, image.height)) {
      continue // the whole image is that window
    }
    const isCovered = windows.some((window) => {
      return longer(window) <= SHARED_SCALE * side && liesWithin(region, window, image)
    })
    if (!isCovered && windows.length < MOST_WINDOWS) {
      windows.push(windowAround(region, side, image))
    }
  }
  return windows
}

/** Cut by a window and not by the image: what is seen of a thing there is not all of it. */
export function isCut(box: Rect, window: Rect, image: Size): boolean {
  const margin = 1 + Math.max(window.width, window.height) / 100
  return (
    (window.x > 0 && box.x < window.x + margin) ||
    (window.y > 0 && box.y < window.y + margin) ||
    (window.x + window.width < image.width && box.x + box.width > window.x + window.width - margin) ||
    (window.y + window.height < image.height && box.y + box.height > window.y + window.height - margin)
  )
}

const longer = ({ width, height }: Size): number => Math.max(width, height)

function windowAround(region: Rect, side: number, image: Size): Rect {
  const width = Math.min(side, image.width)
  const height = Math.min(side, image.height)
  const x = Math.round(region.x + (region.width - width) / 2)
  const y = Math.round(region.y + (region.height - height) / 2)
  return {
    x: Math.min(Math.max(0, x), image.width - width),
    y: Math.min(Math.max(0, y), image.height - height),
    width,
    height,
  }
}

/** With as much room about it as it is long, where the image has that. */
function liesWithin(region: Rect, window: Rect, image: Size): boolean {
  const room = longer(region)
  return (
    window.x <= Math.max(0, region.x - room) &&
    window.y <= Math.max(0, region.y - room) &&
    window.x + window.width >= Math.min(image.width, region.x + region.width + room) &&
    window.y + window.height >= Math.min(image.height, region.y + region.height + room)
  )
}

/** Pixels: a frame is looked at about its regions by an input of this side, at less than a third of the time. */
export const PART_SIDE = 224
/** Pixels of the whole frame's input, on each side of the regions: what stands about a thing tells what it is. */
const PART_MARGIN = 32

/**
 * The square about all regions that `PART_SIDE` shows at the scale at which `INPUT_SIDE` shows the whole image; null where
 * it takes more, or where the image is so large that it is searched in windows.
 */
export function partAround(image: Size, regions: readonly Rect[]): Rect | null {
  const all = boxAround(regions)
  if (longer(image) > LARGE_SIDE || all === null) {
    return null
  }
  const scale = INPUT_SIDE / longer(image)
  if (longer(all) * scale + 2 * PART_MARGIN > PART_SIDE) {
    return null
  }
  return windowAround(all, Math.round(PART_SIDE / scale), image)
}
