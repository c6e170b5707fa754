import { describe, expect, test } from 'vitest'
import { encodeRle } from '../../mask/rle'
import { logitsToMask } from './logits'
import { logitsToRle } from './logits-to-rle'

const side = 16

function logitsOf(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: side * side }, (_, cell) => value(cell % side, Math.floor(cell / side)))
}

const kinds: Record<string, Float32Array> = {
  'a disc': logitsOf((x, y) => 4.3 - Math.hypot(x - 7, y - 9)),
  'a disc over the corner': logitsOf((x, y) => 5.2 - Math.hypot(x - 15, y - 15)),
  all: logitsOf(() => 1),
  nothing: logitsOf(() => -1),
  'stripes down to both borders': logitsOf((x) => (x % 3) - 0.7),
  rags: logitsOf((x, y) => Math.sin(12.9898 * x + 78.233 * y) * 3 - 0.4),
}

describe('run lengths of stretched logits', () => {
  for (const [name, logits] of Object.entries(kinds)) {
    test.each([
      [16, 16],
      [61, 47],
      [320, 33],
      [7, 5],
    ])(`${name} on %i x %i: those of the stretched mask`, (width, height) => {
      const { mask } = logitsToMask(logits, side, width, height)
      expect(logitsToRle(logits, side, width, height)).toEqual(encodeRle(mask))
    })
  }
})
