import { expect, it } from 'vitest'
import { tokenWays } from './token-ways'

/** Every pixel `shift` to the right in the other frame, if that is still in the picture. */
function shifted(size: number, shift: number): Float32Array {
  const flow = new Float32Array(2 * size * size).fill(Number.NaN)
  for (let i = 0; i < size * size; i++) {
    const x = (i % size) + 0.5 + shift
    if (x < size) flow.set([x, Math.floor(i / size) + 0.5], 2 * i)
  }
  return flow
}

it('tells a way that is no multiple of a token, in halves of the picture', () => {
  const ways = tokenWays(shifted(16, 3), 16, 16, 4)
  expect([...ways.subarray(0, 4)]).toEqual([0.375, 0, 0.375, 0])
})

it('takes the way that most of a token goes, not a mean with what crosses it', () => {
  const flow = shifted(16, 1)
  flow.set([0.5 + 9, 0.5], 0)
  expect(tokenWays(flow, 16, 16, 4)[0]).toBe(0.125)
})

it('knows no way for what left the picture', () => {
  const ways = tokenWays(shifted(16, 3), 16, 16, 4)
  expect(Number.isNaN(ways[2 * 3])).toBe(true)
})
