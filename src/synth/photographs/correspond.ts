import type { SceneMap } from './nuisances/displacement'
import type { FrameSize } from './shapes'

/** Steps by which a map is inverted: each leaves a tenth of the error, as maps are smooth. */
const STEPS = 3

/**
 * For each pixel of a frame where the other one shows the same place: two floats (x, y), middles at .5; NaN for what
 * is changed in either and for what is outside.
 */
export function correspond(
  own: SceneMap,
  other: SceneMap,
  isChanged: Uint8Array,
  isChangedThere: Uint8Array,
  size: FrameSize,
): Float32Array {
  const { width, height } = size
  const out = new Float32Array(2 * width * height).fill(Number.NaN)
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (isChanged[pixel] !== 0) {
      continue
    }
    const sceneX = own === null ? (pixel % width) + 0.5 : own[2 * pixel]
    const sceneY = own === null ? Math.floor(pixel / width) + 0.5 : own[2 * pixel + 1]
    const [x, y] = other === null ? [sceneX, sceneY] : shownAt(other, sceneX, sceneY, size)
    if (x >= 0 && y >= 0 && x < width && y < height) {
      if (isChangedThere[Math.floor(y) * width + Math.floor(x)] === 0) {
        out[2 * pixel] = x
        out[2 * pixel + 1] = y
      }
    }
  }
  return out
}

/** Where a frame shows a place of the scene. */
function shownAt(
  map: Float32Array,
  sceneX: number,
  sceneY: number,
  { width, height }: FrameSize,
): readonly [number, number] {
  let [x, y] = [sceneX, sceneY]
  for (let step = 0; step < STEPS; step++) {
    const [column, row] = [clamped(x, width), clamped(y, height)]
    const at = 2 * (row * width + column)
    x = sceneX - (map[at] - column - 0.5)
    y = sceneY - (map[at + 1] - row - 0.5)
  }
  return [x, y]
}

const clamped = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.floor(at)))
