import { emptyBitmap } from '../mask/bitmap'
import type { Rect } from '../mask/bitmap'
import { encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { ClaimedNames, NamedRegion, RegionChange } from './claim'
import type { Colour } from './colour'
import type { Detection } from './detection'
import { claimNames } from './name-claims'
import { DEFAULT_LEAST_SCORE } from './rule'

/** Made regions and detections of a frame of 200 x 100 pixels, for tests. */
export const [WIDTH, HEIGHT] = [200, 100]
export const place: Rect = { x: 20, y: 20, width: 40, height: 40 }
export const OPTIONS = { leastScore: DEFAULT_LEAST_SCORE }

export function maskOf(...rects: Rect[]): Rle {
  const bitmap = emptyBitmap(WIDTH, HEIGHT)
  for (const { x, y, width, height } of rects) {
    for (let row = y; row < y + height; row += 1) {
      bitmap.data.fill(1, row * WIDTH + x, row * WIDTH + x + width)
    }
  }
  return encodeRle(bitmap)
}

const grey: Colour = [120, 120, 120]

/** @param change what was measured of it, if not a grey thing that changed */
export function region(rect: Rect, change: Partial<RegionChange> = {}): NamedRegion {
  return {
    mask: maskOf(rect),
    beforeMask: maskOf(rect),
    change: { kind: 'changed', before: grey, after: grey, x: 0.2, y: 0.4, share: 0.08, ...change },
  }
}

export const seen = (name: string, score: number, box: Rect): Detection => ({ name, score, box })
export const frame = (...detections: Detection[]) => ({ width: WIDTH, height: HEIGHT, detections })
export const shifted = (rect: Rect, x: number): Rect => ({ ...rect, x: rect.x + x })

/** Of an unmoved view. */
export function namesOf(
  regions: readonly NamedRegion[],
  before: readonly Detection[],
  after: readonly Detection[],
): ClaimedNames {
  return claimNames(regions, frame(...before), frame(...after), null, OPTIONS)
}

/** `name kind` of every change, then its other names, by the first of its regions. */
export function claimed(regions: NamedRegion[], before: Detection[], after: Detection[]): string[][] {
  const { changes } = namesOf(regions, before, after)
  return regions.map((_, index) =>
    changes
      .filter((change) => change.regions[0] === index)
      .flatMap(({ claim, others }) => [`${claim.name} ${claim.kind}`, ...others.map(({ name }) => name)]),
  )
}
