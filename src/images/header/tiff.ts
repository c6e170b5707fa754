import { validOrientation, HeaderError, readExactly, unreadTiff } from './source'
import type { ImageHeader, ByteSource } from './source'

const WIDTH_TAG = 256
const HEIGHT_TAG = 257
const COMPRESSION_TAG = 259
const ORIENTATION_TAG = 274

/** How a classic or a Big TIFF lays out its first directory. */
interface Layout {
  little: boolean
  big: boolean
}

/** TIFF 6.0 section 2, and BigTIFF: tags of the first directory. */
export async function readTiff(source: ByteSource): Promise<Omit<ImageHeader, 'format'>> {
  const start = await readExactly(source, 0, 16)
  const layout = { little: start[0] === 0x49, big: isBig(start) }
  const directory = layout.big ? wide(start, 8, layout) : number32(start, 4, layout)
  const head = await readExactly(source, directory, layout.big ? 8 : 2)
  const count = layout.big ? wide(head, 0, layout) : number16(head, 0, layout)
  if (count < 3 || count > 4096) {
    throw new HeaderError('its header is damaged')
  }
  const entryBytes = layout.big ? 20 : 12
  const entries = await readExactly(source, directory + head.length, count * entryBytes)
  const tags = new Map<number, number>()
  for (let offset = 0; offset < entries.length; offset += entryBytes) {
    tags.set(number16(entries, offset, layout), entryValue(entries, offset, layout))
  }
  const width = tags.get(WIDTH_TAG)
  const height = tags.get(HEIGHT_TAG)
  if (width === undefined || height === undefined) {
    throw new HeaderError('it has no size')
  }
  const unread = unreadTiff(tags.get(COMPRESSION_TAG) ?? 1)
  return { width, height, orientation: validOrientation(tags.get(ORIENTATION_TAG) ?? 1), unread }
}

function isBig(start: Buffer): boolean {
  return start[2] === 0x2b || start[3] === 0x2b
}

/** The value of a one-number entry: SHORT (3) or LONG (4), which sit in the value field itself. */
function entryValue(entries: Buffer, offset: number, layout: Layout): number {
  const value = offset + (layout.big ? 12 : 8)
  return number16(entries, offset + 2, layout) === 3
    ? number16(entries, value, layout)
    : number32(entries, value, layout)
}

function number16(bytes: Buffer, offset: number, { little }: Layout): number {
  return little ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset)
}

function number32(bytes: Buffer, offset: number, { little }: Layout): number {
  return little ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset)
}

function wide(bytes: Buffer, offset: number, { little }: Layout): number {
  return Number(little ? bytes.readBigUInt64LE(offset) : bytes.readBigUInt64BE(offset))
}
