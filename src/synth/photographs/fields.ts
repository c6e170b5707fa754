import { createRandom } from '../random'

/**
 * A smooth random field in [-1, 1] over width x height pixels, row-major. It is fixed by its seed and by how wide its
 * cells are, pixels.
 */
export function smoothField(seed: number, cell: number, width: number, height: number): Float32Array {
  const columns = Math.ceil(width / cell) + 2
  const rows = Math.ceil(height / cell) + 2
  const random = createRandom(seed, 71)
  const knots = Float32Array.from({ length: columns * rows }, () => random.range(-1, 1))
  const [shiftX, shiftY] = [random.next(), random.next()]
  const out = new Float32Array(width * height)
  const places = Array.from({ length: width }, (_, x) => {
    const at = x / cell + shiftX
    const knot = Math.floor(at)
    return { knot, weight: smoothStep(at - knot) }
  })
  for (let y = 0; y < height; y++) {
    const at = y / cell + shiftY
    const row = Math.floor(at)
    const down = smoothStep(at - row)
    for (let x = 0; x < width; x++) {
      const { knot, weight } = places[x]
      const top = row * columns + knot
      const bottom = top + columns
      const above = knots[top] + weight * (knots[top + 1] - knots[top])
      const below = knots[bottom] + weight * (knots[bottom + 1] - knots[bottom])
      out[y * width + x] = above + down * (below - above)
    }
  }
  return out
}

export function smoothStep(t: number): number {
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t)
}
