import { readToneCurve } from './tone-curve'
import type { ToneCurve } from './tone-curve'

/** What an ICC profile of red, green and blue says of its values, where it does so by three curves and a matrix. */
export interface RgbProfile {
  curves: readonly [red: ToneCurve, green: ToneCurve, blue: ToneCurve]
  /** X, Y and Z, for a white of D50, of all of red, green and blue. */
  colorants: readonly [red: Xyz, green: Xyz, blue: Xyz]
}

export type Xyz = readonly [x: number, y: number, z: number]

const HEADER_BYTES = 128
const D50: Xyz = [0.9642, 1, 0.8249]
/** Real profiles have some twenty. */
const MOST_TAGS = 200
/** Input, display, output and colour space: what pictures carry. */
const CLASSES = new Set(['scnr', 'mntr', 'prtr', 'spac'])
/** ITU-T H.273: perceptual quantisation and hybrid log-gamma. */
const HIGH_RANGE_CURVES = new Set([16, 18])

/**
 * A profile of version 2 or 4 (ICC.1:2022, 7 to 9). Null for any other kind, such as of grey, of CMYK or with tables, and
 * where anything in it makes no sense. Colorants are stored as they are in light of D50, so `chad` takes no part.
 */
export function readRgbProfile(bytes: Buffer): RgbProfile | null {
  const tags = tagsOf(bytes)
  // who reads tables prefers them to the matrix beside them
  if (tags === null || tags.has('A2B0') || isHighRange(tags.get('cicp'))) {
    return null
  }
  const curves = (['rTRC', 'gTRC', 'bTRC'] as const).map((name) => curveOf(tags.get(name)))
  const colorants = (['rXYZ', 'gXYZ', 'bXYZ'] as const).map((name) => colorantOf(tags.get(name)))
  const [red, green, blue] = curves
  const [redXyz, greenXyz, blueXyz] = colorants
  if (red === null || green === null || blue === null) {
    return null
  }
  if (redXyz === null || greenXyz === null || blueXyz === null || !areColours(redXyz, greenXyz, blueXyz)) {
    return null
  }
  return { curves: [red, green, blue], colorants: [redXyz, greenXyz, blueXyz] }
}

function tagsOf(bytes: Buffer): Map<string, Buffer> | null {
  if (bytes.length < HEADER_BYTES + 4) {
    return null
  }
  const size = bytes.readUInt32BE(0)
  const [kind, colours, space, mark] = [12, 16, 20, 36].map((at) => bytes.toString('latin1', at, at + 4))
  const isKnown = [2, 4].includes(bytes[8]) && CLASSES.has(kind) && mark === 'acsp'
  if (!isKnown || !isOfD50(bytes) || colours !== 'RGB ' || space !== 'XYZ ' || size > bytes.length) {
    return null
  }
  const count = bytes.readUInt32BE(HEADER_BYTES)
  const listEnd = HEADER_BYTES + 4 + count * 12
  if (count > MOST_TAGS || listEnd > size) {
    return null
  }
  const tags = new Map<string, Buffer>()
  for (let at = HEADER_BYTES + 4; at < listEnd; at += 12) {
    const [offset, length] = [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8)]
    if (offset < HEADER_BYTES || offset + length > size) {
      return null
    }
    tags.set(bytes.toString('latin1', at, at + 4), bytes.subarray(offset, offset + length))
  }
  return tags
}

/** Of the light that its numbers are for. Browsers take no profile of another one. */
function isOfD50(bytes: Buffer): boolean {
  return D50.every((value, axis) => Math.abs(fixed(bytes, 68 + 4 * axis) - value) <= 0.01)
}

/** A number of 16.16 bits. */
function fixed(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) / 65_536
}

/** Coding-independent code points: primaries, curve, matrix, range. */
function isHighRange(tag: Buffer | undefined): boolean {
  return tag !== undefined && (tag.length < 12 || HIGH_RANGE_CURVES.has(tag[9]))
}

function curveOf(tag: Buffer | undefined): ToneCurve | null {
  return tag === undefined ? null : readToneCurve(tag)
}

/** ICC.1:2022, 10.31. */
function colorantOf(tag: Buffer | undefined): Xyz | null {
  if (tag === undefined || tag.length < 20 || tag.toString('latin1', 0, 4) !== 'XYZ ') {
    return null
  }
  return [fixed(tag, 8), fixed(tag, 12), fixed(tag, 16)]
}

/** Whether all three at full light are some white, and none is a mixture of the two others. */
function areColours(red: Xyz, green: Xyz, blue: Xyz): boolean {
  const isWhite = [0, 1, 2].every((axis) => {
    const sum = red[axis] + green[axis] + blue[axis]
    return sum > 0.5 && sum < 1.5
  })
  const volume =
    red[0] * (green[1] * blue[2] - green[2] * blue[1]) -
    green[0] * (red[1] * blue[2] - red[2] * blue[1]) +
    blue[0] * (red[1] * green[2] - red[2] * green[1])
  return isWhite && Math.abs(volume) > 0.001
}
