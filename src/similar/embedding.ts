/** Parts of an embedding in a row: how many numbers each has, and how much it counts where pairs are compared. */
export const PARTS = {
  /** What the after image looks like. */
  scene: { dimensions: 96, weight: 0.6 },
  /** What changed, where the pixels did. */
  change: { dimensions: 64, weight: 0.5 },
  /** What changed in the marked regions. */
  regions: { dimensions: 96, weight: 0.8 },
} as const
type PartName = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as PartName[]

/** Numbers of an embedding. */
export const DIMENSIONS = PART_NAMES.reduce((sum, name) => sum + PARTS[name].dimensions, 0)

const WORD_BITS = 32

/**
 * A fixed random projection of any number of values to fewer, by signs alone: cosines stay nearly what they are
 * (D. Achlioptas, Database-friendly random projections, 2003).
 * @param dimensions a multiple of 32
 */
export function project(values: Float32Array, dimensions: number): Float32Array {
  const projected = new Float32Array(dimensions)
  const words = dimensions / WORD_BITS
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]
    if (value === 0) {
      continue
    }
    for (let word = 0; word < words; word += 1) {
      const signs = mixed(at * words + word)
      for (let bit = 0; bit < WORD_BITS; bit += 1) {
        projected[word * WORD_BITS + bit] += (signs >>> bit) & 1 ? value : -value
      }
    }
  }
  return projected
}

/** The same 32 bits for a number on every machine (finaliser of MurmurHash3, A. Appleby). */
function mixed(number: number): number {
  let bits = Math.imul(number + 1, 0x9e37_79b9)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return bits ^ (bits >>> 16)
}

const LARGEST = 127

/** As whole numbers of 8 bits, the largest 127 or -127; the length is lost. Zeros stay. */
export function quantise(values: Float32Array): Int8Array {
  let largest = 0
  for (let at = 0; at < values.length; at += 1) {
    largest = Math.max(largest, Math.abs(values[at]))
  }
  const quantised = new Int8Array(values.length)
  const scale = largest === 0 ? 0 : LARGEST / largest
  for (let at = 0; at < values.length; at += 1) {
    quantised[at] = Math.round(values[at] * scale)
  }
  return quantised
}

/**
 * Embedding of a pair: each part projected and quantised by itself, so that its length counts nothing. Zeros, or no
 * values at all, say that there is nothing to compare.
 */
export function embeddingOf(parts: Readonly<Record<PartName, Float32Array>>): Int8Array {
  const embedding = new Int8Array(DIMENSIONS)
  let start = 0
  for (const name of PART_NAMES) {
    const { dimensions } = PARTS[name]
    embedding.set(quantise(project(parts[name], dimensions)), start)
    start += dimensions
  }
  return embedding
}
