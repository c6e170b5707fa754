/** A stream of pseudo-random numbers; the same seed gives the same stream on every machine. */
export interface Random {
  /** Uniform in [0, 1) with 32 bits. */
  next(): number
  /** Uniform in [low, high). */
  range(low: number, high: number): number
  /** Integer in [low, high], both ends included. */
  integer(low: number, high: number): number
  /** True with probability p. */
  chance(p: number): boolean
  /** One element of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** A new list in random order. */
  shuffle<T>(list: readonly T[]): T[]
}

/** Independent stream `stream` of `seed`: sfc32 (PractRand), seeded by splitmix32. */
export function createRandom(seed: number, stream = 0): Random {
  let s = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) | 0
  function mix(): number {
    s = (s + 0x9e3779b9) | 0
    let z = Math.imul(s ^ (s >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return (z ^ (z >>> 15)) | 0
  }
  let a = mix() ^ Math.floor(seed / 4294967296)
  let b = mix()
  let c = mix()
  let counter = 1
  function bits(): number {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 12; i++) {
    bits()
  }
  function next(): number {
    return bits() / 4294967296
  }
  function integer(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1))
  }
  function shuffle<T>(list: readonly T[]): T[] {
    const out = [...list]
    for (let i = out.length - 1; i > 0; i--) {
      const j = integer(0, i)
      const held = out[i]
      out[i] = out[j]
      out[j] = held
    }
    return out
  }
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    integer,
    chance: (p) => next() < p,
    pick: <T>(list: readonly T[]) => list[integer(0, list.length - 1)],
    shuffle,
  }
}

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
  const u = smoothStep(x - i)
  const v = smoothStep(y - j)
  const top = hash2(i, j, seed) * (1 - u) + hash2(i + 1, j, seed) * u
  const bottom = hash2(i, j + 1, seed) * (1 - u) + hash2(i + 1, j + 1, seed) * u
  return top * (1 - v) + bottom * v
}

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
