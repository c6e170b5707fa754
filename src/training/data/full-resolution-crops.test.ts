import { describe, expect, test } from 'vitest'
import type { Raster } from '../../images/raster'
import type { Homography } from '../../domain/pair'
import type { Rect } from '../../mask/bitmap'
import { contains, overlaps } from '../../mask/rect'
import { encodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import type { CorrectedPair } from './corrected-pair'
import { cropAtFullResolution } from './full-resolution-crops'
import { HELD_OUT_CROP_OPTIONS, TRAINING_CROP_OPTIONS } from './training-crop'
import type { TrainingCrop } from './training-crop'

const HELD_OUT = { ...HELD_OUT_CROP_OPTIONS, side: 64, seed: 1 }
const TRAINED = { ...TRAINING_CROP_OPTIONS, variants: 3, side: 64, seed: 1 }

/** Red is the column, green the row, blue `blue`. */
function ramp(width: number, height: number, blue: number): Raster {
  const data = new Uint8Array(3 * width * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set([pixel % width, Math.floor(pixel / width), blue], 3 * pixel)
  }
  return { width, height, data }
}

function maskOf({ width, height }: Raster, box: Rect): Rle {
  const data = new Uint8Array(width * height)
  for (let y = box.y; y < box.y + box.height; y++) {
    data.fill(1, y * width + box.x, y * width + box.x + box.width)
  }
  return encodeRle({ width, height, data })
}

function corrected(image: Raster, boxes: readonly Rect[]): CorrectedPair {
  const regions = boxes.map((box) => ({ category: 'car', mask: maskOf(image, box), beforeMask: null }))
  const isUnchanged = boxes.length === 0
  const fixed = { pairId: 1, key: 'one', before: 'a.png', after: 'b.png', captions: [], links: [] }
  return { ...fixed, regions, isUnchanged, isHeldOut: true }
}

const after = ramp(240, 200, 9)
const aligned = ramp(240, 200, 5)
const BOX = { x: 100, y: 90, width: 20, height: 10 }

test('a square has the pixels of both images and of the mask, not scaled', () => {
  const [crop] = cropAtFullResolution(
    corrected(after, [BOX]),
    { aligned, after, valid: null, homography: null },
    HELD_OUT,
  )
  expect(crop).toMatchObject({ kind: 'window', width: 64, height: 64 })
  const { x, y } = crop.afterWindow
  const at = 64 * 30 + 20
  expect([...crop.after.subarray(3 * at, 3 * at + 3)]).toEqual([x + 20, y + 30, 9])
  expect([...crop.before.subarray(3 * at, 3 * at + 3)]).toEqual([x + 20, y + 30, 5])
  const [{ after: mask }] = crop.regions
  const set = Array.from(mask!, (value, pixel) => (value === 255 ? [pixel] : [])).flat()
  const columns = [...set].map((pixel) => x + (pixel % 64))
  const rows = [...set].map((pixel) => y + Math.floor(pixel / 64))
  expect([Math.min(...rows), Math.max(...rows)]).toEqual([90, 99])
  expect([Math.min(...columns), Math.max(...columns)]).toEqual([100, 119])
})

test('a change is trained in several squares with room to shift, each of which shows it', () => {
  const crops = cropAtFullResolution(
    corrected(after, [BOX]),
    { aligned, after, valid: null, homography: null },
    TRAINED,
  )
  const about = crops.filter(({ kind }) => kind === 'window')
  expect(about).toHaveLength(3)
  expect(new Set(about.map(({ afterWindow }) => `${afterWindow.x} ${afterWindow.y}`)).size).toBe(3)
  about.forEach((crop) => expect(crop).toMatchObject({ width: 80, height: 80, regions: [{ region: 0 }] }))
})

test('of a change that is larger than a square parts are shown', () => {
  const large = { x: 10, y: 10, width: 200, height: 180 }
  const crops = cropAtFullResolution(
    corrected(after, [large]),
    { aligned, after, valid: null, homography: null },
    TRAINED,
  )
  const about = crops.filter(({ kind }) => kind === 'window')
  expect(about).toHaveLength(3)
  about.forEach(({ regions }) => expect(regions).toHaveLength(1))
})

test('squares without a change touch none', () => {
  const crops = cropAtFullResolution(
    corrected(after, [BOX]),
    { aligned, after, valid: null, homography: null },
    TRAINED,
  )
  const empty = crops.filter(({ kind }) => kind === 'empty')
  expect(empty).toHaveLength(2)
  empty.forEach(({ regions }) => expect(regions).toEqual([]))
})

test('many changes are shown evenly, in a limited number of squares', () => {
  const boxes = Array.from({ length: 60 }, (_, at) => ({
    x: 20 * (at % 10),
    y: 30 * Math.floor(at / 10),
    width: 4,
    height: 4,
  }))
  const crops = cropAtFullResolution(
    corrected(after, boxes),
    { aligned, after, valid: null, homography: null },
    TRAINED,
  )
  const about = crops.filter(({ kind }) => kind === 'window')
  expect(about).toHaveLength(24)
  const shown = new Set(about.flatMap(({ regions }) => regions.map(({ region }) => region)))
  expect(shown.size).toBeGreaterThan(50)
})

test('a smaller image is continued by its last pixels', () => {
  const small = ramp(40, 30, 9)
  const [crop] = cropAtFullResolution(
    corrected(small, []),
    { aligned: small, after: small, valid: null, homography: null },
    HELD_OUT,
  )
  expect(crop).toMatchObject({ width: 64, height: 64, regions: [] })
  const at = 64 * 50 + 60
  expect([...crop.after.subarray(3 * at, 3 * at + 3)]).toEqual([39, 29, 9])
})

test('what one frame alone shows is no change, and draws no square', () => {
  // the before frame lies 60 pixels to the right, and is black where it shows nothing
  const valid = Uint8Array.from({ length: 240 * 200 }, (_, at) => (at % 240 < 60 ? 0 : 1))
  const shifted = ramp(240, 200, 9)
  for (const [at, isKnown] of valid.entries()) {
    shifted.data.fill(0, 3 * at, isKnown === 0 ? 3 * at + 3 : 3 * at)
  }
  // a light that differs, far from what is not known
  for (let y = 140; y < 190; y++) {
    shifted.data.fill(250, 3 * (240 * y + 180), 3 * (240 * y + 230))
  }
  const frames = { aligned: shifted, after, valid, homography: null }
  const [square] = cropAtFullResolution(corrected(after, []), frames, HELD_OUT)
  expect(square.afterWindow.x).toBeGreaterThan(100)
  const hidden = { x: 10, y: 20, width: 20, height: 20 }
  const crops = cropAtFullResolution(corrected(after, [hidden]), frames, HELD_OUT)
  const about = crops.find(({ kind }) => kind === 'window')
  expect(about).toMatchObject({ regions: [] })
  expect(about?.before).toEqual(about?.after)
})

function moved(place: Rect, from: Rect): CorrectedPair {
  const [region] = corrected(after, [place]).regions
  return { ...corrected(after, [place]), regions: [{ ...region, beforeMask: maskOf(after, from) }] }
}

/** Of each region of the crop, at a pixel of the image. */
function marked(
  { afterWindow: { x, y }, width, regions }: TrainingCrop,
  column: number,
  row: number,
): number[] {
  return regions.map((region) => region.after?.[(row - y) * width + column - x] ?? 0)
}

describe('the place that a thing moved away from', () => {
  const OLD = { x: 10, y: 15, width: 20, height: 10 }
  const NEW = { x: 190, y: 150, width: 20, height: 10 }
  // differs most where the thing was
  const left = { ...aligned, data: aligned.data.slice() }
  for (let y = OLD.y; y < OLD.y + OLD.height; y++) {
    left.data.fill(250, 3 * (240 * y + OLD.x), 3 * (240 * y + OLD.x + OLD.width))
  }
  test.each([
    ['trained', TRAINED],
    ['held out', HELD_OUT],
  ])('is changed and lies in no square without a change, %s', (_, options) => {
    const frames = { aligned: left, after, valid: null, homography: null }
    const crops = cropAtFullResolution(moved(NEW, OLD), frames, options)
    const empty = crops.filter(({ kind }) => kind === 'empty')
    expect(empty.length).toBeGreaterThan(0)
    empty.forEach(({ afterWindow, regions }) => {
      expect(overlaps(afterWindow, OLD)).toBe(false)
      expect(regions).toEqual([])
    })
    const about = crops.filter(({ kind, afterWindow }) => kind === 'window' && overlaps(afterWindow, OLD))
    expect(about).toHaveLength('variants' in options ? options.variants : 1)
    const inside = crops.filter(({ afterWindow }) => contains(afterWindow, OLD))
    expect(inside.length).toBeGreaterThan(0)
    inside.forEach((crop) => {
      expect(marked(crop, OLD.x, OLD.y)).toEqual([255])
      expect(marked(crop, OLD.x + OLD.width - 1, OLD.y + OLD.height - 1)).toEqual([255])
      expect(marked(crop, OLD.x + OLD.width, OLD.y)).toEqual([0])
    })
  })

  test('is found where the view moved', () => {
    const homography: Homography = [1, 0, 60, 0, 1, 40, 0, 0, 1]
    const frames = { aligned, after, valid: null, homography }
    const crops = cropAtFullResolution(moved(NEW, OLD), frames, HELD_OUT)
    const seen = { ...OLD, x: OLD.x + 60, y: OLD.y + 40 }
    const crop = crops.find(({ afterWindow }) => contains(afterWindow, seen))!
    expect(marked(crop, seen.x, seen.y)).toEqual([255])
    expect(marked(crop, seen.x - 1, seen.y)).toEqual([0])
    expect(marked(crop, seen.x + seen.width, seen.y)).toEqual([0])
  })

  test('draws no squares of its own where the thing is still partly there', () => {
    const frames = { aligned, after, valid: null, homography: null }
    const crops = cropAtFullResolution(moved(BOX, { ...BOX, x: BOX.x + 5 }), frames, TRAINED)
    expect(crops.filter(({ kind }) => kind === 'window')).toHaveLength(TRAINED.variants)
  })
})
