import { expect, test } from 'vitest'
import { countSet, unionBitmaps } from '../../mask/bitmap'
import type { SyntheticPair } from '../pair'
import type { Placement, PlannedChange } from './planned'
import { composePair, renderComposed } from './pair'
import { gradientImage, madeImage, madeLibrary, madePlacement, madePlan, noiseImage } from './testing'
import { changedPixels } from './truth'

const library = madeLibrary()
const SIZE = { width: 96, height: 96 }
const BOX = {
  kind: 'box',
  paths: [
    [
      [20, 20],
      [70, 20],
      [70, 60],
      [20, 60],
    ],
  ],
  halfWidth: 0,
  side: 50,
} as const
const LOOK = { shape: BOX, soft: 0.4, defocus: 0 } as const
const PAINT = { of: 'paint', colour: [250, 240, 230], kept: 0 } as const

const CHANGES: Readonly<Record<string, PlannedChange>> = {
  appear: { kind: 'appear', placement: madePlacement() },
  vanish: { kind: 'vanish', placement: madePlacement({ thing: 1, angleRad: 0.4 }) },
  move: {
    kind: 'move',
    from: madePlacement({ x: 25, y: 30, side: 30 }),
    to: madePlacement({ x: 65, y: 70, side: 30 }),
  },
  replace: { kind: 'replace', former: madePlacement(), latter: madePlacement({ thing: 1, side: 34 }) },
  recolour: { kind: 'recolour', placement: madePlacement(), frame: 'after', colour: [20, 250, 20] },
  paint: { kind: 'paint', frame: 'before', filling: { ...PAINT, kept: 0.2 }, ...LOOK },
  line: {
    kind: 'line',
    frame: 'after',
    filling: PAINT,
    ...LOOK,
    shape: { kind: 'line', paths: [[[10, 10], [80, 60]]], halfWidth: 2, side: 80 }, // prettier-ignore
  },
  fill: {
    kind: 'fill',
    frame: 'after',
    filling: { of: 'photograph', photograph: 3, x: 0.5, y: 0.5, scale: 1 },
    ...LOOK,
  },
  patch: { kind: 'patch', frame: 'after', filling: { of: 'picture', right: 50, down: 30 }, ...LOOK },
}
/** With a bright photograph to fill from, and halves that a patch can be told by. */
const rich = {
  ...library,
  photographs: [
    library.photographs[0],
    {
      name: 'halves.png',
      image: madeImage(200, 200, (x) => (x < 120 ? [40, 40, 40] : [220, 200, 40])),
      seen: [],
    },
    library.photographs[2],
    { name: 'bright.png', image: madeImage(200, 200, () => [240, 240, 250]), seen: [] },
  ],
}

function changedOf(pair: SyntheticPair) {
  const { width, height } = pair.after
  return unionBitmaps(
    width,
    height,
    pair.regions.map((region) => changedPixels(region, pair.after)),
  )
}

/** Pixels that differ by more than noise of rounding, as 0 and 1. */
function differing({ before, after }: SyntheticPair): Uint8Array {
  const out = new Uint8Array(before.width * before.height)
  for (let pixel = 0; pixel < out.length; pixel++) {
    for (let at = 3 * pixel; at < 3 * pixel + 3; at++) {
      out[pixel] |= Math.abs(before.data[at] - after.data[at]) > 40 ? 1 : 0
    }
  }
  return out
}

/** Whether the only region has pixels before, after, and where it was. */
function shown(kind: string): boolean[] {
  const [region] = renderComposed(madePlan([CHANGES[kind]]), rich).regions
  return [region.before, region.after, region.vacated].map((mask) => mask !== null)
}

const told = (change: PlannedChange): string => renderComposed(madePlan([change]), rich).captions[0].text

function iou(one: Uint8Array, other: Uint8Array): number {
  let [both, any] = [0, 0]
  one.forEach((value, at) => {
    both += value & other[at]
    any += value | other[at]
  })
  return any === 0 ? 1 : both / any
}

