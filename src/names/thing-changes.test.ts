import { describe, expect, test } from 'vitest'
import type { Rect } from '../mask/bitmap'
import type { Colour } from './colour'
import type { NamedRegion } from './claim'
import { claimNames } from './name-claims'
import { claimed, frame, maskOf, namesOf, OPTIONS, place, region, seen, shifted } from './testing'
import { englishOf } from '../messages/message'

const red: Colour = [180, 40, 40]
const blue: Colour = [40, 60, 170]
const ground: Colour = [120, 125, 110]
/** A third of the diagonal is 74.5 pixels. */
const there = shifted(place, 70)
const came = (rect: Rect, after: Colour = red) => region(rect, { kind: 'appeared', before: ground, after })
const left = (rect: Rect, before: Colour = red) => region(rect, { kind: 'vanished', before, after: ground })
const car = (box: Rect, score = 0.6) => seen('car', score, box)

describe('moved: here in one frame, elsewhere in the other', () => {
  test('one change, with the region that it left as its origin', () => {
    const { changes } = namesOf([left(place), came(there)], [car(place, 0.7)], [car(there)])
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({
      regions: [1],
      origin: 0,
      claim: { name: 'car', kind: 'moved', frame: 'after', box: there, from: place, score: 0.6 },
    })
    expect(englishOf(changes[0].claim.why)).toBe(
      'car seen in the after image (score 0.60); 100 % of its box changed; the before image shows car of its size and colour near by (score 0.70)',
    )
  })

  test.each([
    ['farther than a third of the diagonal', car(shifted(place, 75)), red],
    ['of another group', seen('person', 0.6, there), red],
    ['of another colour', car(there), blue],
    ['less than half as large', car({ ...there, width: 39, height: 20 }), red],
  ])('not told: %s', (_, after, colour) => {
    const regions = [left(place), came(after.box, colour)]
    expect(claimed(regions, [car(place)], [after])).toEqual([['car vanished'], [`${after.name} appeared`]])
  })

  test('not told where the edges say that nothing left, or nothing came', () => {
    const [from, to] = [[car(place)], [car(there)]]
    const hidden = region(place, { kind: 'appeared', before: red })
    expect(claimed([hidden, came(there)], from, to)).toEqual([['car no longer visible'], ['car appeared']])
    const shown = region(there, { kind: 'vanished', after: red })
    expect(claimed([left(place), shown], from, to)).toEqual([['car vanished'], ['car appeared']])
  })

  test('the likest pair first, and each thing once', () => {
    const near = { ...shifted(place, 45), height: 38 }
    const regions = [left(place), came(there, [150, 40, 45]), came(near)]
    const { changes } = namesOf(regions, [car(place)], [car(there, 0.9), car(near)])
    const texts = changes.map(({ regions: own, origin, claim }) => `${own[0]} ${claim.kind} ${origin}`)
    expect(texts).toEqual(['2 moved 0', '1 appeared null'])
  })

  test('two that agree need less of their boxes changed, and come before a surer name of the region', () => {
    const strip = { ...there, width: 8 }
    const regions = [left({ ...place, width: 8 }), came(strip)]
    const bag = seen('handbag', 0.9, strip)
    expect(claimed(regions, [car(place)], [car(there), bag])).toEqual([[], ['car moved', 'handbag']])
    expect(claimed(regions, [car(place)], [])).toEqual([[], []])
  })

  test('one region may hold both places', () => {
    const both = region({ ...place, width: 70 }, { before: [150, 80, 80], after: [150, 80, 80] })
    const { changes } = namesOf([both], [car(place)], [car(shifted(place, 30))])
    expect(changes).toMatchObject([{ regions: [0], origin: null, claim: { kind: 'moved', from: place } }])
  })

  test('the middles of the boxes are compared where pixels are at hand', () => {
    const both = region({ ...place, width: 70 }, { before: red, after: blue })
    const kindOf = (after: Colour): string[] =>
      claimNames(
        [both],
        { ...frame(car(place)), colourOf: () => blue },
        { ...frame(car(shifted(place, 30))), colourOf: () => after },
        null,
        OPTIONS,
      ).changes.map(({ claim }) => claim.kind)
    expect(kindOf(blue)).toEqual(['moved'])
    expect(kindOf(red)).not.toContain('moved')
  })

  test('not where the region is much more than the thing', () => {
    const leaves = region({ x: 0, y: 0, width: 150, height: 100 })
    const own = claimed([leaves], [car(place)], [car(shifted(place, 30))])
    expect(own).not.toContainEqual(expect.arrayContaining(['car moved']))
  })

  test('of two regions the means may agree where ground is seen through the middle', () => {
    const kindsOf = (to: NamedRegion): string[] =>
      claimNames(
        [left(place), to],
        { ...frame(car(place)), colourOf: () => ground },
        { ...frame(car(there)), colourOf: () => blue },
        null,
        OPTIONS,
      ).changes.map(({ claim }) => claim.kind)
    expect(kindsOf(came(there))).toEqual(['moved'])
    expect(kindsOf(came(there, blue))).toEqual(['appeared', 'vanished'])
  })

  test('a region that shows another thing too is no origin', () => {
    const wide = left({ x: 0, y: 20, width: 60, height: 80 })
    const dog = seen('dog', 0.8, { x: 20, y: 65, width: 40, height: 35 })
    const { changes } = namesOf([wide, came(there)], [car(place), dog], [car(there)])
    expect(changes.map(({ origin, claim }) => [claim.name, claim.kind, origin])).toEqual([
      ['car', 'moved', null],
      ['dog', 'no longer visible', null],
    ])
  })
})

