/** IEEE 754 half precision as the 16 bits of each number; rounds to the nearest, ties to even. */
export function toHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const halves = new Uint16Array(bits.length)
  for (let at = 0; at < bits.length; at += 1) {
    halves[at] = halfBits(bits[at])
  }
  return halves
}

function halfBits(bits: number): number {
  const sign = (bits >>> 16) & 0x8000
  const exponent = (bits >>> 23) & 0xff
  const fraction = bits & 0x7fffff
  if (exponent === 0xff) return sign | 0x7c00 | (fraction === 0 ? 0 : 0x200)
  const scaled = exponent - 112
  if (scaled >= 31) return sign | 0x7c00
  if (scaled > 0) return sign | roundShift((scaled << 23) | fraction, 13)
  return scaled < -10 ? sign : sign | roundShift(fraction | 0x800000, 14 - scaled)
}

/** The number without its last `shift` bits, rounded; a carry runs into the exponent, as it should. */
function roundShift(value: number, shift: number): number {
  const whole = value >>> shift
  const rest = value & ((1 << shift) - 1)
  const middle = 1 << (shift - 1)
  return rest > middle || (rest === middle && (whole & 1) === 1) ? whole + 1 : whole
}

export function fromHalf(bits: Uint16Array): Float32Array {
  table ??= Float32Array.from({ length: 0x10000 }, (_, half) => halfValue(half))
  const values = new Float32Array(bits.length)
  for (let at = 0; at < bits.length; at += 1) {
    values[at] = table[bits[at]]
  }
  return values
}

/** The value of every half there is; made on first use. */
let table: Float32Array | null = null

function halfValue(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1
  const exponent = (bits >>> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