test('the same seed gives the same pair, another seed another', () => {
  const [one, again, other] = [5, 5, 6].map((seed) => composePair(seed, library, SIZE))
  expect(again.before.data).toEqual(one.before.data)
  expect(again.after.data).toEqual(one.after.data)
  expect(again.regions).toEqual(one.regions)
  expect(again.captions).toEqual(one.captions)
  expect(other.after.data).not.toEqual(one.after.data)
})

test('bytes are what they were, on every machine', () => {
  const sums = [11, 12, 13].map((seed) => {
    const { before, after } = composePair(seed, library, SIZE)
    const all = [...before.data, ...after.data]
    return all.reduce((sum, value) => (Math.imul(sum ^ value, 0x01000193) >>> 0) % 2 ** 32, 0x811c9dc5)
  })
  expect(sums).toMatchInlineSnapshot(`
    [
      4026972913,
      1806262507,
      4167435145,
    ]
  `)
})

const SOLID = Object.keys(CHANGES).filter((kind) => kind !== 'patch')

test.each(SOLID)('without nuisances the mask of %s is what differs', (kind) => {
  const pair = renderComposed(madePlan([CHANGES[kind]]), rich)
  expect(pair.changeType).toBe(kind)
  expect(iou(changedOf(pair).data, differing(pair))).toBeGreaterThan(kind === 'line' ? 0.75 : 0.9)
})

test('the mask of a patch is all of it, and dark that was copied on dark differs in nothing', () => {
  const pair = renderComposed(madePlan([CHANGES['patch']]), rich)
  const mask = changedOf(pair).data
  expect(differing(pair).every((value, at) => value <= mask[at])).toBe(true)
  expect(Math.abs(mask.reduce((sum, value) => sum + value, 0) / (50 * 40) - 1)).toBeLessThan(0.06)
})

test('regions say what each frame shows', () => {
  expect(shown('appear')).toEqual([false, true, false])
  expect(shown('vanish')).toEqual([true, false, true])
  expect(shown('move')).toEqual([true, true, true])
  expect(shown('recolour')).toEqual([true, true, false])
})

test('no change has no mask and says so; nuisances alone too', () => {
  const pairs = Array.from({ length: 24 }, (_, seed) => composePair(seed, library, SIZE))
  const unchanged = pairs.filter(({ changeType }) => changeType === 'none')
  expect(unchanged.length).toBeGreaterThan(1)
  for (const { regions, captions } of unchanged) {
    expect(regions).toEqual([])
    expect(captions).toEqual([{ text: 'No change was found.', spans: [] }])
  }
  const still = renderComposed(madePlan([]), library)
  expect(still.before.data).toEqual(still.after.data)
})

test('changes that are too faint or too small are left out', () => {
  const { image } = library.photographs[1]
  const like = { ...PAINT, colour: [80, 100, 90], kept: 0.6 } as const
  expect(image.data[1]).toBe(60)
  const faint = { kind: 'paint', frame: 'after', filling: like, ...LOOK } as const
  const small = { kind: 'appear', placement: madePlacement({ side: 3 }) } as const
  const outside = { kind: 'appear', placement: madePlacement({ x: -60 }) } as const
  for (const change of [faint, small, outside]) {
    const pair = renderComposed(madePlan([change]), library)
    expect(pair.changeType).toBe('none')
  }
})

test('the mask follows a shift and a warp of the after frame', () => {
  const alignment = { pixels: 4, shiftX: 4, shiftY: -2, angleRad: 0.02, scale: 1.01 }
  const warp = { pixels: 3, cell: 30, seed: 8 }
  const flat = {
    ...library,
    photographs: [{ name: 'flat', image: madeImage(200, 200, () => [60, 60, 60]), seen: [] }],
  }
  for (const each of [
    { ...alignment, warp: null },
    { ...alignment, warp },
  ]) {
    const plan = madePlan([CHANGES['appear']], { alignment: each })
    const pair = renderComposed({ ...plan, base: { ...plan.base, photograph: 0 } }, flat)
    const still = renderComposed(
      { ...madePlan([CHANGES['appear']]), base: { ...plan.base, photograph: 0 } },
      flat,
    )
    expect(iou(changedOf(pair).data, differing(pair))).toBeGreaterThan(0.93)
    expect(iou(changedOf(still).data, differing(pair))).toBeLessThan(0.9)
    expect(pair.homography === null).toBe(each.warp !== null)
  }
})

