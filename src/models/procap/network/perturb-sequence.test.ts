import { expect, test } from 'vitest'
import { uniformAt } from '../../../graph/random'
import { perturbSequence } from './perturb-sequence'

const frame = 3 * 128 * 128

/** Four frames, each of a slope of its own. */
function sequence(): Float32Array {
  return Float32Array.from({ length: 4 * frame }, (_, at) => {
    const [index, x] = [Math.floor(at / frame), at % 128]
    return 0.05 * index + (0.2 * x) / 128 - 0.2
  })
}

function changedFrames(how: 'order' | 'frame' | 'color' | 'place'): number[] {
  const frames = sequence()
  const other = { before: new Float32Array(frame).fill(0.4), after: new Float32Array(frame).fill(-0.4) }
  let count = 0
  perturbSequence(frames, other, () => uniformAt(3, count++), how)
  const was = sequence()
  return [0, 1, 2, 3].filter((index) => {
    const own = frames.subarray(index * frame, (index + 1) * frame)
    return own.some((value, at) => value !== was[index * frame + at])
  })
}

test('two frames change places, or one is not what it was', () => {
  expect(changedFrames('order')).toHaveLength(2)
  expect(changedFrames('frame')).toHaveLength(1)
  expect(changedFrames('color')).toHaveLength(1)
  expect(changedFrames('place')).toHaveLength(1)
})
