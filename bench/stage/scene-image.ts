import { isInObject, objects } from './scene'
import type { SceneObject } from './scene'

/** A 24-bit BMP: made at once at any size, and decoded by every browser. */
export function sceneImage(kind: string, width: number, height: number): Buffer {
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
      const color = colorAt(kind, shown, x, y, width, height)
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
