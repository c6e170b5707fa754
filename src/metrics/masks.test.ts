import { describe, expect, test } from 'vitest'
import { boundaryF1, compareBoundaries, compareMasks, maskScores, maskSetScores } from './mask-scores'
import { compareRegions } from './regions'
import { ConfusionMatrix, IGNORED_PIXEL, segmentationScores } from './segmentation'
import type { ClassMask } from './segmentation'

/** A mask drawn with one character a pixel: "." is class 0, "x" is to be ignored. */
function draw(...rows: string[]): ClassMask {
  const values = Array.from(rows.join(''), (mark) =>
    mark === '.' ? 0 : mark === 'x' ? IGNORED_PIXEL : Number(mark),
  )
  return { width: rows[0].length, height: rows.length, data: Uint8Array.from(values) }
}

/** A square of 1 with its corner at (left, top). */
function square(size: number, left: number, top: number, side: number): ClassMask {
  const data = new Uint8Array(size * size)
  for (let y = top; y < top + side; y++) {
    data.fill(1, y * size + left, y * size + left + side)
  }
  return { width: size, height: size, data }
}

describe('pixels', () => {
  test('IoU, F1, precision and recall of a class come from one confusion matrix', () => {
    const matrix = new ConfusionMatrix(2)
    matrix.add(draw('11..', '11..'), draw('.11.', '.11.'))
    const [, changed] = segmentationScores(matrix).classes
    expect(changed).toEqual({ iou: 2 / 6, f1: 4 / 8, precision: 2 / 4, recall: 2 / 4, support: 4 })
  })

  test('ignored pixels count nowhere, on whichever side they are', () => {
    const matrix = new ConfusionMatrix(2)
    matrix.add(draw('1x1.'), draw('11x.'))
    expect([...matrix.counts]).toEqual([1, 0, 0, 1])
  })

  test('a class that never occurs is left out of the mean', () => {
    const matrix = new ConfusionMatrix(3)
    matrix.add(draw('11..'), draw('1...'))
    const scores = segmentationScores(matrix)
    expect(scores.classes[2].iou).toBeNaN()
    expect(scores.meanIou).toBeCloseTo((1 / 2 + 2 / 3) / 2, 12)
  })

  test('masks of different size and unknown classes are refused', () => {
    const matrix = new ConfusionMatrix(2)
    expect(() => matrix.add(draw('1.'), draw('1..'))).toThrow('truth 2x1, prediction 3x1')
    expect(() => matrix.add(draw('2.'), draw('1.'))).toThrow('Class 2 in a mask of 2 classes')
  })

  test('a set is scored over all its pixels, and again over a sample', () => {
    const comparisons = [
      compareMasks(draw('11..'), draw('1...'), 2),
      compareMasks(draw('....'), draw('...1'), 2),
    ]
    expect(maskScores(comparisons, 2).change).toEqual({
      iou: 1 / 3,
      f1: 1 / 2,
      precision: 1 / 2,
      recall: 1 / 2,
    })
    const iou = maskSetScores(comparisons, 2).get('change IoU')
    expect(iou?.corpus).toBe(1 / 3)
    expect(iou?.perItem).toEqual([1 / 2, 0])
    expect(iou?.ofSample([0, 0])).toBe(1 / 2)
  })

  test('changed pixels of the wrong class are still changed', () => {
    const scores = maskScores([compareMasks(draw('12..'), draw('21..'), 3)], 3)
    expect(scores.change.iou).toBe(1)
    expect(scores.segmentation.meanIou).toBeCloseTo(1 / 3, 12)
  })
})

describe('regions', () => {
  test('pixels that touch at a corner are one region', () => {
    const counts = compareRegions(draw('1...', '.1..', '...1'), draw('....', '....', '...1'))
    expect(counts).toMatchObject({ truth: 2, predicted: 1, matched: 1, matchedIou: 1 })
  })

  test('a pair matches from IoU .5 on', () => {
    expect(compareRegions(draw('1111'), draw('11..')).matched).toBe(1)
    expect(compareRegions(draw('1111.'), draw('..111')).matched).toBe(0)
  })

  test('one prediction over two true regions matches one of them at most', () => {
    expect(compareRegions(draw('111.111'), draw('1111111'), 0.4)).toMatchObject({
      truth: 2,
      predicted: 1,
      matched: 1,
    })
  })

  test('regions of another class do not match', () => {
    expect(compareRegions(draw('11..'), draw('22..')).matched).toBe(0)
  })

  test('ignored pixels belong to no region', () => {
    expect(compareRegions(draw('1x1.'), draw('1.1.'))).toMatchObject({ truth: 2, predicted: 2, matched: 2 })
  })

  test('true regions are counted by area', () => {
    const counts = compareRegions(square(120, 0, 0, 19), square(120, 0, 0, 19))
    expect(counts.bySize.map((bin) => bin.truth)).toEqual([1, 0, 0, 0])
    const larger = compareRegions(square(120, 0, 0, 100), square(120, 0, 0, 50))
    expect(larger.bySize.at(-1)).toEqual({ truth: 1, matched: 0, pixels: 10_000, hitPixels: 2500 })
  })
})

describe('boundaries', () => {
  test('a mask shifted by the tolerance is perfect, by more it is not', () => {
    const truth = square(40, 10, 10, 15)
    expect(boundaryF1(compareBoundaries(truth, square(40, 12, 10, 15), 2))).toBe(1)
    expect(boundaryF1(compareBoundaries(truth, square(40, 15, 15, 15), 2))).toBeLessThan(0.5)
  })

  test('the edge of the image is no boundary', () => {
    expect(compareBoundaries(draw('11', '11'), draw('11', '11'), 1)).toMatchObject({ truth: 0, predicted: 0 })
  })

  test('is undefined for two empty masks and 0 where only one is empty', () => {
    expect(boundaryF1(compareBoundaries(draw('...'), draw('...'), 1))).toBeNaN()
    expect(boundaryF1(compareBoundaries(draw('.1.'), draw('...'), 1))).toBe(0)
  })
})
