import { PICTURE_TILE_SIDE } from '../../src/contract/picture'
import type { PictureTile } from '../../src/contract/picture'
import { isInObject, objects } from './scene'
import type { SceneObject } from './scene'

/** A 24-bit BMP: made at once at any size, and decoded by every browser. */
export function sceneImage(kind: string, width: number, height: number): Buffer {
  return bitmapFile(kind, width, height, { x: 0, y: 0, width, height, step: 1 })
}

/** A tile of a scene; null where there is none. A coarser level has one of the finer level's pixels, not their mean. */
export function sceneTile(kind: string, width: number, height: number, tile: PictureTile): Buffer | null {
  const step = 2 ** tile.level
  const x = tile.column * PICTURE_TILE_SIDE
  const y = tile.row * PICTURE_TILE_SIDE
  const across = Math.min(PICTURE_TILE_SIDE, Math.ceil(width / step) - x)
  const down = Math.min(PICTURE_TILE_SIDE, Math.ceil(height / step) - y)
  return across > 0 && down > 0
    ? bitmapFile(kind, width, height, { x, y, width: across, height: down, step })
    : null
}

/** Every `step`th pixel of a scene, from the `x`th and `y`th of them on. */
interface Part {
  x: number
  y: number
  width: number
  height: number
  step: number
}

function bitmapFile(kind: string, sceneWidth: number, sceneHeight: number, part: Part): Buffer {
  const { width, height, step } = part
  const stride = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(54 + stride * height)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  const shown = objects.filter(({ isIn }) =>
    kind === 'difference' ? isIn !== 'both' : isIn === 'both' || isIn === kind,
  )
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colorAt(kind, shown, (part.x + x) * step, (part.y + y) * step, sceneWidth, sceneHeight)
      const at = 54 + y * stride + x * 3
      file[at] = color[2]
      file[at + 1] = color[1]
      file[at + 2] = color[0]
    }
  }
  return file
}

function colorAt(
  kind: string,
  shown: readonly SceneObject[],
  x: number,
  y: number,
  width: number,
  height: number,
): readonly [number, number, number] {
  const grain = (((x * 374761393) ^ (y * 668265263)) >>> 7) % 15
  const inside = shown.find((item) => isInObject(item, x, y, width, height))
  if (kind === 'difference') {
    const value = inside === undefined ? grain : 90 + 150 * (1 - inside.radius * 10) + grain
    const grey = Math.max(0, Math.min(255, value))
    return [grey, grey, grey]
  }
  if (inside !== undefined) {
    const [red, green, blue] = inside.color
    return [red + grain, green + grain, blue + grain]
  }
  const u = x / width
  const v = y / height
  if (Math.abs(v - 0.55 + 0.08 * Math.sin(u * 5)) < 0.02) {
    return [128 + grain, 126 + grain, 122 + grain]
  }
  const field = Math.floor(u * 4 + 0.3 * v) + 2 * Math.floor(v * 3)
  const furrow = 6 * Math.sin((field % 2 === 0 ? x : y) / 4)
  const shade = kind === 'before' ? 0 : 4
  return [
    92 + 12 * (field % 3) + grain + furrow + shade,
    112 - 6 * (field % 4) + grain + furrow + shade,
    66 + grain,
  ]
}
