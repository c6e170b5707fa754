import { describe, expect, test } from 'vitest'
import type { Rect } from '../mask/bitmap'
import type { NamedRegion } from './claim'
import { claimNames, joinMasks } from './name-claims'
import { claimed, frame, namesOf, OPTIONS, place, region, seen, shifted, WIDTH, maskOf } from './testing'
import type { Detection } from './detection'

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
    const [enough, less] = [12, 11].map((width) => region({ ...place, width }))
    expect(claimed([enough], [], [seen('person', 0.9, place)])).toEqual([['person appeared']])
    expect(claimed([less], [], [seen('person', 0.9, place)])).toEqual([[]])
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

describe('one change a region', () => {
  const wide = region({ x: 0, y: 0, width: 150, height: 90 })

  test('the surest name; other things that it shows, and names of the same place, come next', () => {
    const [bag, coat] = [seen('handbag', 0.3, place), seen('tie', 0.1, place)]
    const after = [seen('person', 0.8, place), seen('dog', 0.6, shifted(place, 60)), bag, coat]
    const { changes } = namesOf([wide], [], after)
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({ regions: [0], origin: null, claim: { name: 'person', box: place } })
    expect(changes[0].others).toEqual([
      { name: 'dog', score: 0.6 },
      { name: 'handbag', score: 0.3 },
    ])
  })

  test('a higher least score asks more of every name', () => {
    const after = [seen('person', 0.5, place), seen('dog', 0.6, shifted(place, 60))]
    const regions = [region(place), region(shifted(place, 60))]
    const namesAt = (leastScore: number): string[] =>
      claimNames(regions, frame(), frame(...after), null, { leastScore }).changes.map(
        ({ claim }) => claim.name,
      )
    expect(namesAt(0.45)).toEqual(['dog', 'person'])
    expect(namesAt(0.5)).toEqual(['person'])
    expect(namesAt(0.51)).toEqual([])
  })

  test('without detections, or regions, there are no claims', () => {
    expect(namesOf([region(place)], [], [])).toEqual({ changes: [], still: [] })
    expect(namesOf([], [seen('car', 0.9, place)], [])).toEqual({ changes: [], still: [] })
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

const head: Rect = { x: 30, y: 20, width: 20, height: 10 }
const body: Rect = { x: 25, y: 35, width: 30, height: 20 }
const person = seen('person', 0.8, place)

const joinedOf = (parts: Rect[], after: Detection[], before: Detection[] = []): (readonly number[])[] =>
  namesOf(
    parts.map((part) => region(part)),
    before,
    after,
  ).changes.map(({ regions }) => regions)

describe('parts of one thing', () => {
  test('regions in its box are joined, the largest first', () => {
    expect(joinedOf([head, body], [person])).toEqual([[1, 0]])
    expect(joinedOf([head, body], [], [person])).toEqual([[1, 0]])
  })

  test('at least 60 % of a part lies in the box', () => {
    expect(joinedOf([body, { ...head, y: 16 }], [person])).toEqual([[0, 1]])
    expect(joinedOf([body, { ...head, y: 15 }], [person])).toEqual([[0]])
  })

  test('no part is larger than half of the box', () => {
    const whole: Rect = { x: 20, y: 20, width: 40, height: 40 }
    const large: Rect = { x: 30, y: 20, width: 30, height: 27 }
    expect(
      joinedOf(
        [
          { ...whole, width: 10 },
          { ...large, height: 26 },
        ],
        [person],
      ),
    ).toEqual([[1, 0]])
    const outside: Rect = { x: 25, y: 38, width: 30, height: 28 }
    expect(joinedOf([{ ...whole, height: 18 }, outside], [person])).toEqual([[0]])
  })

  test('what another claim holds, or another box as well, stays apart', () => {
    const dog = seen('dog', 0.7, head)
    expect(joinedOf([head, body], [person, dog])).toEqual([[1], [0]])
    const beside = seen('person', 0.7, { x: 45, y: 20, width: 50, height: 40 })
    const between: Rect = { x: 48, y: 20, width: 10, height: 10 }
    const other: Rect = { x: 62, y: 20, width: 30, height: 40 }
    expect(joinedOf([body, between, other], [person, beside])).toEqual([[0], [2]])
    expect(joinedOf([body, between], [person])).toEqual([[0, 1]])
  })

  test('a person that is seen before a bus is no part of it', () => {
    const [bus, door] = [seen('bus', 0.8, { x: 0, y: 0, width: 100, height: 60 }), { ...head, x: 5 }]
    const panel: Rect = { x: 40, y: 0, width: 60, height: 60 }
    const rider = seen('person', 0.4, { ...head, x: 5, height: 20 })
    expect(joinedOf([panel, door], [bus])).toEqual([[0, 1]])
    expect(joinedOf([panel, door], [bus, rider], [rider])).toEqual([[0]])
  })
})

test('masks are joined pixel by pixel', () => {
  expect(joinMasks([maskOf(head)])).toEqual(maskOf(head))
  expect(joinMasks([maskOf(head), maskOf(body), maskOf(place)])).toEqual(maskOf(place))
})
