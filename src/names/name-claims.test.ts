import { describe, expect, test } from 'vitest'
import { emptyBitmap } from '../mask/bitmap'
import type { Rect } from '../mask/bitmap'
import { encodeRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import type { Colour } from './colour'
import { claimNames } from './name-claims'
import type { RegionChange } from './region-change'
import { DEFAULT_LEAST_SCORE } from './rule'
import type { NamedRegion } from './claim'
import type { Detection } from './detection'

const [WIDTH, HEIGHT] = [200, 100]
const place: Rect = { x: 20, y: 20, width: 40, height: 40 }

function maskOf(...rects: Rect[]): Rle {
  const bitmap = emptyBitmap(WIDTH, HEIGHT)
  for (const { x, y, width, height } of rects) {
    for (let row = y; row < y + height; row += 1) {
      bitmap.data.fill(1, row * WIDTH + x, row * WIDTH + x + width)
    }
  }
  return encodeRle(bitmap)
}

const grey: Colour = [120, 120, 120]
const measured = (change: Partial<RegionChange> = {}): RegionChange => ({
  kind: 'changed',
  before: grey,
  after: grey,
  x: 0.2,
  y: 0.4,
  share: 0.08,
  ...change,
})
const region = (rect: Rect, kind: RegionChange['kind'] = 'changed'): NamedRegion => ({
  mask: maskOf(rect),
  beforeMask: maskOf(rect),
  change: measured({ kind }),
})
const seen = (name: string, score: number, box: Rect): Detection => ({ name, score, box })
const frame = (...detections: Detection[]) => ({ width: WIDTH, height: HEIGHT, detections })
const shifted = (rect: Rect, x: number): Rect => ({ ...rect, x: rect.x + x })
const OPTIONS = { leastScore: DEFAULT_LEAST_SCORE }

/** `name kind` of every change, then its other names, by the first of its regions. */
function claimed(regions: NamedRegion[], before: Detection[], after: Detection[]): string[][] {
  const { changes } = claimNames(regions, frame(...before), frame(...after), null, OPTIONS)
  return regions.map((_, index) =>
    changes
      .filter((change) => change.regions[0] === index)
      .flatMap(({ claim, others }) => [`${claim.name} ${claim.kind}`, ...others.map(({ name }) => name)]),
  )
}

describe('clause 1: sure enough', () => {
  test.each([
    ['person', 0.35, true],
    ['person', 0.34, false],
    ['motorcycle', 0.36, true],
    ['dog', 0.49, false],
    ['dog', 0.5, true],
  ])('%s at %f', (name, score, isClaimed) => {
    expect(claimed([region(place)], [], [seen(name, score, place)])).toEqual([
      isClaimed ? [`${name} appeared`] : [],
    ])
  })
})

describe('clause 2: changed enough, and not the view', () => {
  test('at least 30 % of the box', () => {
    const strip = (width: number) => region({ ...place, width })
    expect(claimed([strip(12)], [], [seen('person', 0.9, place)])).toEqual([['person appeared']])
    expect(claimed([strip(11)], [], [seen('person', 0.9, place)])).toEqual([[]])
  })

  test('parts of several regions count together, and the one with the most is named', () => {
    const parts = [region({ ...place, width: 7 }), region({ ...place, x: 50, width: 8 })]
    expect(claimed(parts, [], [seen('person', 0.9, place)])).toEqual([[], ['person appeared']])
  })

  test('a box of 90 % of the image is none', () => {
    const all: Rect = { x: 0, y: 0, width: WIDTH, height: 90 }
    expect(claimed([region(all)], [], [seen('train', 0.9, all)])).toEqual([[]])
    expect(claimed([region(all)], [], [seen('train', 0.9, { ...all, height: 89 })])).toEqual([
      ['train appeared'],
    ])
  })
})

describe('clause 3: not there before', () => {
  test.each([
    ['the same name', 'car', 0.4, 0, false],
    ['one of its group', 'truck', 0.4, 0, false],
    ['another group', 'person', 0.3, 0, true],
    ['less than half its score', 'car', 0.39, 0, true],
    ['at IoU .43', 'car', 0.8, 16, false],
    ['at IoU .38', 'car', 0.8, 18, true],
  ])('%s', (_, name, score, shift, isClaimed) => {
    const changed = region({ ...place, width: 60 })
    const [own] = claimed([changed], [seen(name, score, shifted(place, shift))], [seen('car', 0.8, place)])
    expect(own.some((text) => text.startsWith('car'))).toBe(isClaimed)
  })
})

describe('clause 4: hidden by a stronger claim', () => {
  const wide = region({ x: 0, y: 0, width: 150, height: 90 })
  const behind = { ...place, width: 90 }

  test('what a person stands before did not go', () => {
    const own = claimed([wide], [seen('car', 0.6, behind)], [seen('person', 0.8, place)])
    expect(own).toEqual([['person appeared']])
  })

  test('a weaker claim hides nothing, and is itself hidden', () => {
    const own = claimed([wide], [seen('car', 0.9, behind)], [seen('person', 0.8, place)])
    expect(own).toEqual([['car no longer visible']])
  })

  test('boxes that share less than 30 % of the smaller one stay', () => {
    const own = claimed([wide], [seen('car', 0.6, shifted(place, 29))], [seen('person', 0.8, place)])
    expect(own).toEqual([['person appeared', 'car']])
  })

  test('in one frame nothing hides another', () => {
    const own = claimed([wide], [], [seen('car', 0.6, behind), seen('person', 0.8, place)])
    expect(own).toEqual([['person appeared', 'car']])
  })
})

describe('what happened', () => {
  test('before alone: no longer visible, or vanished where the region is known to be gone', () => {
    expect(claimed([region(place)], [seen('bus', 0.5, place)], [])).toEqual([['bus no longer visible']])
    expect(claimed([region(place, 'vanished')], [seen('bus', 0.5, place)], [])).toEqual([['bus vanished']])
  })

  test('unlike things in one place: replaced', () => {
    const { changes } = claimNames(
      [region(place)],
      frame(seen('dog', 0.7, place)),
      frame(seen('person', 0.6, shifted(place, 4))),
      null,
      OPTIONS,
    )
    expect(changes).toHaveLength(1)
    expect(changes[0].claim).toMatchObject({
      name: 'person',
      kind: 'replaced',
      former: 'dog',
      frame: 'after',
    })
    expect(changes[0].claim.why).toBe(
      'person seen in the after image (score 0.60); 90 % of its box changed; the before image shows dog there (score 0.70)',
    )
  })

  test('without detections, or regions, there are no claims', () => {
    expect(claimed([region(place)], [], [])).toEqual([[]])
    expect(claimed([], [seen('car', 0.9, place)], [])).toEqual([])
  })
})

describe('frames of a moved view', () => {
  const right30 = [1, 0, 30, 0, 1, 0, 0, 0, 1]

  test('boxes are compared where they come to lie', () => {
    const changed = region({ x: 0, y: 0, width: 120, height: 90 })
    const [before, after] = [frame(seen('car', 0.7, place)), frame(seen('car', 0.8, shifted(place, 30)))]
    expect(claimNames([changed], before, after, right30, OPTIONS).changes).toEqual([])
  })

  test('a region without a mask before has its place carried back', () => {
    const appeared: NamedRegion = { ...region(shifted(place, 30)), beforeMask: null }
    const { changes } = claimNames([appeared], frame(seen('car', 0.7, place)), frame(), right30, OPTIONS)
    expect(changes.map(({ claim }) => claim)).toMatchObject([
      { name: 'car', frame: 'before', kind: 'no longer visible', box: place },
    ])
  })

  test('frames may differ in size', () => {
    const small = {
      width: 100,
      height: 50,
      detections: [seen('car', 0.7, { x: 10, y: 10, width: 20, height: 20 })],
    }
    const twice = [2, 0, 0.5, 0, 2, 0.5, 0, 0, 1]
    const appeared: NamedRegion = { ...region(place), beforeMask: null }
    const { changes } = claimNames([appeared], small, frame(), twice, OPTIONS)
    expect(changes.map(({ claim }) => claim.name)).toEqual(['car'])
  })
})
