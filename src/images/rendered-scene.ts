import { toGrey } from './pyramid'
import type { Raster } from './raster'
import { resampleWindow } from './resample-window'
import { wholeOf } from '../mask/rect'

/** Of the longer side that is looked at, in pixels: grain and compression are gone there. */
const SIDE = 256
/** Between neighbours on a plain floor, levels. */
const MOST_STEP = 3
const FLOOR = { mostChroma: 20, darkest: 60, lightest: 220 } as const
const LEAST_FLOOR = 0.4
/** A photograph has edges and texture almost everywhere: of the Laplacian, levels. */
const NINE_TENTHS_UNDER = 20
const VIVID_CHROMA = 60
const LEAST_VIVID = 0.001

/**
 * Whether this is a rendered scene of solids as the Blocks world and CLEVR have them: a floor of plain grey, few edges,
 * and some vivid colour. The limits were chosen on Blocks pairs and photographs (`bench/rendered-scenes.ts`).
 */
export function isRenderedScene(image: Raster): boolean {
  const scale = Math.min(1, SIDE / Math.max(image.width, image.height))
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(scale * side)))
  const whole = wholeOf(image)
  const small = scale === 1 ? image : resampleWindow(image, whole, width, height)
  const grey = toGrey(small)
  const edges: number[] = []
  let [floor, vivid] = [0, 0]
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const value = grey[at]
      const [right, below] = [grey[at + 1], grey[at + width]]
      edges.push(Math.abs(4 * value - right - below - grey[at - 1] - grey[at - width]))
      const isPlain = Math.max(Math.abs(value - right), Math.abs(value - below)) < MOST_STEP
      const colour = chroma(small, at)
      const isGrey = colour < FLOOR.mostChroma && value > FLOOR.darkest && value < FLOOR.lightest
      floor += isPlain && isGrey ? 1 : 0
      vivid += colour > VIVID_CHROMA ? 1 : 0
    }
  }
  const rank = Math.floor(0.9 * edges.length)
  return (
    floor >= LEAST_FLOOR * edges.length &&
    vivid >= LEAST_VIVID * edges.length &&
    edges.toSorted((a, b) => a - b)[rank] <= NINE_TENTHS_UNDER
  )
}

/** Between the largest and the smallest channel, levels. */
function chroma({ data }: Raster, at: number): number {
  const [red, green, blue] = data.subarray(3 * at, 3 * at + 3)
  return Math.max(red, green, blue) - Math.min(red, green, blue)
}
