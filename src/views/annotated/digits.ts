import type { Raster } from '../../images/raster'

/** Digits of 3 x 5 points, row by row from the top, `1` set. */
const digits = [
  '111101101101111',
  '010110010010111',
  '111001111100111',
  '111001111001111',
  '101101111001001',
  '111100111001111',
  '111100111101111',
  '111001001001001',
  '111101111101111',
  '111101111001111',
]
/** Pixels of a point: digits that a vision model can read, and that hide little of a small picture. */
function pointIn({ width, height }: { width: number; height: number }): number {
  return Math.min(4, Math.max(2, Math.round(Math.max(width, height) / 256)))
}

/** Pixels of the plate that a number stands on, in a picture. */
export function numberSize(
  picture: { width: number; height: number },
  number: number,
): { width: number; height: number } {
  const point = pointIn(picture)
  return { width: point * (String(number).length * 4 + 1), height: point * 7 }
}

/** A number on a plate whose top-left corner is at `x`, `y`; what lies outside the picture is left out. */
export function drawNumber(
  picture: Raster,
  number: number,
  { x, y }: { x: number; y: number },
  plate: readonly [number, number, number],
): void {
  const point = pointIn(picture)
  const { width, height } = numberSize(picture, number)
  fill(picture, { x, y, width, height }, plate)
  const ink: readonly [number, number, number] = isBright(plate) ? [0, 0, 0] : [255, 255, 255]
  const written = String(number)
  for (let index = 0; index < written.length; index += 1) {
    const left = x + point + index * 4 * point
    const points = digits[Number(written[index])]
    for (let at = 0; at < points.length; at += 1) {
      if (points[at] === '1') {
        const corner = { x: left + (at % 3) * point, y: y + point + Math.floor(at / 3) * point }
        fill(picture, { ...corner, width: point, height: point }, ink)
      }
    }
  }
}

function isBright([red, green, blue]: readonly [number, number, number]): boolean {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 128
}

function fill(
  { width, height, data }: Raster,
  box: { x: number; y: number; width: number; height: number },
  colour: readonly [number, number, number],
): void {
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y += 1) {
    for (let x = Math.max(0, box.x); x < Math.min(width, box.x + box.width); x += 1) {
      data.set(colour, (y * width + x) * 3)
    }
  }
}