test('the homography and the correspondence say where a place of the before frame is', () => {
  const alignment = { pixels: 2, shiftX: 2, shiftY: -1, angleRad: 0.01, scale: 1.005, warp: null }
  const { homography, forward, backward } = renderComposed(madePlan([], { alignment }), library)
  const [a, b, c, d, e, f] = homography ?? []
  for (const [x, y] of [
    [20, 30],
    [70, 50],
  ]) {
    const at = 2 * (y * 96 + x)
    expect(forward[at]).toBeCloseTo(a * (x + 0.5) + b * (y + 0.5) + c, 1)
    expect(forward[at + 1]).toBeCloseTo(d * (x + 0.5) + e * (y + 0.5) + f, 1)
    const there = 2 * (Math.floor(forward[at + 1]) * 96 + Math.floor(forward[at]))
    expect(Math.abs(backward[there] - x - 0.5)).toBeLessThan(1)
  }
})

test('shadows, seasons and waving are never marked', () => {
  const shadow = { frame: 'after', form: { of: 'shape', shape: BOX }, soft: 0.5, strength: 0.6 } as const
  const season = { frame: 'after', hue: 100, halfWidth: 180, to: 0, strength: 1, gain: 1 } as const
  const waving = { frame: 'after', pixels: 4, cell: 8, seed: 2, part: null } as const
  const pair = renderComposed(madePlan([], { shadows: [shadow], season, waving }), library)
  expect(pair.before.data).not.toEqual(pair.after.data)
  expect(pair.regions).toEqual([])
  const cast = { lean: 0.5, flat: 0.5, strength: 0.6, soft: 1 }
  const thing = (own: typeof cast | null): SyntheticPair =>
    renderComposed(madePlan([{ kind: 'appear', placement: madePlacement({ shadow: own }) }]), library)
  expect(thing(cast).regions).toEqual(thing(null).regions)
  expect(thing(cast).after.data).not.toEqual(thing(null).after.data)
})

test('captions tell the kind, the colour and the place that the plan has', () => {
  const left = madePlacement({ x: 15, y: 48, side: 20 })
  expect(told({ kind: 'appear', placement: left })).toBe('A red car appeared on the left.')
  expect(told({ kind: 'vanish', placement: left })).toBe('A red car vanished from the left.')
  expect(told({ kind: 'move', from: left, to: { ...left, x: 80 } })).toBe(
    'A red car moved from the left to the right.',
  )
  expect(told({ kind: 'replace', former: left, latter: { ...left, thing: 1 } })).toBe(
    'A car was replaced by a turquoise cup on the left.',
  )
  expect(told({ kind: 'recolour', placement: left, frame: 'after', colour: [20, 250, 20] })).toBe(
    'A car on the left changed from red to green.',
  )
  expect(told({ kind: 'appear', placement: { ...left, thing: 3 } })).toBe(
    'A yellow object appeared on the left.',
  )
  expect(told(CHANGES['line'])).toBe('A white object appeared in the centre.')
  expect(told(CHANGES['fill'])).toBe('An area in the centre turned from dark grey to white.')
})

