import { describe, expect, it } from 'vitest'
import type { Region } from '../domain/document'
import type { Homography } from '../domain/pair'
import { emptyBitmap } from '../mask/bitmap'
import type { Rect } from '../mask/bitmap'
import { decodeRle, encodeRle, rleArea } from '../mask/rle'
import { mergeParts } from './merge-parts'
import { encodePlaced, placedOf } from '../mask/placed-mask'
import { partsOf } from './parts'

const image = { width: 300, height: 200 }

function bitmapOf({ width, height }: { width: number; height: number }, rects: readonly Rect[]) {
  const bitmap = emptyBitmap(width, height)
  for (const rect of rects) {
    for (let y = rect.y; y < rect.y + rect.height; y += 1) {
      bitmap.data.fill(1, y * width + rect.x, y * width + rect.x + rect.width)
    }
  }
  return bitmap
}

function regionOf(part: Rect, rects: readonly Rect[], changes: Partial<Region> = {}): Region {
  const own = rects.map((rect) => ({ ...rect, x: rect.x - part.x, y: rect.y - part.y }))
  return {
    id: 'difference-1',
    category: 'change',
    status: 'proposed',
    mask: encodeRle(bitmapOf(part, own)),
    beforeMask: null,
    source: { kind: 'proposal', proposalId: 0 },
    score: 0.5,
    ...changes,
  }
}

/** Of which both frames show something. */
function changedRegion(part: Rect, rect: Rect): Region {
  const region = regionOf(part, [rect])
  return { ...region, beforeMask: region.mask }
}

describe('run lengths of a mask within a large image', () => {
  it.each([
    { name: 'in the middle', rects: [{ x: 40, y: 30, width: 20, height: 10 }] },
    { name: 'at the top', rects: [{ x: 0, y: 0, width: 3, height: 7 }] },
    { name: 'at the bottom', rects: [{ x: 90, y: 60, width: 10, height: 20 }] },
    { name: 'over the whole height', rects: [{ x: 10, y: 0, width: 5, height: 80 }] },
    {
      name: 'in pieces',
      rects: [
        { x: 1, y: 1, width: 1, height: 1 },
        { x: 5, y: 70, width: 9, height: 10 },
      ],
    },
    { name: 'over all', rects: [{ x: 0, y: 0, width: 100, height: 80 }] },
  ])('are those of the whole bitmap: $name', ({ rects }) => {
    const size = { width: 100, height: 80 }
    const rle = encodeRle(bitmapOf(size, rects))
    expect(encodePlaced(placedOf(rle, { x: 0, y: 0, ...size }), size)).toEqual(rle)
  })
})

describe('parts of a large image', () => {
  it('cover it, share a strip with the next, and lie inside', () => {
    const parts = partsOf({ width: 20_000, height: 1500 })
    expect(parts).toHaveLength(23 * 2)
    expect(parts.at(-1)).toEqual({ x: 18_976, y: 476, width: 1024, height: 1024 })
    const starts = parts.slice(0, 23).map(({ x }) => x)
    expect(starts.slice(1).every((x, index) => starts[index] + 1024 - x >= 128)).toBe(true)
    expect(partsOf({ width: 700, height: 90 })).toEqual([{ x: 0, y: 0, width: 700, height: 90 }])
  })
})

describe('regions of parts', () => {
  const left = { x: 0, y: 0, width: 160, height: 200 }
  const right = { x: 140, y: 0, width: 160, height: 200 }

  it('that share a pixel are one, with the category of the largest piece', async () => {
    const thing = { x: 100, y: 50, width: 120, height: 10 }
    const merged = await mergeParts(image, [
      {
        part: left,
        regions: [
          regionOf(left, [{ ...thing, width: 60 }], { category: 'road', score: 0.9 }),
          regionOf(left, [{ x: 10, y: 150, width: 4, height: 4 }]),
        ],
        changes: null,
      },
      {
        part: right,
        regions: [regionOf(right, [{ ...thing, x: 140, width: 80 }], { category: 'roof', score: 0.4 })],
        changes: null,
      },
    ])
    expect(merged.map(({ region: { id, category, score } }) => ({ id, category, score }))).toEqual([
      { id: 'part-1', category: 'roof', score: 0.9 },
      { id: 'part-2', category: 'change', score: 0.5 },
    ])
    expect(decodeRle(merged[0].region.mask)).toEqual(bitmapOf(image, [thing]))
    expect(rleArea(merged[1].region.mask)).toBe(16)
  })

  it('that only lie beside each other stay two', async () => {
    const merged = await mergeParts(image, [
      { part: left, regions: [regionOf(left, [{ x: 100, y: 50, width: 40, height: 10 }])], changes: null },
      { part: right, regions: [regionOf(right, [{ x: 140, y: 50, width: 40, height: 10 }])], changes: null },
    ])
    expect(merged).toHaveLength(2)
  })

  it('have the place and the share of the whole image', async () => {
    const change = {
      kind: 'appeared' as const,
      before: [1, 2, 3] as const,
      after: [4, 5, 6] as const,
      x: 0.9,
      y: 0.9,
      share: 0.5,
    }
    const [{ change: merged }] = await mergeParts(image, [
      {
        part: right,
        regions: [regionOf(right, [{ x: 200, y: 100, width: 20, height: 30 }])],
        changes: [change],
      },
    ])
    expect(merged).toEqual({ ...change, x: 0.7, y: 0.575, share: 0.01 })
  })

  it('that were measured differently have a before mask as their largest piece has', async () => {
    const rects = [left, right].map((part) => ({ x: part.x + 20, y: 40, width: part.width - 30, height: 10 }))
    const small = { x: 140, y: 40, width: 40, height: 10 }
    const whole = (part: Rect, rect: Rect): Partial<Region> => ({ beforeMask: regionOf(part, [rect]).mask })
    const changed = regionOf(left, [rects[0]], whole(left, rects[0]))
    const merged = await mergeParts(image, [
      { part: left, regions: [changed], changes: null },
      { part: right, regions: [regionOf(right, [small])], changes: null },
    ])
    expect(merged).toHaveLength(1)
    expect(merged[0].region.beforeMask).toEqual(merged[0].region.mask)
    const [{ region }] = await mergeParts(image, [
      { part: left, regions: [regionOf(left, [{ x: 20, y: 40, width: 135, height: 10 }])], changes: null },
      { part: right, regions: [regionOf(right, [small], whole(right, small))], changes: null },
    ])
    expect(region.beforeMask).toBeNull()
  })

  it('have their before masks carried through the alignment, piece by piece', async () => {
    const rect = { x: 100, y: 50, width: 120, height: 10 }
    const shift: Homography = [1, 0, 5, 0, 1, -3, 0, 0, 1]
    const [{ region }] = await mergeParts(
      image,
      [
        { part: left, regions: [changedRegion(left, { ...rect, width: 60 })], changes: null },
        { part: right, regions: [changedRegion(right, { ...rect, x: 140, width: 80 })], changes: null },
      ],
      shift,
    )
    const there = { ...rect, x: rect.x - 5, y: rect.y + 3 }
    expect(region.beforeMask === null ? null : decodeRle(region.beforeMask)).toEqual(bitmapOf(image, [there]))
  })
})
