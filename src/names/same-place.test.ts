import { describe, expect, test } from 'vitest'
import type { Rect } from '../mask/bitmap'
import type { Colour } from './colour'
import { claimed, namesOf, place, region, seen, shifted } from './testing'

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
    expect(changes[0].claim.why).toBe(
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
    expect(changes[0].claim.why).toBe(
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
