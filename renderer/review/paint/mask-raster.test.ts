import { describe, expect, test } from 'vitest'
import { imagePoint } from '../stage/camera'
import { brushLine, beginStroke, paintShape } from './stroke'
import { maskOnScreen } from './mask-coverage'
import { drawMask } from './mask-raster'
import { clearRaster, reachOnRaster } from './raster'
import type { MaskStyle } from './mask-raster'
import type { Raster } from './raster'
import { createTileMask, pixelAt } from './tile-mask'
import type { TileMask } from './tile-mask'

const style: MaskStyle = {
  color: [200, 100, 50],
  fill: 100,
  outline: 255,
  outlineWidth: 2,
  dash: 0,
  halo: 255,
  haloStrength: 255,
}

function withStroke(
  mask: TileMask,
  from: [number, number],
  to: [number, number],
  diameter: number,
): TileMask {
  paintShape(beginStroke(mask, 1), brushLine(imagePoint(...from), imagePoint(...to), diameter))
  return mask
}

function rasterOf(width: number, height: number): Raster {
  return { width, height, data: new Uint8ClampedArray(width * height * 4) }
}

describe('masks on the screen', () => {
  test('a single changed pixel of a large image is seen at every zoom', () => {
    const mask = withStroke(createTileMask(4096, 4096), [3001, 1777], [3001, 1777], 1)
    for (const scale of [0.05, 0.11, 0.143, 0.3, 0.49, 0.5, 0.77, 0.99, 1, 1.3, 8]) {
      const placement = { x: Math.round(50 - 3001 * scale), y: Math.round(50 - 1777 * scale), scale }
      const coverage = maskOnScreen(mask, { x: 0, y: 0, width: 100, height: 100 }, placement)
      expect(coverage.includes(1), `at ${scale}`).toBe(true)
    }
  })

  test('zoomed in, a screen pixel shows the image pixel under its centre', () => {
    const mask = withStroke(createTileMask(600, 400), [240, 240], [280, 270], 9)
    const placement = { x: -720, y: -730, scale: 3.2 }
    const coverage = maskOnScreen(mask, { x: 10, y: 20, width: 150, height: 120 }, placement)
    for (let index = 0; index < coverage.length; index += 1) {
      const x = Math.floor(((index % 150) + 10.5 + 720) / 3.2)
      const y = Math.floor((Math.floor(index / 150) + 20.5 + 730) / 3.2)
      expect(coverage[index]).toBe(pixelAt(mask, x, y))
    }
  })

  test('repainting only what a stroke touched gives the same picture as painting all', () => {
    for (const scale of [0.21, 0.6, 1, 1.7, 5]) {
      const placement = { x: 13, y: -7, scale }
      const reach = style.outlineWidth + 2
      const mask = withStroke(createTileMask(500, 500), [30, 30], [300, 200], 12)
      const partial = rasterOf(320, 240)
      const everything = { x: 0, y: 0, width: 320, height: 240 }
      drawMask(partial, everything, mask, placement, style)
      const stroke = beginStroke(mask, 1)
      const rect = paintShape(stroke, brushLine(imagePoint(60, 20), imagePoint(90, 120), 7))
      expect(rect).not.toBeNull()
      if (rect !== null) {
        const within = reachOnRaster(rect, placement, reach)
        clearRaster(partial, within)
        drawMask(partial, within, mask, placement, style)
      }
      const whole = rasterOf(320, 240)
      drawMask(whole, everything, mask, placement, style)
      expect(Buffer.from(partial.data).compare(Buffer.from(whole.data)), `at ${scale}`).toBe(0)
    }
  })

  test('the outline lies inside the mask and the line of contrast around it', () => {
    const mask = withStroke(createTileMask(64, 64), [32, 32], [32, 32], 21)
    const raster = rasterOf(64, 64)
    drawMask(raster, { x: 0, y: 0, width: 64, height: 64 }, mask, { x: 0, y: 0, scale: 1 }, style)
    const pixel = (x: number, y: number): number[] => [
      ...raster.data.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 4),
    ]
    expect(pixel(32, 32)).toEqual([200, 100, 50, 100])
    expect(pixel(22, 32)).toEqual([200, 100, 50, 255])
    expect(pixel(23, 32)).toEqual([200, 100, 50, 255])
    expect(pixel(24, 32)).toEqual([200, 100, 50, 100])
    expect(pixel(21, 32)).toEqual([255, 255, 255, 255])
    expect(pixel(20, 32)).toEqual([0, 0, 0, 0])
  })

  test('masks above one another blend', () => {
    const mask = withStroke(createTileMask(64, 64), [32, 32], [32, 32], 21)
    const raster = rasterOf(64, 64)
    const everything = { x: 0, y: 0, width: 64, height: 64 }
    const half = { ...style, fill: 128 }
    drawMask(raster, everything, mask, { x: 0, y: 0, scale: 1 }, { ...half, color: [255, 0, 0] })
    drawMask(raster, everything, mask, { x: 0, y: 0, scale: 1 }, { ...half, color: [0, 0, 255] })
    const [red, , blue, alpha] = raster.data.subarray((32 * 64 + 32) * 4)
    expect(alpha).toBe(192)
    expect(blue).toBeGreaterThan(red)
  })
})