test('an unchanged thing of the photograph is told of as a neighbour', () => {
  const seen = [{ word: 'bench', box: { x: 120, y: 80, width: 40, height: 40 } }]
  const photographs = [{ name: 'park.png', image: gradientImage(200, 200), seen }]
  const plan = madePlan(
    [{ kind: 'appear', placement: madePlacement({ x: 36, side: 26 }) }],
    {},
    { tellsNear: true },
  )
  const { captions } = renderComposed(
    { ...plan, base: { ...plan.base, photograph: 0 } },
    { ...library, photographs },
  )
  expect(captions.map(({ text }) => text)).toEqual([
    'A red car appeared next to a bench.',
    'A red car appeared in the centre.',
    'A car appeared.',
  ])
})

test('a thing that lies in both frames is never marked, and is a neighbour', () => {
  const still = [madePlacement({ thing: 1, x: 66, side: 24 })]
  const placement = madePlacement({ x: 40, side: 24 })
  const plan = madePlan([{ kind: 'appear', placement }], {}, { still, tellsNear: true })
  const pair = renderComposed(plan, library)
  const alone = renderComposed({ ...plan, still: [] }, library)
  expect(pair.before.data).not.toEqual(alone.before.data)
  expect(pair.regions).toEqual(alone.regions)
  expect(pair.captions[0].text).toBe('A red car appeared next to a cup.')
  expect(renderComposed({ ...plan, changes: [] }, library).changeType).toBe('none')
})

test('a thing that one laid in later covers is no neighbour', () => {
  const cup = madePlacement({ thing: 1, x: 66, side: 20 })
  const plant = madePlacement({ thing: 2, x: 66, side: 24 })
  const placement = madePlacement({ x: 40, side: 24 })
  const nameOf = (...still: Placement[]): string => {
    const plan = madePlan([{ kind: 'appear', placement }], {}, { still, tellsNear: true })
    return renderComposed(plan, library).captions[0].text
  }
  expect(nameOf(cup)).toBe('A red car appeared next to a cup.')
  expect(nameOf(cup, plant)).toBe('A red car appeared next to a potted plant.')
  // what lies on a thing without a name hides it too
  expect(nameOf(cup, { ...plant, thing: 3 })).toBe('A red car appeared in the centre.')
  expect(nameOf(plant, { ...cup, x: 150 })).toBe('A red car appeared next to a potted plant.')
})

test('long, tiny and blank photographs and few of them do', () => {
  const images = [
    noiseImage(2, 55, 900),
    noiseImage(3, 900, 7),
    madeImage(50, 50, () => [0, 0, 0]),
    madeImage(1, 1, () => [9, 9, 9]),
  ]
  for (const image of images) {
    const few = { photographs: [{ name: 'one', image, seen: [] }], things: library.things }
    for (let seed = 0; seed < 6; seed++) {
      const pair = composePair(seed, few, { width: 64, height: 48 })
      expect(pair.after.data.length).toBe(3 * 64 * 48)
      expect(countSet(changedOf(pair)) > 0).toBe(pair.changeType !== 'none')
    }
  }
})

test('pictures of 60 x 8,000 pixels are composed', () => {
  const pair = composePair(2, library, { width: 60, height: 8000 })
  expect(pair.before.data.length).toBe(3 * 60 * 8000)
})

test('half way one photograph is faded into the other by half, rounded', () => {
  const pair = renderComposed(madePlan([CHANGES.recolour]), rich)
  const { before, after } = pair
  expect([0, 1].map((time) => pair.renderBetween(time))).toEqual([before, after])
  const middle = pair.renderBetween(0.5)
  expect(middle.data).toEqual(before.data.map((level, at) => Math.floor((level + after.data[at]) / 2 + 0.5)))
})

test('a still thing outside of the frame is told of nowhere', () => {
  const plan = madePlan([CHANGES.appear])
  const [hidden, seen] = [-500, 70].map((x) =>
    renderComposed(
      { ...plan, tellsNear: true, still: [madePlacement({ thing: 1, x, y: 48, side: 20 })] },
      rich,
    ),
  )
  const bare = renderComposed(plan, rich)
  expect(hidden.after.data).toEqual(bare.after.data)
  expect(seen.after.data).not.toEqual(bare.after.data)
})
