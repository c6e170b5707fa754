import { describe, expect, test } from 'vitest'
import type { Rect } from '../mask/bitmap'
import type { Detection } from './detection'
import { joinMasks } from './joined'
import { maskOf, namesOf, place, region, seen } from './testing'

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
