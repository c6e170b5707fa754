import { describe, expect, it } from 'vitest'
import { panned, toMap, toPixels, WHOLE_MAP, withInView, zoomedAt } from './camera'
import { pointAt, pointBeside, pointsInside, pointsInView } from './find-points'
import { discRows, packedColor, paintPoints, radiusFor } from './paint-points'

const size = { width: 200, height: 100 }
/** In the middle, to the right, above, and in the lower left. */
const points = { ids: [1, 2, 3, 4], x: [0, 0.5, 0, -1], y: [0, 0, 0.5, -1] }

describe('the camera', () => {
  it('goes from the map to pixels and back, y upwards', () => {
    const camera = { x: 0.2, y: -0.1, zoom: 3 }
    const pixel = toPixels(camera, size, { x: 0.3, y: 0.4 })
    const back = toMap(camera, size, pixel)
    expect([back.x, back.y]).toEqual([expect.closeTo(0.3), expect.closeTo(0.4)])
    expect(toPixels(WHOLE_MAP, size, { x: 0, y: 0 })).toEqual({ x: 100, y: 50 })
    expect(toPixels(WHOLE_MAP, size, { x: 0, y: 1 }).y).toBeLessThan(50)
  })

  it('keeps what lies under the pointer when it is zoomed', () => {
    const start = { x: 0, y: 0, zoom: 4 }
    const pixel = { x: 120, y: 40 }
    const before = toMap(start, size, pixel)
    const zoomed = zoomedAt(start, size, pixel, 2)
    const after = toMap(zoomed, size, pixel)
    expect([after.x, after.y, zoomed.zoom]).toEqual([expect.closeTo(before.x), expect.closeTo(before.y), 8])
  })

  it('stays on the map, and never shows less than all of it at once', () => {
    expect(zoomedAt({ x: 0.4, y: 0, zoom: 2 }, size, { x: 0, y: 0 }, 0.1)).toEqual({
      x: expect.closeTo(0),
      y: expect.closeTo(0),
      zoom: 1,
    })
    expect(panned({ x: 0, y: 0, zoom: 2 }, size, -10_000, 0)).toEqual({ x: 0.5, y: 0, zoom: 2 })
    expect(panned({ x: 0, y: 0, zoom: 4 }, size, 0, 47)).toEqual({ x: 0, y: expect.closeTo(0.25), zoom: 4 })
  })

  it('follows the cursor only where it leaves the view', () => {
    const camera = { x: 0, y: 0, zoom: 4 }
    expect(withInView(camera, { x: 0.1, y: 0.1 })).toBe(camera)
    expect(withInView(camera, { x: 0.6, y: 0.1 })).toEqual({ x: 0.6, y: 0.1, zoom: 4 })
  })
})

describe('points', () => {
  it('are found under a pixel, the nearest within reach', () => {
    expect(pointAt(points, WHOLE_MAP, size, { x: 103, y: 52 }, 10)).toBe(0)
    expect(pointAt(points, WHOLE_MAP, size, { x: 146, y: 50 }, 10)).toBe(1)
    expect(pointAt(points, WHOLE_MAP, size, { x: 70, y: 50 }, 10)).toBe(-1)
    expect(pointAt({ ids: [], x: [], y: [] }, WHOLE_MAP, size, { x: 0, y: 0 }, 10)).toBe(-1)
  })

  it('are inside a lasso, also one with a notch', () => {
    const square = [
      { x: -0.2, y: -0.2 },
      { x: 0.7, y: -0.2 },
      { x: 0.7, y: 0.2 },
      { x: -0.2, y: 0.2 },
    ]
    expect(pointsInside(points, square)).toEqual([1, 2])
    const notched = [...square.slice(0, 3), { x: 0.1, y: 0.2 }, { x: 0, y: -0.1 }, { x: -0.1, y: 0.2 }]
    expect(pointsInside(points, notched)).toEqual([2])
    expect(pointsInside(points, [{ x: 0, y: 0 }])).toEqual([])
  })

  it('are in view', () => {
    expect(pointsInView(points, WHOLE_MAP, size)).toEqual([1, 2, 3, 4])
    expect(pointsInView(points, { x: 0, y: 0, zoom: 3 }, size)).toEqual([1])
  })

  it('lie beside each other for the arrow keys', () => {
    expect(pointBeside(points, 0, 1, 0)).toBe(1)
    expect(pointBeside(points, 0, 0, -1)).toBe(2)
    expect(pointBeside(points, 0, -1, 0)).toBe(3)
    expect(pointBeside(points, 1, 1, 0)).toBe(-1)
  })
})

describe('the painting', () => {
  const red = packedColor('#ff0000')

  it('sets the pixels of discs, and cuts them at the edges', () => {
    expect(red).toBe(0xff0000ff)
    const pixels = new Uint32Array(200 * 100)
    const colors = { places: [0, 0, 0, 0], palette: Uint32Array.of(red) }
    paintPoints(pixels, size, { points, colors, camera: WHOLE_MAP, radius: 1 })
    expect(pixels[50 * 200 + 100]).toBe(red)
    expect(pixels.filter((pixel) => pixel === red)).toHaveLength(4 * 9)
    expect(discRows(2)).toEqual([1, 2, 2, 2, 1])
    paintPoints(pixels, size, { points, colors, camera: { x: 0.5, y: 0, zoom: 400 }, radius: 3 })
  })

  it('has smaller points where there are more of them', () => {
    expect([4, 500, 5000, 100_000].map(radiusFor)).toEqual([5, 3, 2, 1])
  })
})
