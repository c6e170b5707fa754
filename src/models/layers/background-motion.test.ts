import { expect, test } from 'vitest'
import { constant, div, matmul, maximum, mul, sub, zeros } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import { cellPositions } from './token-grid'
import { GRID_SIDE, TOKENS } from './sizes'
import { matchConfidence, backgroundMotion } from './background-motion'
import { bothFrames, frameFeeds } from './testing'

const hidden = (column: number, row: number): boolean => column >= 6 && column < 9 && row >= 6 && row < 9

/** Each token's counterpart is one column to the right in the after frame, but for a block that has none. */
function shifted(): { weights: Float32Array; alone: Float32Array } {
  const weights = new Float32Array(2 * TOKENS * TOKENS)
  const alone = new Float32Array(2 * TOKENS)
  for (let frame = 0; frame < 2; frame++) {
    for (let token = 0; token < TOKENS; token++) {
      const [column, row] = [token % GRID_SIDE, Math.floor(token / GRID_SIDE)]
      const to = column + (frame === 0 ? 1 : -1)
      if (hidden(column, row) || to < 0 || to >= GRID_SIDE) {
        alone[frame * TOKENS + token] = 1
      } else {
        weights[(frame * TOKENS + token) * TOKENS + row * GRID_SIDE + to] = 1
      }
    }
  }
  return { weights, alone }
}

/** Ground that moves faster further down: the input `flow` does not count, because it has no counterpart. */
function aslant(): { weights: Float32Array; flow: Float32Array } {
  const weights = new Float32Array(2 * TOKENS * TOKENS)
  const flow = new Float32Array(4 * TOKENS)
  for (let at = 0; at < 2 * TOKENS; at++) {
    const token = at % TOKENS
    const [column, row] = [token % GRID_SIDE, Math.floor(token / GRID_SIDE)]
    flow.set(hidden(column, row) ? [9, 9] : flowAt(column, row), 2 * at)
    if (!hidden(column, row)) {
      weights[at * TOKENS + token] = 1
    }
  }
  return { weights, flow }
}

function flowAt(column: number, row: number): [x: number, y: number] {
  return [0.02 * row, 0.1 - 0.01 * column]
}

test('tokens without a counterpart are shown what stands where their surroundings went', async () => {
  const weights = bothFrames('weights', [TOKENS, TOKENS])
  const alone = bothFrames('alone', [TOKENS, 1])
  const tokens = bothFrames('tokens', [TOKENS, 1])
  const grid = constant(cellPositions(GRID_SIDE), [TOKENS, 2])
  const displacement = sub(matmul(weights, grid), mul(sub(1, alone), grid))
  const flow = div(displacement, maximum(sub(1, alone), 1e-3))
  const { flow: moved, tokens: there } = backgroundMotion()(tokens, flow, matchConfidence({ weights }))
  const frames = shifted()
  const columns = Float32Array.from({ length: 2 * TOKENS }, (_, at) => at % GRID_SIDE)
  const result = await runGraph(
    { moved, there },
    {
      ...frameFeeds('weights', frames.weights, [TOKENS, TOKENS]),
      ...frameFeeds('alone', frames.alone, [TOKENS, 1]),
      ...frameFeeds('tokens', columns, [TOKENS, 1]),
    },
  )
  for (const [frame, step] of [
    [0, 1],
    [1, -1],
  ]) {
    for (const [column, row] of [
      [7, 7],
      [8, 6],
      [4, 10],
    ]) {
      const token = frame * TOKENS + row * GRID_SIDE + column
      expect(result.moved.values[2 * token]).toBeCloseTo((step * 2) / GRID_SIDE, 4)
      expect(result.moved.values[2 * token + 1]).toBeCloseTo(0, 4)
      expect(result.there.values[token]).toBeCloseTo(column + step, 3)
    }
  }
})

test('the flow of a place without a counterpart follows the slope of the ground around it', async () => {
  const weights = bothFrames('weights', [TOKENS, TOKENS])
  const flow = bothFrames('flow', [TOKENS, 2])
  const none = zeros([weights.shape[0], TOKENS, 1])
  const { flow: moved } = backgroundMotion()(none, flow, matchConfidence({ weights }))
  const frames = aslant()
  const result = await runGraph(
    { moved },
    {
      ...frameFeeds('weights', frames.weights, [TOKENS, TOKENS]),
      ...frameFeeds('flow', frames.flow, [TOKENS, 2]),
    },
  )
  for (const [column, row] of [
    [7, 7],
    [6, 8],
    [0, 15],
  ]) {
    const token = row * GRID_SIDE + column
    const [x, y] = flowAt(column, row)
    expect(Math.abs(result.moved.values[2 * token] - x)).toBeLessThan(0.01)
    expect(Math.abs(result.moved.values[2 * token + 1] - y)).toBeLessThan(0.01)
  }
})

test('no share of a token is a denormal number', async () => {
  const weights = bothFrames('weights', [TOKENS, TOKENS])
  const tokens = bothFrames('tokens', [TOKENS, TOKENS])
  const flow = zeros([weights.shape[0], TOKENS, 2])
  const { tokens: there } = backgroundMotion()(tokens, flow, matchConfidence({ weights }))
  // what stands at a place is then how much of it each token of the other frame makes
  const own = Float32Array.from({ length: 2 * TOKENS * TOKENS }, (_, at) => {
    return Math.floor(at / TOKENS) % TOKENS === at % TOKENS ? 1 : 0
  })
  const result = await runGraph(
    { there },
    { ...frameFeeds('weights', own, [TOKENS, TOKENS]), ...frameFeeds('tokens', own, [TOKENS, TOKENS]) },
  )
  const smallestNormal = 2 ** -126
  expect(result.there.values.every((share) => share >= smallestNormal)).toBe(true)
})
