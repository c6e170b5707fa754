import { project } from '../../domain/homography'
import type { Homography } from '../../domain/pair'
import type { Paint } from '../testing'

/** Sides of the lattices, in pixels, and how much light each adds. */
const OCTAVES = [
  { side: 9, light: 60 },
  { side: 43, light: 80 },
] as const

/** Ground without end that repeats nowhere: it can be asked between pixels, so it can be turned. */
export function ground(x: number, y: number): readonly [number, number, number] {
  let light = 50
  for (const [index, octave] of OCTAVES.entries()) {
    light += octave.light * lattice(x / octave.side, y / octave.side, index)
  }
  return [light, light * 0.95, light * 0.85]
}

/** Smooth between random values at whole numbers, 0 to 1. */
function lattice(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [a, b] = [smooth(x - left), smooth(y - top)]
  const upper = random(left, top, seed) * (1 - a) + random(left + 1, top, seed) * a
  const lower = random(left, top + 1, seed) * (1 - a) + random(left + 1, top + 1, seed) * a
  return upper * (1 - b) + lower * b
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share)
}

function random(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}

/** The before frame of a scene that lies by this map in the after frame. */
export function movedGround(toAfter: Homography): Paint {
  return (x, y) => {
    const at = project(toAfter, { x, y })
    return ground(at.x, at.y)
  }
}

/** A turn about a place, then a shift, as a map of pixels. */
export function turned(
  degrees: number,
  about: { x: number; y: number },
  shift: [number, number],
): Homography {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const x = about.x - cos * about.x + sin * about.y + shift[0]
  const y = about.y - sin * about.x - cos * about.y + shift[1]
  return [cos, -sin, x, sin, cos, y, 0, 0, 1]
}
