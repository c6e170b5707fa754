import { expect, test } from 'vitest'
import { initialValues, input, Parameters } from '../../graph'
import type { Tensor } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import { roiAttention } from './roi-attention'
import { CHANNELS, PIXEL_SIDE } from './sizes'

const AREA = PIXEL_SIDE * PIXEL_SIDE
const MASK = ['batch', 1, AREA]
const SHOWN = ['batch', CHANNELS.roi, PIXEL_SIDE, PIXEL_SIDE]
/** Inputs of the last layer for a frame: 96 values of appearance, then 4 of position. */
const APPEARANCE_SIZE = 96
const OF_FRAME = 100

/** A square in the before frame, striped across; its middle and side in cells of 64. */
interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
  readonly stripes: number
}

type By = 'look' | 'place' | 'nothing learned'

function bothFrames(name: string, shape: readonly (number | string)[]): [Tensor, Tensor] {
  return [input(`${name}Before`, shape), input(`${name}After`, shape)]
}

/** The vector of the square, by its appearance alone or by its position alone: [128]. */
async function vectorOf(square: Square, by: By): Promise<readonly number[]> {
  const p = Parameters.create()
  const vector = roiAttention(p)(bothFrames('mask', MASK), bothFrames('shown', SHOWN))
  const values = new Map(initialValues(p.list(), 5))
  if (by !== 'nothing learned') {
    values.set(
      'output.weight',
      (values.get('output.weight') ?? new Float32Array()).map((_, at) => {
        const row = Math.floor(at / CHANNELS.model) % OF_FRAME
        return row < APPEARANCE_SIZE === (by === 'look') ? Math.sin(at) : 0
      }),
    )
  }
  const shown = cells(CHANNELS.roi, (x, y, channel) => {
    const phase = ((x - square.x) / square.side) * square.stripes * Math.PI
    return isInside(square, x, y) ? Math.cos(phase + channel) : 0
  })
  const results = await runGraph(
    { vector },
    {
      maskBefore: { values: cells(1, (x, y) => (isInside(square, x, y) ? 9 : -9)), shape: [1, 1, AREA] },
      maskAfter: { values: cells(1, () => -9), shape: [1, 1, AREA] },
      shownBefore: { values: shown, shape: [1, ...SHOWN.slice(1).map(Number)] },
      shownAfter: { values: shown.map(() => 0), shape: [1, ...SHOWN.slice(1).map(Number)] },
    },
    { values },
  )
  return results.vector.values
}

function isInside({ x, y, side }: Square, column: number, row: number): boolean {
  return Math.max(Math.abs(column - x), Math.abs(row - y)) < side / 2
}

/** [channels, 64, 64], by the middle of each cell. */
function cells(channels: number, valueOf: (x: number, y: number, channel: number) => number): Float32Array {
  return Float32Array.from({ length: channels * AREA }, (_, at) => {
    const [x, y] = [(at % PIXEL_SIDE) + 0.5, (Math.floor(at / PIXEL_SIDE) % PIXEL_SIDE) + 0.5]
    return valueOf(x, y, Math.floor(at / AREA))
  })
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, at) => value - b[at]))
}

const square: Square = { x: 20, y: 22, side: 12, stripes: 2 }

test('is zero before training', async () => {
  expect((await vectorOf(square, 'nothing learned')).every((value) => value === 0)).toBe(true)
})

test('an object has the same appearance features at every position and size, and another one does not', async () => {
  const appearance = await vectorOf(square, 'look')
  const other = distance(await vectorOf({ ...square, stripes: 5 }, 'look'), appearance)
  expect(distance(await vectorOf({ ...square, x: 43, y: 35 }, 'look'), appearance)).toBeLessThan(0.02 * other)
  expect(distance(await vectorOf({ ...square, x: 32, y: 32, side: 24 }, 'look'), appearance)).toBeLessThan(
    0.25 * other,
  )
})

test('its position and its size are features too', async () => {
  const position = await vectorOf(square, 'place')
  expect(distance(await vectorOf({ ...square, stripes: 5 }, 'place'), position)).toBeLessThan(1e-3)
  for (const changed of [{ x: 43 }, { y: 43 }, { side: 24 }]) {
    expect(distance(await vectorOf({ ...square, ...changed }, 'place'), position)).toBeGreaterThan(0.1)
  }
})
