import { describe, expect, test } from 'vitest'
import { pairSentence, regionSentence } from './captions'
import { colourName } from '../../names/colour'
import type { Measurement } from './regions'

function measured(fields: Partial<Measurement>): Measurement {
  return {
    label: 1,
    kind: 'appeared',
    area: 100,
    share: 0.02,
    x: 0.1,
    y: 0.9,
    before: [120, 120, 120],
    after: [240, 240, 240],
    strength: 80,
    ...fields,
  }
}

describe('captions from measurements', () => {
  test('describe an appearance, its place and its size', () => {
    expect(regionSentence(measured({}))).toBe('A white object appeared in the lower left (2 % of the image).')
  })

  test('name a vanished object by its colour before', () => {
    const gone = measured({ kind: 'vanished', before: [230, 120, 20], x: 0.9, y: 0.5 })
    expect(regionSentence(gone)).toBe('An orange object vanished from the right (2 % of the image).')
  })

  test('describe a change by colour, or by light where the colour keeps its name', () => {
    const painted = measured({ kind: 'changed', before: [40, 160, 60], after: [140, 80, 40], x: 0.5, y: 0.5 })
    expect(regionSentence(painted)).toBe(
      'An area in the centre turned from green to brown (2 % of the image).',
    )
    const darker = measured({
      kind: 'changed',
      before: [150, 150, 150],
      after: [110, 110, 110],
      x: 0.5,
      y: 0.1,
    })
    expect(regionSentence(darker)).toBe('An area in the upper centre became darker (2 % of the image).')
  })

  test('describe the largest of several, group those of equal text, and count the rest', () => {
    const text = pairSentence([
      measured({ area: 10 }),
      measured({ area: 900, x: 0.5, y: 0.5 }),
      measured({ area: 800, x: 0.5, y: 0.5 }),
      measured({ area: 500, kind: 'vanished' }),
      measured({ area: 5, x: 0.9 }),
      measured({ area: 4, x: 0.9, kind: 'vanished' }),
    ])
    expect(text).toBe(
      'Two white objects appeared in the centre, a grey object vanished from the lower left, ' +
        'a white object appeared in the lower left, and there are 2 smaller changes.',
    )
  })

  test('name no place where most of the view changed, and little where the change is tiny', () => {
    const most = measured({ kind: 'changed', share: 0.8, before: [90, 140, 90], after: [20, 60, 20] })
    expect(pairSentence([most])).toBe('Most of the view turned from green to dark green (80 % of the image).')
    expect(regionSentence(measured({ share: 0.0002 }))).toContain('(less than 0.1 % of the image)')
  })

  test('state that nothing was found', () => {
    expect(pairSentence([])).toBe('No change was found.')
  })
})

describe('colour names', () => {
  test.each([
    [[10, 10, 12], 'black'],
    [[70, 72, 70], 'dark grey'],
    [[250, 250, 250], 'white'],
    [[200, 30, 30], 'red'],
    [[240, 220, 40], 'yellow'],
    [[30, 40, 200], 'blue'],
    [[20, 60, 20], 'dark green'],
    [[60, 200, 200], 'turquoise'],
    [[130, 80, 40], 'brown'],
    [[130, 40, 200], 'purple'],
    [[220, 60, 160], 'pink'],
  ] as const)('%j is %s', (colour, name) => {
    expect(colourName(colour)).toBe(name)
  })
})
