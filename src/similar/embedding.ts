/** Numbers of an embedding. */
export const DIMENSIONS = 256

const WORD_BITS = 32
const WORDS = DIMENSIONS / WORD_BITS

/**
 * A fixed random projection of any number of values to `DIMENSIONS`, by signs alone: cosines stay nearly what they
 * are (D. Achlioptas, Database-friendly random projections, 2003).
 */
export function project(values: Float32Array): Float32Array {
  const projected = new Float32Array(DIMENSIONS)
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]
    if (value === 0) {
      continue
    }
    for (let word = 0; word < WORDS; word += 1) {
      const signs = mixed(at * WORDS + word)
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

/** As whole numbers of 8 bits, the largest 127 or -127; its length says nothing. Zeros stay. */
export function quantise(values: Float32Array): Int8Array {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(values, (value) => (largest === 0 ? 0 : Math.round((value / largest) * LARGEST)))
}

/** A part of what describes a pair, and how much it counts. */
export interface WeightedPart {
  readonly values: Float32Array
  readonly weight: number
}

/** Embedding of a pair: each part at unit length times its weight, in a row, projected. Parts of zeros count nothing. */
export function embeddingOf(parts: readonly WeightedPart[]): Int8Array {
  const all = new Float32Array(parts.reduce((sum, { values }) => sum + values.length, 0))
  let start = 0
  for (const { values, weight } of parts) {
    const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
    all.set(
      values.map((value) => (length === 0 ? 0 : (weight * value) / length)),
      start,
    )
    start += values.length
  }
  return quantise(project(all))
}
