import { expect, test } from 'vitest'
import { inference, initialValues, input, Parameters } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import { pairContext } from './pair-context'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'

const { difference: mapped, eighth, model } = CHANNELS

function noise(size: number, by: number): Float32Array {
  return Float32Array.from({ length: size }, (_, at) => Math.sin(by * (at + 1)))
}

/** Two frames of noise; `far` is added to the last token's features. */
async function contextOf(
  values: (name: string, initial: Float32Array) => Float32Array,
  far: number,
): Promise<Record<'map' | 'tokens', readonly number[]>> {
  const p = Parameters.create()
  const buildContext = pairContext(p, eighth)
  const own = input('own', [2, TOKENS, model])
  const eighthTokens = input('seen', [2, TOKENS, eighth])
  const retrieved = input('retrieved', [2, TOKENS, eighth])
  const difference = input('difference', [2, mapped, GRID_SIDE, GRID_SIDE])
  const context = buildContext(own, eighthTokens, retrieved, difference, inference)
  const start = initialValues(p.list(), 3)
  const shown = noise(2 * TOKENS * eighth, 0.7)
  for (let channel = 0; channel < eighth; channel++) {
    shown[(TOKENS - 1) * eighth + channel] += far
  }
  const { map, tokens } = await runGraph(
    { map: context.difference, tokens: context.tokens },
    {
      own: { values: noise(2 * TOKENS * model, 0.3), shape: [2, TOKENS, model] },
      seen: { values: shown, shape: [2, TOKENS, eighth] },
      retrieved: { values: noise(2 * TOKENS * eighth, 0.7), shape: [2, TOKENS, eighth] },
      difference: {
        values: noise(2 * mapped * TOKENS, 0.1).map(Math.abs),
        shape: [2, mapped, GRID_SIDE, GRID_SIDE],
      },
    },
    { values: new Map([...start].map(([name, initial]) => [name, values(name, initial)])) },
  )
  return { map: map.values, tokens: tokens.values }
}

const asInitialized = (_name: string, initial: Float32Array): Float32Array => initial
const trained = (name: string, initial: Float32Array): Float32Array =>
  name.startsWith('to') ? initial.map((_, at) => 0.1 * Math.sin(at)) : initial

test('is zero before training', async () => {
  const { map, tokens } = await contextOf(asInitialized, 5)
  expect(tokens.every((value) => value === 0)).toBe(true)
  expect(map[7]).toBeCloseTo(Math.abs(Math.sin(0.1 * 8)), 5)
})

test('a token depends on differences at the other end of its frame, and on none of the other frame', async () => {
  const [still, changed] = [await contextOf(trained, 0), await contextOf(trained, 5)]
  const apart = (token: number): number =>
    Math.abs(still.tokens[token * model] - changed.tokens[token * model])
  expect(apart(0)).toBeGreaterThan(1e-4)
  expect(apart(TOKENS)).toBe(0)
  expect(Math.abs(still.map[0] - changed.map[0])).toBeGreaterThan(0)
})
