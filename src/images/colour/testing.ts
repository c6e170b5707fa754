import { crc32, deflateSync } from 'node:zlib'
import { tiffDirectory } from '../testing'
import type { TiffTag } from '../testing'

/** ICC profiles, and images that carry them, for tests. */

type Three<T> = readonly [T, T, T]

interface MadeProfile {
  colorants: Three<Three<number>>
  /** A tag of its own each, or one for all. */
  curve: Buffer
  version?: 2 | 4
  /** More tags. */
  extra?: Readonly<Record<string, Buffer>>
}

/** Values that the profiles of their owners have: Apple's Display P3, ROMM RGB of the ICC, sRGB of HP. */
export const DISPLAY_P3: MadeProfile['colorants'] = [
  [0.515_12, 0.2412, -0.001_05],
  [0.291_98, 0.692_25, 0.041_89],
  [0.1571, 0.066_57, 0.784_07],
]
export const PRO_PHOTO: MadeProfile['colorants'] = [
  [0.797_67, 0.288_04, 0],
  [0.135_19, 0.711_88, 0],
  [0.031_34, 0.000_09, 0.824_91],
]
export const SRGB: MadeProfile['colorants'] = [
  [0.436_07, 0.222_49, 0.013_92],
  [0.385_15, 0.716_87, 0.097_08],
  [0.143_07, 0.060_61, 0.7141],
]

/** IEC 61966-2-1. */
export function lightOfSrgb(value: number): number {
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** `curv` with one gamma. */
export function gammaCurve(gamma: number): Buffer {
  const tag = head('curv', 14)
  tag.writeUInt32BE(1, 8)
  tag.writeUInt16BE(Math.round(gamma * 256), 12)
  return tag
}

/** `curv` with a table. */
export function tableCurve(count: number, curve: (value: number) => number): Buffer {
  const tag = head('curv', 12 + 2 * count)
  tag.writeUInt32BE(count, 8)
  for (let at = 0; at < count; at += 1) {
    tag.writeUInt16BE(Math.round(65_535 * curve(at / (count - 1))), 12 + 2 * at)
  }
  return tag
}

/** `para`. */
export function formulaCurve(kind: number, parameters: readonly number[]): Buffer {
  const tag = head('para', 12 + 4 * parameters.length)
  tag.writeUInt16BE(kind, 8)
  for (const [at, value] of parameters.entries()) {
    tag.writeInt32BE(Math.round(value * 65_536), 12 + 4 * at)
  }
  return tag
}

/** The curve of sRGB and of Display P3, as Apple writes it. */
export const srgbCurve = formulaCurve(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45])

export function makeProfile({ colorants, curve, version = 4, extra = {} }: MadeProfile): Buffer {
  const names = ['r', 'g', 'b']
  const tags: [string, Buffer][] = [
    ...names.map((name, at): [string, Buffer] => [`${name}XYZ`, xyzTag(colorants[at])]),
    ...names.map((name): [string, Buffer] => [`${name}TRC`, curve]),
    ...Object.entries(extra),
  ]
  const start = Buffer.alloc(132 + 12 * tags.length)
  start[8] = version
  start.write('mntrRGB XYZ ', 12, 'latin1')
  start.write('acsp', 36, 'latin1')
  for (const [at, value] of [0.9642, 1, 0.8249].entries()) {
    start.writeInt32BE(Math.round(value * 65_536), 68 + 4 * at)
  }
  start.writeUInt32BE(tags.length, 128)
  let offset = start.length
  for (const [at, [name, tag]] of tags.entries()) {
    start.write(name, 132 + 12 * at, 'latin1')
    start.writeUInt32BE(offset, 136 + 12 * at)
    start.writeUInt32BE(tag.length, 140 + 12 * at)
    offset += padded(tag).length
  }
  start.writeUInt32BE(offset, 0)
  return Buffer.concat([start, ...tags.map(([, tag]) => padded(tag))])
}

/** Tags begin at multiples of four bytes. */
function padded(tag: Buffer): Buffer {
  return Buffer.concat([tag, Buffer.alloc((4 - (tag.length % 4)) % 4)])
}

function xyzTag(values: Three<number>): Buffer {
  const tag = head('XYZ ', 20)
  for (const [at, value] of values.entries()) {
    tag.writeInt32BE(Math.round(value * 65_536), 8 + 4 * at)
  }
  return tag
}

function head(kind: string, bytes: number): Buffer {
  const tag = Buffer.alloc(bytes)
  tag.write(kind, 0, 'latin1')
  return tag
}

/** An iCCP chunk behind the header. */
export function pngWithProfile(png: Buffer, profile: Buffer): Buffer {
  return withPngChunk(png, 'iCCP', Buffer.concat([Buffer.from('made\0\0', 'latin1'), deflateSync(profile)]))
}

export function withPngChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** APP2 segments behind the first two bytes, in the order given. @param order of the pieces, from 1 */
export function jpegWithProfile(jpeg: Buffer, profile: Buffer, order: readonly number[] = [1]): Buffer {
  const each = Math.ceil(profile.length / order.length)
  const segments = order.map((number) => {
    const piece = profile.subarray((number - 1) * each, number * each)
    const start = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\0\0', 'latin1')
    start.writeUInt16BE(piece.length + 16, 2)
    start[16] = number
    start[17] = order.length
    return Buffer.concat([start, piece])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** From a simple lossless WebP file. */
export function webpWithProfile(
  webp: Buffer,
  profile: Buffer,
  { width, height }: { width: number; height: number },
): Buffer {
  const flags = Buffer.alloc(10)
  flags[0] = 0x20
  flags.writeUIntLE(width - 1, 4, 3)
  flags.writeUIntLE(height - 1, 7, 3)
  const chunks = Buffer.concat([riffChunk('VP8X', flags), riffChunk('ICCP', profile), webp.subarray(12)])
  const start = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  start.writeUInt32LE(4 + chunks.length, 4)
  return Buffer.concat([start, chunks])
}

function riffChunk(type: string, data: Buffer): Buffer {
  const start = Buffer.alloc(8)
  start.write(type, 0, 'latin1')
  start.writeUInt32LE(data.length, 4)
  return Buffer.concat([start, data, Buffer.alloc(data.length % 2)])
}

/** Tags of a TIFF of strips with red, green and blue, without compression. @param placed with ModelPixelScale */
export function tiffWithProfile(
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  profile: Buffer,
  placed = false,
): Buffer {
  const bitsAt = 8 + data.length + profile.length
  const [short, long, bytes, double] = [3, 4, 7, 12]
  const tags: TiffTag[] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 3, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, 8],
    [277, short, 1, 3],
    [278, long, 1, height],
    [279, long, 1, data.length],
    ...(placed ? [[33_550, double, 3, bitsAt + 6] satisfies TiffTag] : []),
    [34_675, bytes, profile.length, 8 + data.length],
  ]
  const start = Buffer.from('II*\0\0\0\0\0', 'latin1')
  const lists = Buffer.alloc(30)
  lists.writeUInt16LE(8, 0)
  lists.writeUInt16LE(8, 2)
  lists.writeUInt16LE(8, 4)
  lists.writeDoubleLE(1, 6)
  lists.writeDoubleLE(1, 14)
  start.writeUInt32LE(bitsAt + lists.length, 4)
  return Buffer.concat([start, data, profile, lists, tiffDirectory(tags)])
}
