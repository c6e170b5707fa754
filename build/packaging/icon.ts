import { encode } from 'fast-png'

type Colour = readonly [red: number, green: number, blue: number]

const BLUE: Colour = [34, 84, 150]
const WHITE: Colour = [255, 255, 255]
const ORANGE: Colour = [245, 140, 50]

/** Samples of a pixel's side: 16 of each pixel smooth the edges. */
const SAMPLES = 4

/** The program's icon as PNG: a delta on a field, its right half in another colour, as a change in a pair. */
export function drawIcon(size: number): Uint8Array {
  const data = new Uint8Array(4 * size * size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      data.set(pixelAt(x, y, size), 4 * (y * size + x))
    }
  }
  return encode({ width: size, height: size, channels: 4, depth: 8, data })
}

/** Red, green, blue and opacity, 0 to 255. */
function pixelAt(x: number, y: number, size: number): number[] {
  const sum = [0, 0, 0]
  let covered = 0
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
    const u = (x + ((sample % SAMPLES) + 0.5) / SAMPLES) / size
    const v = (y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size
    const colour = colourAt(u, v)
    if (colour !== null) {
      covered += 1
      colour.forEach((value, channel) => (sum[channel] += value))
    }
  }
  const opacity = (255 * covered) / (SAMPLES * SAMPLES)
  return [...sum.map((value) => Math.round(value / Math.max(1, covered))), Math.round(opacity)]
}

/** At a place from 0 to 1; null outside. */
function colourAt(u: number, v: number): Colour | null {
  if (!isInRoundedSquare(u, v)) {
    return null
  }
  const isDelta = isInTriangle(u, v, 0.2, 0.8) && !isInTriangle(u, v, 0.42, 0.69)
  return isDelta ? (u < 0.5 ? WHITE : ORANGE) : BLUE
}

const MARGIN = 0.03
const RADIUS = 0.18

function isInRoundedSquare(u: number, v: number): boolean {
  const inner = 0.5 - MARGIN - RADIUS
  const [right, down] = [Math.abs(u - 0.5) - inner, Math.abs(v - 0.5) - inner]
  return Math.hypot(Math.max(0, right), Math.max(0, down)) <= RADIUS
}

/** Half of the width by the height of both triangles, whose sides are parallel. */
const SLOPE = 0.55

function isInTriangle(u: number, v: number, top: number, bottom: number): boolean {
  return v >= top && v <= bottom && Math.abs(u - 0.5) <= SLOPE * (v - top)
}
