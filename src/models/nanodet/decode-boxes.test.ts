import { describe, expect, test } from 'vitest'
import type { Rect } from '../../mask/bitmap'
import type { Detection } from '../../names/detection'
import { candidates, sidesOf, suppressOverlaps } from './decode-boxes'
import { fillInput, mirrored, placeWindow, toImage } from './letterbox'
import { blank, fill } from './testing'

const CELLS = 52 * 52 + 26 * 26 + 13 * 13
const outputs = () => ({ scores: new Float32Array(CELLS * 80), bins: new Float32Array(CELLS * 44) })
const detection = (name: string, score: number, x: number): Detection => ({
  name,
  score,
  box: rect(x, 0, 10, 10),
})
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height })

describe('the letterbox', () => {
  test('keeps the ratio of the sides, in the middle', () => {
    expect(placeWindow(rect(0, 0, 200, 100)).inner).toEqual(rect(0, 104, 416, 208))
    expect(placeWindow(rect(5, 9, 30, 60)).inner).toEqual(rect(104, 0, 208, 416))
    expect(placeWindow(rect(0, 0, 1, 4000)).inner).toEqual(rect(207, 0, 1, 416))
  })

  test('is blue, green, red, normalised, and black outside', () => {
    const values = new Float32Array(3 * 416 * 416)
    fillInput(blank(20, 10, [200, 100, 50]), placeWindow(rect(0, 0, 20, 10)), values)
    const at = (channel: number, x: number, y: number): number => values[(channel * 416 + y) * 416 + x]
    expect(at(0, 208, 208)).toBeCloseTo((50 - 103.53) / 57.375, 5)
    expect(at(1, 0, 104)).toBeCloseTo((100 - 116.28) / 57.12, 5)
    expect(at(2, 415, 311)).toBeCloseTo((200 - 123.675) / 58.395, 5)
    expect(at(0, 208, 103)).toBeCloseTo(-103.53 / 57.375, 5)
    expect(at(2, 208, 312)).toBeCloseTo(-123.675 / 58.395, 5)
  })

  test('a mirrored input has its columns exchanged', () => {
    const values = new Float32Array(3 * 416 * 416)
    fillInput(
      fill(blank(416, 416, [0, 0, 0]), [255, 255, 255], (x) => x === 3),
      placeWindow(rect(0, 0, 416, 416)),
      values,
    )
    const turned = mirrored(values)
    expect(turned[412]).toBe(values[3])
    expect(turned[416 * 416 + 416 + 412]).toBe(values[416 * 416 + 416 + 3])
    expect(Buffer.from(mirrored(turned).buffer).equals(Buffer.from(values.buffer))).toBe(true)
  })

  test('boxes go back to the image, cut at the window', () => {
    const placement = placeWindow(rect(10, 20, 208, 104))
    expect(toImage(placement, rect(100, 104, 50, 40))).toEqual(rect(60, 20, 25, 20))
    expect(toImage(placement, rect(-20, 0, 40, 124))).toEqual(rect(10, 20, 10, 10))
  })
})

describe('boxes from bins', () => {
  test('a side is the expectation of its distribution', () => {
    const { bins } = outputs()
    expect(sidesOf(bins, 7)).toEqual([5, 5, 5, 5])
    bins.set([60, 60], 7 * 44 + 2)
    bins.set([Math.log(3)], 7 * 44 + 11)
    const [left, top, right] = sidesOf(bins, 7)
    expect(left).toBeCloseTo(2.5, 5)
    expect(top).toBeCloseTo(55 / 13, 5)
    expect(right).toBe(5)
  })

  test('image and mirror image are averaged cell by cell', () => {
    const [plain, mirror] = [outputs(), outputs()]
    const start = 52 * 52
    const [cell, other] = [start + 4 * 26 + 3, start + 4 * 26 + 22]
    plain.scores[cell * 80 + 2] = 0.9
    mirror.scores[other * 80 + 2] = 0.5
    plain.bins[cell * 44 + 2] = 100 // left 2
    mirror.bins[other * 44 + 22 + 4] = 100 // right 4 of the mirror image
    const [found, ...more] = candidates(plain, mirror, 0.3)
    expect(more).toEqual([])
    expect(found.classIndex).toBe(2)
    expect(found.score).toBeCloseTo(0.7, 6)
    expect(found.box.x).toBeCloseTo(3.5 * 16 - 3 * 16, 4)
    expect(found.box.y).toBeCloseTo(4.5 * 16 - 5 * 16, 4)
    expect(found.box.width).toBeCloseTo((3 + 5) * 16, 4)
  })

  test('the cells of the three strides follow each other', () => {
    const [plain, mirror] = [outputs(), outputs()]
    for (const cell of [0, 52 * 52, 52 * 52 + 26 * 26]) {
      plain.scores[cell * 80] = 1
    }
    const boxes = candidates(plain, mirror, 0.5).map(({ box }) => box.width)
    expect(boxes).toEqual([80, 160, 320])
  })
})

test('of overlapping boxes the best stays: within a name, then among names', () => {
  const kept = suppressOverlaps([
    detection('car', 0.5, 0),
    detection('car', 0.9, 1),
    detection('truck', 0.6, 2),
    detection('person', 0.4, 6),
  ])
  expect(kept.map(({ name, score }) => [name, score])).toEqual([
    ['car', 0.9],
    ['person', 0.4],
  ])
})
