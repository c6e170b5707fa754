import { describe, expect, test } from 'vitest'
import { areSequencesInExport, areSequencesInTraining, sequenceOf } from './pair-groups'

describe('the sequence of a key', () => {
  test.each([
    ['Street_000133', 'Street'],
    ['Camera7x_000024', 'Camera7x'],
    ['scene_386_0512_0768', 'scene_386'],
    ['cam2-10.5 3', 'cam2'],
    ['val/000012', 'val/'],
    ['a/b_1-2', 'a/b_1'],
    ['frame12', 'frame'],
    ['CLEVR_default_000000.png', 'CLEVR_default_000000.png'],
    ['a__1', 'a__1'],
    ['a_1_', 'a_1_'],
    ['000123', '000123'],
    ['_12', '_12'],
    ['', ''],
  ])('%j is %j', (key, sequence) => {
    expect(sequenceOf(key)).toBe(sequence)
  })

  // a pattern that can read a run of digits in many ways would not end here
  test('of many digits is found, also where it has none', () => {
    const digits = '20240101_123045_'.repeat(400)
    expect(sequenceOf(`a${'1'.repeat(40)}b`)).toBe(`a${'1'.repeat(40)}b`)
    expect(sequenceOf('cam_20240101_123045_123456_0001_left')).toBe('cam_20240101_123045_123456_0001_left')
    expect(sequenceOf(`cam_${digits}left`)).toBe(`cam_${digits}left`)
  })
})

/** By which of both they count, for sequences with so many frames each. */
function counting(...frames: number[]): { inExport: boolean; inTraining: boolean } {
  const sequences = frames.flatMap((count, index) => Array.from({ length: count }, () => `street ${index}`))
  return {
    inExport: areSequencesInExport(frames.length, sequences.length),
    inTraining: areSequencesInTraining(sequences),
  }
}

test.each([
  ['five with two frames each', [2, 2, 2, 2, 2], true, true],
  ['five, one of which has nearly all', [2, 2, 2, 2, 90], true, true],
  ['four, none of which has half', [3, 3, 3, 3], false, true],
  ['four, one of which has half', [1, 1, 1, 3], false, false],
  ['names that mostly stand alone', [1, 1, 1, 1, 1, 1, 3], false, true],
])('names tell of sequences: %s', (_, frames, inExport, inTraining) => {
  expect(counting(...frames)).toEqual({ inExport, inTraining })
})
