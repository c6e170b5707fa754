import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  clampCamera,
  fitCamera,
  panCamera,
  placementOf,
  toImage,
  toStage,
  zoomCamera,
  imagePoint,
  stagePoint,
} from './camera'
import { useStageView } from './stage-view'

const image = { width: 4000, height: 3000 }
const pane = { width: 800, height: 700 }

describe('the camera', () => {
  test('fits the whole image with a margin', () => {
    const camera = fitCamera(image, pane)
    const corner = toStage(placementOf(camera, pane, 1), imagePoint(0, 0))
    const end = toStage(placementOf(camera, pane, 1), imagePoint(4000, 3000))
    expect(corner.x).toBeCloseTo(16, 0)
    expect(end.x).toBeCloseTo(784, 0)
    expect(corner.y + end.y).toBeCloseTo(700, 0)
  })

  test('zooms about the point under the cursor', () => {
    const places = fc.tuple(fc.integer({ min: 300, max: 500 }), fc.integer({ min: 300, max: 400 }))
    fc.assert(
      fc.property(places, fc.double({ min: 1, max: 12, noNaN: true }), ([x, y], factor) => {
        const at = stagePoint(x, y)
        const before = fitCamera(image, pane)
        const after = zoomCamera(before, image, pane, at, factor)
        // origins fall on whole device pixels: half of one each way
        const shift = 1 / before.scale
        const under = toImage(placementOf(after, pane, 1), at)
        const was = toImage(placementOf(before, pane, 1), at)
        expect(Math.abs(under.x - was.x)).toBeLessThanOrEqual(shift)
        expect(Math.abs(under.y - was.y)).toBeLessThanOrEqual(shift)
      }),
    )
  })

  test('keeps its scale within limits and its centre on the image', () => {
    const far = clampCamera({ center: imagePoint(-900, 9000), scale: 1e6 }, image, pane)
    expect(far).toEqual({ center: imagePoint(0, 3000), scale: 64 })
    const small = clampCamera({ center: imagePoint(1, 1), scale: 1e-9 }, image, pane)
    expect(small.scale).toBeCloseTo(fitCamera(image, pane).scale / 2, 6)
  })

  test('places the origin on a device pixel at every ratio', () => {
    const camera = panCamera(fitCamera(image, pane), image, pane, 3.3, 7.7)
    for (const ratio of [1, 1.25, 1.5, 2]) {
      const { x, y } = placementOf(camera, pane, ratio)
      expect(x * ratio).toBeCloseTo(Math.round(x * ratio), 9)
      expect(y * ratio).toBeCloseTo(Math.round(y * ratio), 9)
    }
  })
})

describe('a scene of 20,000 pixels a side', () => {
  const scene = { width: 20_000, height: 20_000 }
  const middle = stagePoint(pane.width / 2, pane.height / 2)
  const fitted = fitCamera(scene, pane)

  test('fits, and can be seen from further away', () => {
    const { x, y, scale } = placementOf(fitted, pane, 1)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(x + scene.width * scale).toBeLessThanOrEqual(pane.width)
    expect(y + scene.height * scale).toBeLessThanOrEqual(pane.height)
    expect(zoomCamera(fitted, scene, pane, middle, 0.5).scale).toBeCloseTo(fitted.scale / 2, 12)
  })

  test('is enlarged 64 times, where the pixel under the pointer stays', () => {
    const at = stagePoint(pane.width - 120, 91)
    const pixel = toImage(placementOf(fitted, pane, 1), at)
    const near = zoomCamera(fitted, scene, pane, at, 1e6)
    expect(near.scale).toBe(64)
    const { x, y } = toStage(placementOf(near, pane, 1), pixel)
    expect(Math.abs(x - at.x)).toBeLessThan(64)
    expect(Math.abs(y - at.y)).toBeLessThan(64)
  })
})

describe('from pair to pair', () => {
  beforeEach(() => {
    useStageView.getState().setImage({ width: 10, height: 10 })
    useStageView.getState().setPane(pane, 1)
    useStageView.getState().setImage(image)
  })

  test('an image of the same size keeps the zoom that a person has set', () => {
    useStageView.getState().zoomBy(4)
    const { camera } = useStageView.getState()
    useStageView.getState().setImage({ ...image })
    expect(useStageView.getState().camera).toEqual(camera)
  })

  test('an image of another size is fitted', () => {
    useStageView.getState().zoomBy(4)
    useStageView.getState().setImage({ width: 500, height: 400 })
    expect(useStageView.getState().camera).toEqual(fitCamera({ width: 500, height: 400 }, pane))
  })

  test('a fitted image stays fitted when the window changes, a zoomed one keeps its centre', () => {
    useStageView.getState().setPane({ width: 400, height: 300 }, 1)
    expect(useStageView.getState().camera).toEqual(fitCamera(image, { width: 400, height: 300 }))
    useStageView.getState().zoomBy(4)
    const { camera } = useStageView.getState()
    useStageView.getState().setPane(pane, 1)
    expect(useStageView.getState().camera).toEqual(camera)
  })

  test('actual size is one image pixel on each device pixel', () => {
    useStageView.getState().setPane(pane, 2)
    useStageView.getState().actualSize()
    expect(useStageView.getState().camera.scale).toBeCloseTo(0.5, 9)
  })
})
