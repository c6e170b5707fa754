import { beforeAll, expect, test } from 'vitest'
import type { Homography } from '../../../src/domain/pair'
import { chooseLocale } from '../../text/spelling'
import { spellValues } from './values-under'
import type { ValuePlane } from './value-plane'

beforeAll(() => chooseLocale('en'))

const size = { width: 3, height: 2 }
const none: Homography | null = null

function grey(values: readonly number[]): ValuePlane {
  return { ...size, channels: 1, data: Float32Array.from(values) }
}

const before = grey([1, 2, 3, 4, 5, 6])
const after = grey([10, 20, -1030.5, 40, NaN, 60])
const pair = { alignment: none, ...size }

test('the values of both frames under the pointer are spelled, before | after', () => {
  const planes = { before, after }
  expect(spellValues(planes, pair, 'after', { x: 2, y: 0 })).toBe('3 | -1,030.5')
  expect(spellValues(planes, pair, 'before', { x: 0, y: 1 })).toBe('4 | 40')
})

test('a dash stands for what was not measured, beyond the image, and for a frame of 8 bits', () => {
  expect(spellValues({ before, after }, pair, 'after', { x: 1, y: 1 })).toBe('5 | –')
  expect(spellValues({ before: null, after }, pair, 'after', { x: 0, y: 0 })).toBe('– | 10')
  expect(spellValues({ before, after }, pair, 'after', { x: 3, y: 0 })).toBeNull()
  expect(spellValues({ before: null, after: null }, pair, 'after', { x: 0, y: 0 })).toBeNull()
})

test('the other frame is asked where it shows the same place', () => {
  const moved = { ...pair, alignment: [1, 0, 1, 0, 1, 0, 0, 0, 1] as Homography }
  expect(spellValues({ before, after }, moved, 'after', { x: 2, y: 0 })).toBe('2 | -1,030.5')
  expect(spellValues({ before, after }, moved, 'before', { x: 0, y: 0 })).toBe('1 | 20')
  expect(spellValues({ before, after }, moved, 'after', { x: 0, y: 0 })).toBe('– | 10')
})

test('means of squares are said to be about that, and colours stand beside each other', () => {
  const colours = { width: 1, height: 1, channels: 3, data: Float32Array.of(100, 200, 300) }
  const large = { alignment: none, width: 4, height: 4 }
  expect(spellValues({ before: colours, after: colours }, large, 'after', { x: 3, y: 3 })).toBe(
    '≈ 100 200 300 | 100 200 300',
  )
})
