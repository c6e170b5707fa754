import { expect, it } from 'vitest'
import { makePair } from './make'
import { matchTokens, tokenFlow } from './match-tokens'

/** Every pixel `shift` to the right in the other frame, if that is still in the picture. */
function shifted(size: number, shift: number): Float32Array {
  const flow = new Float32Array(2 * size * size).fill(Number.NaN)
  for (let i = 0; i < size * size; i++) {
    const x = (i % size) + 0.5 + shift
    if (x < size) {
      flow.set([x, Math.floor(i / size) + 0.5], 2 * i)
    }
  }
  return flow
}

it('matches each token to itself where nothing moved', () => {
  expect([...matchTokens(shifted(16, 0), 16, 16, 4)]).toEqual(Array.from({ length: 16 }, (_, i) => i))
})

it('follows a shift, and marks what left the picture', () => {
  expect([...matchTokens(shifted(16, 4), 16, 16, 4)].slice(0, 8)).toEqual([1, 2, 3, 16, 5, 6, 7, 16])
})

it('gives most tokens of a synthetic pair a counterpart on a grid of 16', () => {
  const order = {
    world: 'blocks',
    profile: 'clevr-change',
    seed: 1,
    width: 128,
    height: 128,
    inTurn: false,
  } as const
  const matched = matchTokens(makePair(order, 0).forward, 128, 128, 16).filter((token) => token < 256)
  expect(matched.length).toBeGreaterThan(150)
})

it('measures flow that is no multiple of a token, in halves of the picture', () => {
  const flow = tokenFlow(shifted(16, 3), 16, 16, 4)
  expect([...flow.subarray(0, 4)]).toEqual([0.375, 0, 0.375, 0])
})

it('takes the median flow of a token, not a mean with what crosses it', () => {
  const flow = shifted(16, 1)
  flow.set([0.5 + 9, 0.5], 0)
  expect(tokenFlow(flow, 16, 16, 4)[0]).toBe(0.125)
})

it('has no flow for what left the picture', () => {
  const flow = tokenFlow(shifted(16, 3), 16, 16, 4)
  expect(Number.isNaN(flow[2 * 3])).toBe(true)
})
