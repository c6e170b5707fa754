import type { Raster } from '../raster'

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
/** Pixels of a point; a vision model reads no smaller ones. */
const point = 3
const digitWidth = 3 * point
const digitHeight = 5 * point
const space = point

/** Pixels of the plate that a number stands on. */
export function numberSize(number: number): { width: number; height: number } {
  const count = String(number).length
  return { width: count * (digitWidth + space) + space, height: digitHeight + 2 * space }
}

/** A number on a plate whose top-left corner is at `x`, `y`; what lies outside the picture is left out. */
export function drawNumber(
  picture: Raster,
  number: number,
  { x, y }: { x: number; y: number },
  plate: readonly [number, number, number],
): void {
  const { width, height } = numberSize(number)
  fill(picture, { x, y, width, height }, plate)
  const ink: readonly [number, number, number] = isBright(plate) ? [0, 0, 0] : [255, 255, 255]
  const written = String(number)
  for (let index = 0; index < written.length; index += 1) {
    const left = x + space + index * (digitWidth + space)
    const points = digits[Number(written[index])]
    for (let at = 0; at < points.length; at += 1) {
      if (points[at] === '1') {
        const corner = { x: left + (at % 3) * point, y: y + space + Math.floor(at / 3) * point }
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
