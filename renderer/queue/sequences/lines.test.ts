import { expect, test } from 'vitest'
import { QueueLines } from './lines'

test('without groups each line has as many pairs as there are columns', () => {
  const lines = new QueueLines(7, 3, [])
  expect(lines.count).toBe(3)
  expect([0, 1, 2].map((line) => lines.positionAt(line))).toEqual([0, 3, 6])
  expect([0, 2, 3, 6].map((position) => lines.lineOf(position))).toEqual([0, 0, 1, 2])
  expect(lines.headingAt(0)).toBeNull()
})

test('with groups a heading comes before the pairs of each', () => {
  const groups = [
    { sequence: 'a', start: 0 },
    { sequence: 'b', start: 2 },
    { sequence: null, start: 3 },
  ]
  const lines = new QueueLines(5, 1, groups)
  expect(lines.count).toBe(8)
  const shown = Array.from({ length: lines.count }, (_, line) => {
    const heading = lines.headingAt(line)
    return heading === null ? lines.positionAt(line) : `${heading.sequence}`
  })
  expect(shown).toEqual(['a', 0, 1, 'b', 2, 'null', 3, 4])
  expect([0, 1, 2, 3, 4].map((position) => lines.lineOf(position))).toEqual([1, 2, 4, 6, 7])
  expect([0, 3, 5].map((line) => lines.positionAt(line))).toEqual([0, 2, 3])
})

test('each group begins a line of several pairs anew', () => {
  const groups = [
    { sequence: 'a', start: 0 },
    { sequence: 'b', start: 4 },
  ]
  const lines = new QueueLines(6, 3, groups)
  expect(lines.count).toBe(5)
  const shown = Array.from({ length: lines.count }, (_, line) =>
    lines.headingAt(line) === null ? [lines.positionAt(line), lines.endAt(line)] : lines.positionAt(line),
  )
  expect(shown).toEqual([0, [0, 3], [3, 4], 4, [4, 6]])
  expect([0, 2, 3, 4, 5].map((position) => lines.lineOf(position))).toEqual([1, 1, 2, 4, 4])
  expect([0, 2, 3, 5].map((position) => lines.beside(position, 1))).toEqual([3, 3, 4, 5])
  expect([0, 3, 4, 5].map((position) => lines.beside(position, -1))).toEqual([0, 0, 3, 3])
})

test('50,000 groups are found at once', () => {
  const groups = Array.from({ length: 50_000 }, (_, index) => ({ sequence: String(index), start: index * 2 }))
  const lines = new QueueLines(100_000, 1, groups)
  const start = performance.now()
  const found = Array.from({ length: 100_000 }, (_, position) => lines.positionAt(lines.lineOf(position)))
  expect(performance.now() - start).toBeLessThan(2000)
  expect(found.every((position, index) => position === index)).toBe(true)
})
