import type { ByteSource } from '../header/source'

/** ICC.1:2022, B.5. */
const PROFILE_TAG = 34_675
/** ModelPixelScale, ModelTiepoint and ModelTransformation of GeoTIFF. */
const PLACE_TAGS = new Set([33_550, 33_922, 34_264])

const MOST_ENTRIES = 4096
const MOST_BYTES = 2 ** 20

/**
 * The profile of a TIFF. Null for one that lies on a map, whose values are measured ones, and for a BigTIFF.
 * @throws RangeError where the file ends before
 */
export async function tiffProfile(source: ByteSource): Promise<Buffer | null> {
  const start = await source.read(0, 8)
  const isLittle = start[0] === 0x49
  const short = (from: Buffer, at: number): number =>
    isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at)
  const long = (from: Buffer, at: number): number =>
    isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at)
  if (short(start, 2) !== 42) {
    return null
  }
  const directory = long(start, 4)
  const count = Math.min(MOST_ENTRIES, short(await source.read(directory, 2), 0))
  const entries = await source.read(directory + 2, count * 12)
  let place: { offset: number; length: number } | null = null
  for (let at = 0; at < count * 12; at += 12) {
    const tag = short(entries, at)
    if (PLACE_TAGS.has(tag)) {
      return null
    }
    if (tag === PROFILE_TAG) {
      place = { length: long(entries, at + 4), offset: long(entries, at + 8) }
    }
  }
  return place === null || place.length > MOST_BYTES
    ? null
    : Buffer.from(await source.read(place.offset, place.length))
}
