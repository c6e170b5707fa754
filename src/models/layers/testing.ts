import { concat, input } from '../../graph'
import type { Tensor } from '../../graph'
import type { Feeds } from '../../graph/testing.node'
import { CHANNELS, GRID_SIDE, TOKENS } from './sizes'

/** An input for each frame, together [2 batch, ...shape]. */
export function bothFrames(name: string, shape: readonly number[]): Tensor {
  const frames = ['Before', 'After'].map((frame) => input(name + frame, ['batch', ...shape]))
  return concat(frames, 0)
}

/** Values of both frames of one pair for `bothFrames`. */
export function frameFeeds(name: string, values: Float32Array, shape: readonly number[]): Feeds {
  const half = values.length / 2
  const feed = (own: Float32Array): Feeds[string] => ({ values: own, shape: [1, ...shape] })
  return {
    [`${name}Before`]: feed(values.subarray(0, half)),
    [`${name}After`]: feed(values.subarray(half)),
  }
}

/** A pattern in both frames, in the after frame so many cells to the right: [2, 32, 32, 32]. */
export function shiftedCells(shift: number): Float32Array {
  const side = 2 * GRID_SIDE
  const half = CHANNELS.quarter * side ** 2
  return Float32Array.from({ length: 2 * half }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side) % side]
    const channel = Math.floor(at / side ** 2) % CHANNELS.quarter
    return pattern(channel + 1, y, at < half ? x : x - shift)
  })
}

function pattern(channel: number, y: number, x: number): number {
  return Math.sin(channel * x * 0.9 + y * y * 0.37)
}

/** Flow of the before frame's tokens, in picture halves, and back: [2, 256, 2]. */
export function horizontalFlow(columns: number): Float32Array {
  return Float32Array.from({ length: 4 * TOKENS }, (_, at) => {
    return at % 2 === 1 ? 0 : at < 2 * TOKENS ? columns : -columns
  })
}
