import { expect, test } from 'vitest'
import { alignedPlane, paintPlane, readPlane } from './value-plane'
import type { ValuePlane } from './value-plane'

function bytesOf(width: number, height: number, channels: number, values: readonly number[]): ArrayBuffer {
  const bytes = new ArrayBuffer(12 + values.length * 4)
  new Uint32Array(bytes, 0, 3).set([width, height, channels])
  new Float32Array(bytes, 12).set(values)
  return bytes
}

function painted(plane: ValuePlane, low: number, high: number): number[] {
  const pixels = new Uint8ClampedArray(plane.width * plane.height * 4)
  paintPlane(plane, { low, high }, pixels)
  return [...pixels]
}

test('values are painted by the window, in grey or in colours, and what was not measured is mid grey', () => {
  const grey = readPlane(bytesOf(4, 1, 1, [-5, 100, 150.4, NaN]))
  expect(painted(grey, 100, 200)).toEqual([
    0, 0, 0, 255, 0, 0, 0, 255, 129, 129, 129, 255, 128, 128, 128, 255,
  ])
  const colours = readPlane(bytesOf(2, 1, 3, [100, 200, 300, NaN, NaN, NaN]))
  expect(painted(colours, 100, 200)).toEqual([0, 255, 255, 255, 128, 128, 128, 255])
})

test('values that came incomplete are refused', () => {
  expect(() => readPlane(bytesOf(4, 2, 1, [1, 2, 3]))).toThrow(RangeError)
  expect(() => readPlane(new ArrayBuffer(0))).toThrow(RangeError)
})

test('the before frame is shown where it lies in the after frame', () => {
  const plane = readPlane(bytesOf(3, 2, 1, [1, 2, 3, 4, 5, 6]))
  // two image pixels a value: a move by four is one by two values
  const moved = alignedPlane(plane, [1, 0, 4, 0, 1, 0, 0, 0, 1], { width: 6, height: 4 })
  expect([...moved.data]).toEqual([NaN, NaN, 1, NaN, NaN, 4])
  expect([...alignedPlane(plane, [1, 0, 0, 0, 1, 0, 0, 0, 1], { width: 6, height: 4 }).data]).toEqual([
    1, 2, 3, 4, 5, 6,
  ])
  expect(alignedPlane(plane, [0, 0, 0, 0, 0, 0, 0, 0, 1], { width: 6, height: 4 })).toBe(plane)
})
