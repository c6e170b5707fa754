import { expect, test } from 'vitest'
import { initialValues, Parameters } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import { fineFlow, FLOW_FEATURES, flowConfidence } from './fine-flow'
import type { TokenMatches } from './matching'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'
import { matchConfidence } from './background-motion'
import { bothFrames, frameFeeds, shiftedCells, horizontalFlow } from './testing'

const { quarter } = CHANNELS
const SIDE = 2 * GRID_SIDE
/** Of the tokens; few, for they are not what is tested. */
const WIDTH = 4

interface FlowCase {
  /** Cells that the other frame's pattern is shifted to the right. */
  readonly shift: number
  /** Columns to a place in the other frame, in picture halves. */
  readonly moved: number
  /** The parameter values, from the initial ones. */
  readonly parameterValues: (name: string, first: Float32Array) => Float32Array
}

/** The outputs for frames of one pattern, shifted to the right in the after frame. */
async function outputsOf({
  shift,
  moved,
  parameterValues,
}: FlowCase): Promise<Record<string, readonly number[]>> {
  const p = Parameters.create()
  const measure = fineFlow(p, WIDTH)

  const weights = bothFrames('weights', [TOKENS, TOKENS])
  const flow = bothFrames('flow', [TOKENS, 2])
  const matched: TokenMatches = {
    logits: weights,
    weights,
    retrieved: flow,
    displacement: flow,
    unmatched: flow,
    flow,
  }
  const cells = bothFrames('cells', [quarter, SIDE, SIDE])
  const tokens = bothFrames('tokens', [TOKENS, WIDTH])
  const fine = measure(cells, tokens, matched, bothFrames('places', [TOKENS, 2]))
  const values = new Map(
    [...initialValues(p.list(), 5)].map(([name, first]) => [name, parameterValues(name, first)]),
  )
  const { features, corrected, trust, expected } = await runGraph(
    {
      features: fine.features,
      corrected: fine.flow,
      trust: flowConfidence(fine),
      expected: matchConfidence({ weights }),
    },
    {
      ...frameFeeds('weights', probabilities(), [TOKENS, TOKENS]),
      ...frameFeeds('flow', new Float32Array(4 * TOKENS).fill(0.25), [TOKENS, 2]),
      ...frameFeeds('cells', shiftedCells(shift), [quarter, SIDE, SIDE]),
      ...frameFeeds('tokens', new Float32Array(2 * TOKENS * WIDTH), [TOKENS, WIDTH]),
      ...frameFeeds('places', horizontalFlow(moved), [TOKENS, 2]),
    },
    { values },
  )
  return {
    features: features.values,
    corrected: corrected.values,
    trust: trust.values,
    expected: expected.values,
  }
}

/** Between two counterparts, one of them more likely with every token. */
function probabilities(): Float32Array {
  const out = new Float32Array(2 * TOKENS * TOKENS)
  for (let token = 0; token < 2 * TOKENS; token++) {
    out[token * TOKENS] = 0.5 + token / (5 * TOKENS)
    out[token * TOKENS + 1] = 0.5 - token / (5 * TOKENS)
  }
  return out
}

const asInitialized = (_: string, first: Float32Array): Float32Array => first

test('begins with the flow and the sharpness of the match', async () => {
  const { corrected, trust, expected } = await outputsOf({
    shift: 0,
    moved: 0,
    parameterValues: asInitialized,
  })
  expect(corrected.every((value) => value === 0.25)).toBe(true)
  for (const token of [0, 100, 511]) {
    expect(trust[token] / expected[token]).toBeCloseTo(1, 2)
  }
})

test('what is found where a place is expected is what stands there, wherever that is', async () => {
  const middle = FLOW_FEATURES * (8 * GRID_SIDE + 8)
  const featuresAt = async (shift: number, moved: number): Promise<readonly number[]> => {
    const { features } = await outputsOf({ shift, moved, parameterValues: ignoringOffsets })
    return features.slice(middle, middle + FLOW_FEATURES)
  }
  const still = await featuresAt(0, 0)
  const followed = await featuresAt(3, (3 * 2) / SIDE)
  const missed = await featuresAt(3, 0)
  const apart = (a: readonly number[]): number =>
    Math.hypot(...a.map((value, channel) => value - still[channel]))
  expect(apart(followed)).toBeLessThan(1e-3)
  expect(apart(missed)).toBeGreaterThan(0.1)
})

/** Ignores the distance of the match from the expected place, so that the cells alone determine it. */
function ignoringOffsets(name: string, first: Float32Array): Float32Array {
  if (name !== 'hidden0.weight') {
    return first
  }
  return first.map((value, at) => (at >= first.length - 3 * FLOW_FEATURES ? 0 : value))
}
