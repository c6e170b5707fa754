import { expect, test } from 'vitest'
import { initialValues, Parameters } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import { rotationFeatures } from './correspondences'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'
import { bothFrames, frameFeeds, horizontalFlow } from './testing'

/** Of a token, in picture halves. */
const WIDTH = 2 / GRID_SIDE
const MIDDLE = 8 * GRID_SIDE + 8

interface RotationCase {
  /** Tokens that everything is further to the right in the after frame. */
  readonly shift: number
  /** Turn of everything between the frames. */
  readonly turnRad: number
  /** Whether the last layer has its initial values, which are zero. */
  readonly isNew?: boolean
}

/** The orientation of a token in the middle. */
async function orientationOf({ shift, turnRad, isNew = false }: RotationCase): Promise<readonly number[]> {
  const p = Parameters.create()
  const own = bothFrames('orientation', [TOKENS, 2])
  const added = rotationFeatures(p)(own, bothFrames('flow', [TOKENS, 2]))
  const values = new Map(
    [...initialValues(p.list(), 7)].map(([name, first]) => {
      const isLast = name === 'output.weight' && !isNew
      return [name, isLast ? first.map((_, at) => Math.sin(at)) : first]
    }),
  )
  const standing = Float32Array.from({ length: 4 * TOKENS }, (_, at) => {
    const token = (at >> 1) % TOKENS
    const isAfter = at >= 2 * TOKENS
    const angle = 0.3 * ((token % GRID_SIDE) - (isAfter ? shift : 0)) + (isAfter ? turnRad : 0)
    return at % 2 === 0 ? Math.cos(4 * angle) : Math.sin(4 * angle)
  })
  const { out } = await runGraph(
    { out: added },
    {
      ...frameFeeds('orientation', standing, [TOKENS, 2]),
      ...frameFeeds('flow', horizontalFlow(shift * WIDTH), [TOKENS, 2]),
    },
    { values },
  )
  return out.values.slice(MIDDLE * CHANNELS.difference, (MIDDLE + 1) * CHANNELS.difference)
}

test('is zero before training', async () => {
  expect((await orientationOf({ shift: 0, turnRad: 0.5, isNew: true })).every((value) => value === 0)).toBe(
    true,
  )
})

test('a translation and a quarter turn change nothing, another rotation does', async () => {
  const still = await orientationOf({ shift: 0, turnRad: 0 })
  expect(apart(await orientationOf({ shift: 2, turnRad: 0 }), still)).toBeLessThan(1e-3)
  expect(apart(await orientationOf({ shift: 2, turnRad: Math.PI / 2 }), still)).toBeLessThan(1e-3)
  expect(apart(await orientationOf({ shift: 2, turnRad: Math.PI / 5 }), still)).toBeGreaterThan(0.1)
})

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, at) => value - b[at]))
}
