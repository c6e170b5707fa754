import { ZSTDDecoder } from 'zstddec/stream'

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

/** RFC 8878 section 3.1.1: frames and their blocks. */
const MAGIC_NUMBER = 0xfd_2f_b5_28
const RAW_BLOCK = 0
const REPEATED_BYTE = 1
const MOST_BLOCK_BYTES = 2 ** 17

const decoder = new ZSTDDecoder()

/**
 * Zstandard, bounded. `geotiff` has one of its own, which makes as much as the input says, and garbage of
 * damaged input without an error.
 * @param lengths bytes that the result may have
 * @throws Error where the input is cut, damaged, or makes another length
 */
export async function decodeZstd(
  input: Uint8Array,
  lengths: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  const frame = measureFrame(input)
  const most = Math.min(frame.mostBytes, Math.max(...lengths))
  if (most < Math.min(...lengths)) {
    throw new Error(`its Zstandard frame makes ${frame.mostBytes} bytes at most`)
  }
  await decoder.init()
  const output = decoder.decode(input.subarray(0, frame.end), most) // an error gives none
  if (!lengths.includes(output.length)) {
    throw new Error(`its Zstandard frame makes ${output.length} bytes`)
  }
  return new Uint8Array(output)
}

/** Where the first frame ends and what it makes at most, from its headers alone. @throws Error where it is cut */
function measureFrame(input: Uint8Array): { end: number; mostBytes: number } {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength)
  if (input.length < 5 || view.getUint32(0, true) !== MAGIC_NUMBER) {
    throw new Error('it has no Zstandard frame')
  }
  const descriptor = input[4]
  let at = 5 + frameHeaderBytes(descriptor)
  let mostBytes = 0
  for (let isLast = false; !isLast;) {
    if (at + 3 > input.length) {
      throw new Error('its Zstandard frame has no last block')
    }
    const header = view.getUint16(at, true) | (input[at + 2] << 16)
    const kind = (header >> 1) & 3
    const size = header >> 3
    isLast = (header & 1) === 1
    at += 3 + (kind === REPEATED_BYTE ? 1 : size)
    mostBytes +=
      kind === RAW_BLOCK || kind === REPEATED_BYTE ? Math.min(size, MOST_BLOCK_BYTES) : MOST_BLOCK_BYTES
  }
  const hasChecksum = (descriptor & 4) !== 0
  const end = at + (hasChecksum ? 4 : 0)
  if (end > input.length) {
    throw new Error('its last Zstandard block is cut')
  }
  return { end, mostBytes }
}

/** Bytes after the descriptor: window, dictionary, size of the content. RFC 8878 section 3.1.1.1. */
function frameHeaderBytes(descriptor: number): number {
  const isSingleSegment = (descriptor & 32) !== 0
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]
  return (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3] + contentSize
}
