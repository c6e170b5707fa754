/** A number in [0, 1) that two whole numbers and a seed fix. */
export function hash2(i: number, j: number, seed: number): number {
  let h = Math.imul(i, 0x27d4eb2d) ^ Math.imul(j, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth noise in [0, 1) over the plane; neighbouring whole numbers are independent. */
export function valueNoise(x: number, y: number, seed: number): number {
  const i = Math.floor(x)
  const j = Math.floor(y)
  const u = smooth(x - i)
  const v = smooth(y - j)
  const top = hash2(i, j, seed) * (1 - u) + hash2(i + 1, j, seed) * u
  const bottom = hash2(i, j + 1, seed) * (1 - u) + hash2(i + 1, j + 1, seed) * u
  return top * (1 - v) + bottom * v
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t)
}
