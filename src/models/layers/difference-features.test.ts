import { expect, test } from 'vitest'
import { initialValues, Parameters } from '../../graph/index'
import { runGraph } from '../../graph/testing.node'
import { ALIGNED_CHANNELS, alignedDifference } from './difference-features'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'
import { bothFrames, frameFeeds, shiftedCells, horizontalFlow } from './testing'

const SIDE = 2 * GRID_SIDE
/** Three cells, in picture halves. */
const THREE = (3 * 2) / SIDE

/** The features of a cell in the middle, for an object flow `flow` and a background flow `moved`. */
async function featuresOf(shift: number, flow: number, moved: number): Promise<number[]> {
  const p = Parameters.create()
  const flows = ['flow', 'moved'].map((name) => bothFrames(name, [TOKENS, 2]))
  const shape = [CHANNELS.quarter, SIDE, SIDE]
  const { features } = await runGraph(
    { features: alignedDifference(p)(bothFrames('cells', shape), flows[0], flows[1]) },
    {
      ...frameFeeds('cells', shiftedCells(shift), shape),
      ...frameFeeds('flow', horizontalFlow(flow), [TOKENS, 2]),
      ...frameFeeds('moved', horizontalFlow(moved), [TOKENS, 2]),
    },
    { values: initialValues(p.list(), 3) },
  )
  expect(features.shape).toEqual([2, ALIGNED_CHANNELS, SIDE, SIDE])
  const middle = (SIDE * SIDE) / 2 + SIDE / 2
  return Array.from(
    { length: ALIGNED_CHANNELS },
    (_, channel) => features.values[channel * SIDE * SIDE + middle],
  )
}

test('a moved view gives the same features as a still one, and a wrong flow does not', async () => {
  const still = await featuresOf(0, 0, 0)
  expect(apart(await featuresOf(3, THREE, THREE), still)).toBeLessThan(1e-3)
  expect(apart(await featuresOf(3, 0, THREE), still)).toBeGreaterThan(0.1)
  expect(apart(await featuresOf(3, THREE, 0), still)).toBeGreaterThan(0.1)
})

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, at) => value - b[at]))
}
