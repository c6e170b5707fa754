const CLEAR_CODE = 256
const END_CODE = 257
const FIRST_FREE = 258
const MAX_CODES = 4096

/**
 * TIFF's LZW, bounded: codes go high bits first and grow one code early. What follows `maxBytes` is not
 * decoded. `geotiff` has one of its own, which grows a plain array without limit and so ends the process
 * on damaged files and on blocks above 160 MB.
 * Source: TIFF 6.0 section 13.
 * @throws Error on a code that cannot be
 */
export function decodeLzw(input: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const output = new Uint8Array(maxBytes)
  const prefix = new Uint16Array(MAX_CODES)
  const suffix = Uint8Array.from({ length: MAX_CODES }, (_, code) => code & 255)
  const first = suffix.slice() // first byte of what a code stands for
  const lengths = new Uint16Array(MAX_CODES).fill(1)
  const next = codeReader(input)
  let position = 0
  let free = FIRST_FREE
  let previous = -1
  while (position < maxBytes) {
    const code = next(free)
    if (code === END_CODE) {
      break
    }
    if (code === CLEAR_CODE) {
      free = FIRST_FREE
      previous = -1
      continue
    }
    const isNew = code === free && previous >= 0
    if ((code >= free && !isNew) || (previous < 0 && code > 255)) {
      throw new Error(`LZW code ${code} is not known yet`)
    }
    if (previous >= 0 && free < MAX_CODES) {
      prefix[free] = previous
      suffix[free] = first[isNew ? previous : code]
      first[free] = first[previous]
      lengths[free] = lengths[previous] + 1
      free += 1
    }
    position = writeString(output, position, code, lengths[code], prefix, suffix)
    previous = code
  }
  return output.slice(0, Math.min(position, maxBytes))
}

/** Codes of 9 to 12 bits; the end code where the input ends. */
function codeReader(input: Uint8Array): (free: number) => number {
  let at = 0
  let bits = 0
  let bitCount = 0
  return (free) => {
    const width = Math.min(12, 32 - Math.clz32(free + 1)) // one code early
    while (bitCount < width) {
      if (at >= input.length) {
        return END_CODE
      }
      bits = ((bits << 8) | input[at]) & 0xff_ff_ff
      at += 1
      bitCount += 8
    }
    bitCount -= width
    return (bits >> bitCount) & ((1 << width) - 1)
  }
}

/** Backwards, as each code knows the one before it. Returns the position after the string. */
function writeString(
  output: Uint8Array,
  start: number,
  code: number,
  length: number,
  prefix: Uint16Array,
  suffix: Uint8Array,
): number {
  let current = code
  for (let at = start + length - 1; at >= start; at -= 1) {
    if (at < output.length) {
      output[at] = suffix[current]
    }
    current = prefix[current]
  }
  return start + length
}
