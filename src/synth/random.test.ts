import { expect, it } from 'vitest'
import { createRandom } from './random'

it('a seed and a stream fix the numbers for ever', () => {
  const random = createRandom(7, 1)
  expect([random.next(), random.next(), random.next()].map((v) => v * 4294967296)).toMatchInlineSnapshot(`
    [
      2649217057,
      3802877403,
      3169487036,
    ]
  `)
})

it('other seeds and streams give other numbers', () => {
  const firsts = new Set<number>()
  for (let seed = 0; seed < 1000; seed++) {
    for (let stream = 0; stream < 4; stream++) {
      firsts.add(createRandom(seed, stream).next())
    }
  }
  expect(firsts.size).toBeGreaterThan(3995)
})

it('numbers are even over [0, 1) and integers reach both ends', () => {
  const random = createRandom(3)
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < 10_000; i++) {
    tenths[Math.floor(random.next() * 10)]++
  }
  for (const count of tenths) {
    expect(Math.abs(count - 1000)).toBeLessThan(150)
  }
  const seen = new Set(Array.from({ length: 200 }, () => random.integer(3, 5)))
  expect([...seen].sort((a, b) => a - b)).toEqual([3, 4, 5])
})

it('a shuffle keeps all elements and leaves the list as it was', () => {
  const list = [1, 2, 3, 4, 5]
  expect(
    createRandom(1)
      .shuffle(list)
      .sort((a, b) => a - b),
  ).toEqual(list)
  expect(list).toEqual([1, 2, 3, 4, 5])
})
