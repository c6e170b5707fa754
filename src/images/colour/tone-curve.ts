/** Of the 256 values of a channel: how much light each stands for, 0 to 1. */
export type ToneCurve = Float64Array

/** Linear interpolation and formulas give rounding noise: a curve that falls by less does not fall. */
const NOISE = 1e-6

const LEVELS = 256

/**
 * A curve of an ICC profile: `curv` or `para` (ICC.1:2022, 10.6 and 10.18). Null for what is neither, is damaged, or does
 * not rise.
 */
export function readToneCurve(tag: Buffer): ToneCurve | null {
  const at = functionOf(tag)
  if (at === null) {
    return null
  }
  const curve = Float64Array.from({ length: LEVELS }, (_, level) => at(level / (LEVELS - 1)))
  const isRising = curve.every((value, level) => level === 0 || value >= curve[level - 1] - NOISE)
  if (!curve.every(Number.isFinite) || !isRising || curve[LEVELS - 1] <= Math.max(0, curve[0])) {
    return null
  }
  return curve.map((value) => Math.min(1, Math.max(0, value)))
}

type Curve = (value: number) => number

function functionOf(tag: Buffer): Curve | null {
  switch (tag.toString('latin1', 0, 4)) {
    case 'curv':
      return tag.length < 12 ? null : tableCurve(tag, tag.readUInt32BE(8))
    case 'para':
      return tag.length < 12 ? null : formulaCurve(tag, tag.readUInt16BE(8))
    default:
      return null
  }
}

/** @param count of values: none is the identity, one a gamma of 8.8 bits, more a table of 16 bits */
function tableCurve(tag: Buffer, count: number): Curve | null {
  if (tag.length < 12 + 2 * count) {
    return null
  }
  if (count === 0) {
    return (value) => value
  }
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256
    return gamma === 0 ? null : (value) => value ** gamma
  }
  const entry = (index: number): number => tag.readUInt16BE(12 + 2 * index) / 65_535
  return (value) => {
    const place = value * (count - 1)
    const index = Math.min(Math.floor(place), count - 2)
    const share = place - index
    return entry(index) * (1 - share) + entry(index + 1) * share
  }
}

/** Parameters of each kind of formula. */
const PARAMETER_COUNTS = [1, 3, 4, 5, 7]

function formulaCurve(tag: Buffer, kind: number): Curve | null {
  const count = PARAMETER_COUNTS[kind] ?? 0
  if (count === 0 || tag.length < 12 + 4 * count) {
    return null
  }
  const [gamma, ...rest] = Array.from({ length: count }, (_, at) => tag.readInt32BE(12 + 4 * at) / 65_536)
  if (gamma <= 0) {
    return null
  }
  const [a = 1, b = 0] = rest
  const power = (value: number): number => Math.max(0, a * value + b) ** gamma
  switch (kind) {
    case 0:
      return (value) => value ** gamma
    case 1:
      return a === 0 ? null : (value) => (value >= -b / a ? power(value) : 0)
    case 2:
      return a === 0 ? null : (value) => (value >= -b / a ? power(value) : 0) + rest[2]
    default: {
      const [c, d, e = 0, f = 0] = rest.slice(2)
      return (value) => (value >= d ? power(value) + e : c * value + f)
    }
  }
}
