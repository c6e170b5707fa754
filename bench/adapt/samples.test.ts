import { describe, expect, test } from 'vitest'
import { TRAINING_SIDE } from '../../src/models/photo/network/network'
import type { FolderPair } from './folder-maps'
import { labelledShare, laidSample, sampleOf, selfLabelled, unchangedAlone } from './samples'

const SIDE = TRAINING_SIDE + 40
const grey = (level: number) => ({
  width: SIDE,
  height: SIDE,
  data: new Uint8Array(3 * SIDE * SIDE).fill(level),
})

function pairOf(shown: Uint8Array | null = null): FolderPair {
  const [before, after] = [grey(90), grey(100)]
  return {
    labelled: { key: 'pair', group: 'all', before: '', after: '', truth: '' },
    aligned: { before, after, registered: { aligned: before, homography: null, remarks: [], valid: null } },
    shown,
  }
}

const mapOf = (probabilityAt: (at: number) => number) => ({
  width: SIDE,
  height: SIDE,
  values: Float32Array.from({ length: SIDE * SIDE }, (_, at) => probabilityAt(at)),
})

describe('labels of a pair', () => {
  test('are the sure answers alone', () => {
    const probabilities = [0.05, 0.5, 0.95]
    const { labels, changed } = selfLabelled(
      pairOf(),
      mapOf((at) => probabilities[at % 3]),
    )
    expect([...labels.subarray(0, 3)]).toEqual([0, 2, 1])
    expect(changed.slice(0, 2)).toEqual([2, 5])
  })

  test('are unknown where a frame shows nothing', () => {
    const shown = new Uint8Array(SIDE * SIDE).fill(1).fill(0, 0, 10)
    const map = mapOf(() => 0)
    expect([...selfLabelled(pairOf(shown), map).labels.subarray(9, 11)]).toEqual([2, 0])
  })

  test('are unknown about what may have changed, and unchanged elsewhere', () => {
    const middle = 100 * SIDE + 100
    const pair = unchangedAlone(
      pairOf(),
      mapOf((at) => (at === middle ? 0.2 : 0)),
    )
    expect(pair.labels.filter((label) => label === 2)).toHaveLength(81)
    expect(labelledShare([pair])).toBeCloseTo(1 - 81 / SIDE ** 2, 6)
    expect(pair.changed).toEqual([])
  })
})

test('a sample keeps its labels beside its pixels, however it is mirrored', () => {
  const pair = selfLabelled(
    pairOf(),
    mapOf((at) => (at % SIDE < SIDE / 2 ? 0.99 : 0.5)),
  )
  // the left half is marked by its colour too
  pair.labels.forEach((label, at) => pair.after.data.fill(label === 1 ? 200 : 100, 3 * at, 3 * at + 3))
  for (const seed of [1, 2, 3, 4]) {
    const { after, mask, known } = sampleOf([pair], seed, false)
    expect(mask).toEqual(known)
    expect(mask.every((value, at) => (value === 1) === (after[3 * at] === 200))).toBe(true)
  }
})

test('changes that are laid into a pair differ from it there and at their soft rims, and are known', () => {
  const pair = unchangedAlone(
    pairOf(),
    mapOf((at) => (at % SIDE < SIDE / 2 ? 0.9 : 0)),
  )
  const library = { photographs: [{ name: 'own', image: grey(220), seen: [] }], things: [] }
  const samples = Array.from({ length: 3 }, (_, seed) => laidSample([pair], library, seed, true))
  const isWhole = samples.every(({ mask, known }) =>
    mask.every((value, at) => value === 0 || known[at] === 1),
  )
  expect(isWhole).toBe(true)
  expect(samples.some(({ mask }) => mask.includes(1))).toBe(true)
  for (const { before, after, mask } of samples) {
    const far = [...mask.keys()].filter((at) => mask[at] === 0)
    const same = far.filter((at) => before[3 * at] === 90 && after[3 * at] === 100)
    expect(same.length).toBeGreaterThan(0.9 * far.length)
  }
})
