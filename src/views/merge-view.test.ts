import { expect, test } from 'vitest'
import type { Rect } from '../mask/bitmap'
import { MASK_SIDE } from '../models/layers/sizes'
import { wholeOf } from '../mask/rect'
import type { CropView } from './crop-view'
import { mergeView } from './merge-view'
import { locateRegions } from './located-region'
import type { DetectedRegion, LocatedRegion } from './located-region'

const image = { width: 256, height: 256 }
type One = LocatedRegion<string, DetectedRegion>

function viewOf(after: Rect): CropView<string> {
  return { before: after, after, encoding: '', alignment: null }
}

const whole = viewOf(wholeOf(image))
const corner = viewOf({ x: 0, y: 0, width: 128, height: 128 })
const most = viewOf({ x: 0, y: 0, width: 192, height: 192 })

/** Regions of a view, from boxes in the image's pixels. */
function regionIn(view: CropView<string>, boxes: readonly Rect[], frame: 'before' | 'after' = 'after'): One {
  const mask = new Float32Array(2 * MASK_SIDE * MASK_SIDE).fill(-8)
  const { x, y, width, height } = view.after
  for (let at = 0; at < MASK_SIDE * MASK_SIDE; at++) {
    const column = x + (((at % MASK_SIDE) + 0.5) * width) / MASK_SIDE
    const row = y + ((Math.floor(at / MASK_SIDE) + 0.5) * height) / MASK_SIDE
    const isInside = boxes.some(
      (box) => column >= box.x && column < box.x + box.width && row >= box.y && row < box.y + box.height,
    )
    if (isInside) {
      mask[(frame === 'after' ? MASK_SIDE * MASK_SIDE : 0) + at] = 8
    }
  }
  const [located] = locateRegions([{ category: 'change', score: 0.9, mask }], view)
  return located
}

const box = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })
const ring = [box(20, 20, 140, 20), box(20, 20, 20, 140), box(140, 20, 20, 140), box(20, 140, 140, 20)]

test('the piece of a large region that a window happens to show leaves it as it is', () => {
  const large = regionIn(whole, [box(100, 100, 120, 120)])
  const small = regionIn(whole, [box(20, 20, 20, 20)])
  const [piece, better] = [regionIn(corner, [box(100, 100, 28, 28)]), regionIn(corner, [box(21, 21, 17, 17)])]
  expect(mergeView([large, small], [piece, better], image)).toEqual([large, better])
})

test('what a window shows whole replaces what was coarser, in one part or several', () => {
  const coarse = regionIn(whole, [box(30, 30, 12, 12)])
  const better = regionIn(corner, [box(32, 32, 6, 6)])
  expect(mergeView([coarse], [better], image)).toEqual([better])
  const both = regionIn(whole, [box(30, 30, 40, 12)])
  const parts = [regionIn(corner, [box(30, 30, 14, 12)]), regionIn(corner, [box(54, 30, 14, 12)])]
  expect(mergeView([both], parts, image)).toEqual(parts)
  const gone = regionIn(corner, [box(32, 32, 8, 8)], 'before')
  expect(mergeView([coarse], [gone], image)).toEqual([gone])
})

test('a small object inside the box of a large one, or on its mask, does not replace it', () => {
  const around = regionIn(whole, ring)
  const within = regionIn(most, [box(84, 84, 12, 12)])
  expect(mergeView([around], [within], image)).toEqual([around, within])
  const solid = regionIn(whole, [box(20, 20, 140, 140)])
  expect(mergeView([solid], [within], image)).toEqual([solid])
  // as a region of its own it has a finer mask there
  const coarse = regionIn(whole, [box(82, 82, 16, 16)])
  expect(mergeView([solid, coarse], [within], image)).toEqual([solid, within])
})

test('a part is dropped where its object is located, used where it is all there is, and replaced by the whole object', () => {
  const piece = regionIn(corner, [box(100, 40, 28, 40)])
  expect(mergeView([], [piece], image)).toEqual([piece])
  const complete = regionIn(most, [box(100, 40, 60, 40)])
  expect(mergeView([piece], [complete], image)).toEqual([complete])
  expect(mergeView([complete], [piece], image)).toEqual([complete])
  const edge = regionIn(corner, [box(0, 40, 20, 20)])
  expect(mergeView([regionIn(whole, [box(0, 40, 22, 22)])], [edge], image)).toEqual([edge])
})
