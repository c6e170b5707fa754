import { describe, expect, test } from 'vitest'
import { decodeRle, rleArea } from '../../mask/rle'
import { rleOfBox, rleOfRegion } from './masks'

const SIZE = { width: 100, height: 60 }

describe('a box', () => {
  test.each([
    ['of whole pixels', [10, 20, 30, 40], 1200],
    ['whose edges are rounded, and not its width', [0.5, 0, 99.5, 50], 99 * 50],
    ['that begins a little outside', [-0.6, 0, 10.6, 10], 100],
    ['that hangs out on all sides', [-5, -5, 200, 200], 6000],
    ['that hangs out to the right and below', [90, 50, 20.4, 20.4], 100],
    ['without a size', [0, 0, 0, 0], 0],
    ['without a width at the edge', [100, 0, 0, 60], 0],
  ])('%s has its pixels in the image', (_, box, area) => {
    expect(rleArea(rleOfBox(box, SIZE))).toBe(area)
  })

  test('that is clipped stays where it is', () => {
    const { data } = decodeRle(rleOfBox([97.6, -3, 50, 4.2], SIZE))
    expect([...data.keys()].filter((at) => data[at] === 1)).toEqual([98, 99])
  })

  test.each([[[100, 0, 10, 10]], [[-10, 0, 9, 10]], [[0, -10, 10, 10]], [[0, 61, 10, 0]], [[10, 10, -5, 5]]])(
    '%j of which nothing lies in the image is refused',
    (box) => {
      expect(() => rleOfBox(box, SIZE, 'bbox')).toThrow(
        `bbox [${box.join(', ')}] does not lie in the image of 100 x 60 pixels.`,
      )
    },
  )
})

describe('a region of COCO', () => {
  test.each([
    ['its segmentation', [[0, 0, 4, 0, 4, 4, 0, 4]], [10, 20, 30, 40], 16],
    ['its box, where it has no segmentation', null, [10, 20, 30, 40], 1200],
    ['its box, where its segmentation is an empty list', [], [10, 20, 30, 40], 1200],
    ['no pixel, where neither has an area', [], [0, 0, 0, 0], 0],
    ['no pixel, where its list is empty and it has no box', [], undefined, 0],
  ])('has %s', (_, segmentation, box, area) => {
    expect(rleArea(rleOfRegion(segmentation, box, SIZE))).toBe(area)
  })

  test('is told where it has neither', () => {
    expect(() => rleOfRegion(undefined, undefined, SIZE)).toThrow('neither segmentation nor bbox')
  })
})
