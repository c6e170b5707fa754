import { ZSTDDecoder } from 'zstddec/stream'

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