describe('moved: as its proposer knows', () => {
  const known: NamedRegion = { ...region(there, { kind: 'moved' }), beforeMask: maskOf(place) }
  const [from, to] = [car(place, 0.7), car(there)]

  test.each([
    ['in both frames', [from], [to], there, place],
    ['after alone', [], [to], there, place],
    ['before alone', [from], [], place, place],
  ])('found %s', (_, before, after, box, origin) => {
    const { changes } = namesOf([known], before, after)
    expect(changes).toMatchObject([
      { regions: [0], origin: null, claim: { kind: 'moved', box, from: origin } },
    ])
  })

  test('by so little that it is in both frames at one place', () => {
    const near = shifted(place, 10)
    const short = region({ ...place, width: 50 }, { kind: 'moved' })
    const { changes } = namesOf([short], [from], [car(near)])
    expect(changes).toMatchObject([{ claim: { kind: 'moved', box: near, from: place } }])
    expect(claimed([region({ ...place, width: 50 })], [from], [car(near)])).toEqual([[]])
  })
})

describe('gone', () => {
  const bus = [seen('bus', 0.5, place)]
  const gone = region(place, { kind: 'vanished' })

  test('vanished only where the before image alone has edges', () => {
    expect(claimed([gone], bus, [])).toEqual([['bus vanished']])
    expect(claimed([region(place)], bus, [])).toEqual([['bus no longer visible']])
    expect(claimed([region(place, { kind: 'appeared' })], bus, [])).toEqual([['bus no longer visible']])
  })

  test('not where something that came stands in its place', () => {
    const inFront = { ...place, y: 45, height: 55 }
    expect(claimed([gone], bus, [seen('dog', 0.6, inFront)])).toEqual([['bus no longer visible']])
    expect(claimed([gone], bus, [seen('dog', 0.4, inFront)])).toEqual([['bus vanished']])
    const alsoBefore = [...bus, seen('dog', 0.6, inFront)]
    expect(claimed([gone], alsoBefore, [seen('dog', 0.6, inFront)])).toEqual([['bus vanished']])
  })

  test('not where most of the region lies elsewhere', () => {
    const wide = region({ ...place, width: 70 }, { kind: 'vanished' })
    expect(claimed([wide], bus, [])).toEqual([['bus no longer visible']])
  })
})

describe('replaced', () => {
  test('unlike things in one place are one change', () => {
    const dog = seen('dog', 0.7, place)
    const { changes } = namesOf([region(place)], [dog], [seen('person', 0.6, shifted(place, 4))])
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({
      claim: { name: 'person', kind: 'replaced', former: 'dog', frame: 'after' },
      others: [],
    })
    expect(englishOf(changes[0].claim.why)).toBe(
      'person seen in the after image (score 0.60); 90 % of its box changed; the before image shows dog there (score 0.70)',
    )
  })

  test('things of one group in one place are the same thing', () => {
    expect(claimed([region(place)], [seen('truck', 0.7, place)], [seen('car', 0.6, place)])).toEqual([[]])
  })
})

describe('changed in colour', () => {
  const red: Colour = [180, 40, 40]
  const blue: Colour = [40, 60, 170]
  const car = seen('car', 0.7, place)
  const told = (
    before: Colour,
    after: Colour,
    rect: Rect = place,
    kind: 'changed' | 'appeared' = 'changed',
  ) => claimed([region(rect, { kind, before, after })], [car], [car])[0]

  test('the same thing in both frames, most of it in clearly another colour', () => {
    expect(told(red, blue)).toEqual(['car changed colour'])
    const { changes } = namesOf([region(place, { before: red, after: blue })], [car], [car])
    expect(englishOf(changes[0].claim.why)).toBe(
      'car seen in the after image (score 0.70); 100 % of its box changed; the before image shows it too',
    )
  })

  test.each([
    ['grey to light grey is light', [110, 110, 110], [190, 190, 190]],
    ['black to white may be light', [20, 20, 20], [240, 240, 240]],
    ['red in the shade is red', [180, 40, 40], [110, 24, 24]],
    ['hues beside each other', [170, 110, 60], [170, 140, 60]],
  ] as [string, Colour, Colour][])('not told: %s', (_, before, after) => {
    expect(told(before, after)).toEqual([])
  })

  test('not told where less of it changed, more than it, or the edges of one frame lead', () => {
    expect(told(red, blue, { ...place, width: 20 })).toEqual(['car changed colour'])
    expect(told(red, blue, { ...place, width: 19 })).toEqual([])
    expect(told(red, blue, { ...place, width: 70 })).toEqual([])
    expect(told(red, blue, place, 'appeared')).toEqual([])
  })
})

describe('likenesses of several things', () => {
  test('the nearest of two alike is the one that moved', () => {
    const [far, near] = [shifted(place, 110), shifted(place, 55)]
    const regions = [left(place), came(far), came(near), left(shifted(place, 140))]
    const before = [car(place), car(shifted(place, 140))]
    const { changes } = namesOf(regions, before, [car(far), car(near)])
    expect(changes.map(({ regions: own, origin, claim }) => `${own[0]} ${claim.kind} ${origin}`)).toEqual([
      '1 moved 3',
      '2 moved 0',
    ])
  })

  test('a thing known to have moved is named by the surest of its frame', () => {
    const known: NamedRegion = { ...region(there, { kind: 'moved' }), beforeMask: maskOf(place) }
    const { changes } = namesOf([known], [], [car(there, 0.5), seen('bus', 0.9, there)])
    expect(changes).toMatchObject([{ claim: { name: 'bus', kind: 'moved', from: place } }])
  })

  test('where nothing was found, nothing is said to have moved', () => {
    const known = { ...region(there, { kind: 'moved' }), beforeMask: maskOf(place) }
    expect(namesOf([known], [], []).changes).toEqual([])
  })
})
