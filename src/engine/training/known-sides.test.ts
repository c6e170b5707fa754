import { expect, test } from 'vitest'
import { withExportedSides } from './known-sides'

const exported = new Map([
  ['a', 'test'] as const,
  ['b', 'val'] as const,
  ['c', 'train'] as const,
  ['d', 'test'] as const,
])

test('pairs that an export has as test are held out, and its others are not, where no run has said otherwise', () => {
  const sides = new Map([['d', 'train'] as const, ['e', 'held-out'] as const])
  expect(withExportedSides(sides, exported, ['a', 'b', 'new'])).toEqual(
    new Map([
      ['a', 'held-out'],
      ['b', 'train'],
      ['c', 'train'],
      ['d', 'train'],
      ['e', 'held-out'],
    ]),
  )
})

test.each([[['b', 'c', 'new']], [['a', 'd']]])(
  'exports that would leave a side of %j empty decide nothing',
  (chosen) => {
    const sides = new Map([['x', 'train'] as const])
    expect(withExportedSides(sides, exported, chosen)).toBe(sides)
  },
)
