import { describe, expect, test } from 'vitest'
import type { Rect } from '../mask/bitmap'
import { claimNames } from './name-claims'
import { nearestStill } from './still-things'
import type { StillThing } from './still-things'
import { frame, namesOf, OPTIONS, place, region, seen, shifted } from './testing'

describe('still things', () => {
  const beside = shifted(place, 60)
  const stillBeside = (changed: Rect, score = 0.5): readonly StillThing[] =>
    namesOf([region(changed)], [seen('truck', 0.4, shifted(beside, 2))], [seen('car', score, beside)]).still

  test('in both frames, sure, and with less than 10 % of the box changed', () => {
    expect(stillBeside(place)).toEqual([{ name: 'car', score: 0.5, box: beside }])
    expect(stillBeside(place, 0.49)).toEqual([])
    expect(stillBeside({ ...beside, width: 3 })).toHaveLength(1)
    expect(stillBeside({ ...beside, width: 4 })).toEqual([])
  })

  test('with its colour where pixels are at hand', () => {
    const car = frame(seen('car', 0.8, beside))
    const { still } = claimNames(
      [region(place)],
      car,
      { ...car, colourOf: () => [180, 40, 40] },
      null,
      OPTIONS,
    )
    expect(still).toEqual([{ name: 'car', score: 0.8, box: beside, colour: [180, 40, 40] }])
  })

  test('not what one frame alone shows, and not the view', () => {
    expect(namesOf([region(place)], [], [seen('car', 0.8, beside)]).still).toEqual([])
    const view = seen('train', 0.8, { x: 0, y: 0, width: 200, height: 90 })
    expect(namesOf([region({ ...place, width: 5 })], [view], [view]).still).toEqual([])
  })
})

const nearest = (...boxes: Rect[]): Rect | null =>
  nearestStill(
    place,
    boxes.map((box) => ({ name: 'car', score: 0.8, box })),
  )?.box ?? null

describe('the nearest still thing', () => {
  test('at most half of the smaller one’s shorter side away', () => {
    expect(nearest(shifted(place, 60))).toEqual(shifted(place, 60))
    expect(nearest(shifted(place, 61))).toBeNull()
    const flat: Rect = { x: 72, y: 20, width: 40, height: 20 }
    expect(nearest(flat)).toBeNull()
    expect(nearest(shifted(flat, -2))).toEqual(shifted(flat, -2))
  })

  test('the nearest of several', () => {
    expect(nearest(shifted(place, 55), shifted(place, 45))).toEqual(shifted(place, 45))
    expect(nearest({ ...shifted(place, 40), y: 50 }, shifted(place, 40))).toEqual(shifted(place, 40))
    expect(nearestStill(place, [])).toBeNull()
  })

  test('neither far larger nor far smaller', () => {
    const wall: Rect = { x: 60, y: 0, width: 160, height: 120 }
    expect(nearest(wall)).toEqual(wall)
    expect(nearest({ ...wall, height: 121 })).toBeNull()
    const cup: Rect = { x: 60, y: 20, width: 16, height: 17 }
    expect(nearest(cup)).toEqual(cup)
    expect(nearest({ ...cup, height: 16 })).toBeNull()
  })

  test('not what holds it, or what it holds, for most', () => {
    expect(nearest(shifted(place, 20))).toEqual(shifted(place, 20))
    expect(nearest(shifted(place, 19))).toBeNull()
    expect(nearest({ x: 10, y: 10, width: 80, height: 80 })).toBeNull()
    expect(nearest({ x: 30, y: 30, width: 20, height: 20 })).toBeNull()
  })
})
