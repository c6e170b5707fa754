import { concat, input } from '../../graph'
import type { Tensor } from '../../graph'
import type { Feeds } from '../../graph/testing.node'

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
