import { describe, expect, test } from 'vitest'
import { uniformAt } from '../../../graph/random'
import { drawHiding, frameWeights, hiddenTokens, sampleFrames, perturbSequence } from './sampling'

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

function stream(seed: number): () => number {
  let at = 0
  return () => uniformAt(seed, at++)
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((all, value) => all + value, 0)
}

describe('confidence-based frame sampling', () => {
  test('weighs a frame by 1 minus the softmax of its squared difference of scores', () => {
    const weights = frameWeights([3, 2, 1], [1, 2, 2])
    const powers = [Math.exp(4), Math.exp(0), Math.exp(1)]
    powers.forEach((power, at) => expect(weights[at]).toBeCloseTo(1 - power / sum(powers), 10))
  })

  test('draws different frames in order, likelier those as far from the one end as from the other', () => {
    const random = stream(1)
    const draws = Array.from({ length: 2000 }, () => sampleFrames([0.05, 0.9, 0.9, 0.15], 2, random))
    expect(draws.every(([a, b]) => a < b)).toBe(true)
    const counts = [0, 1, 2, 3].map((frame) => draws.filter((draw) => draw.includes(frame)).length)
    expect(counts[0]).toBeLessThan(counts[3])
    expect(counts[3]).toBeLessThan(counts[1])
    // P(1 and 2) = 2 * 0.45 * 0.9 / 1.1
    expect(draws.filter(([a, b]) => a === 1 && b === 2).length / 2000).toBeCloseTo(0.736, 1)
  })

  test('takes the only frame there is, though its weight is 0', () => {
    expect(sampleFrames(frameWeights([1], [3]), 2, stream(2))).toEqual([0])
  })
})

describe('multi-granularity hiding', () => {
  test('hides single tokens seven times in ten, else all, a box or what is around it', () => {
    const random = stream(3)
    const kinds = Array.from({ length: 4000 }, () => drawHiding(random))
    const share = (kind: string): number => kinds.filter((each) => each === kind).length / 4000
    expect(share('random')).toBeCloseTo(0.7, 1)
    for (const kind of ['all', 'inside', 'outside']) {
      expect(share(kind)).toBeCloseTo(0.1, 1)
    }
  })

  test('keeps one token in five of those hidden singly', () => {
    const hidden = hiddenTokens('random', 4, 16, stream(4))
    expect(sum(hidden) / hidden.length).toBeCloseTo(0.8, 1)
    expect(sum(hiddenTokens('all', 4, 8, stream(4)))).toBe(256)
  })

  test('a box is whole, in the same place in every frame, and the outside is the rest', () => {
    for (let seed = 10; seed < 40; seed++) {
      const inside = hiddenTokens('inside', 3, 8, stream(seed))
      const outside = hiddenTokens('outside', 3, 8, stream(seed))
      expect([...inside].map((value, at) => value + outside[at]).every((value) => value === 1)).toBe(true)
      const frames = [0, 1, 2].map((frame) => inside.slice(frame * 64, (frame + 1) * 64).join(''))
      expect(new Set(frames).size).toBe(1)
      const cells = [...inside.slice(0, 64).keys()].filter((at) => inside[at] === 1)
      const [xs, ys] = [cells.map((at) => at % 8), cells.map((at) => Math.floor(at / 8))]
      const [width, height] = [xs, ys].map((all) => Math.max(...all) - Math.min(...all) + 1)
      expect(cells.length).toBe(width * height)
      expect(cells.length / 64).toBeGreaterThan(0.1)
      expect(cells.length / 64).toBeLessThan(0.9)
    }
  })
})
