import { boxBlur } from '../canvas'
import type { Canvas } from '../canvas'
import type { Ground, GroundPart } from '../planned'
import { drawSeed, inRange, RATES } from '../rates'
import { smoothField, smoothStep } from '../../random'
import type { Random } from '../../random'

/** The picture is parted by its colours without their texture: radius, pixels. */
const SMOOTH = 2
/** Width of the border between two parts, as a share of the range of nine tenths of the pixels. */
const BORDER = 0.08

export function drawGround(random: Random): Ground {
  const { parts, same, gain, channel, offset, texture, mottling } = RATES.ground
  const shares = Array.from({ length: random.integer(...parts) }, () => random.range(0.2, 1))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return {
    frame: random.chance(0.5) ? 'before' : 'after',
    axis: [random.range(-1, 1), random.range(-1.5, 1.5), random.range(-1.5, 1.5)],
    parts: shares.map((share): GroundPart => {
      const all = inRange(random, gain)
      const tinted = (): number => all * inRange(random, channel)
      const part = {
        share: share / whole,
        gain: [tinted(), tinted(), tinted()] as const,
        offset: inRange(random, offset),
        texture: inRange(random, texture),
        mottling: {
          levels: inRange(random, mottling.levels),
          cell: inRange(random, mottling.cells),
          seed: drawSeed(random),
        },
      }
      return random.chance(same) ? asItWas(part) : part
    }),
  }
}

function asItWas({ share, mottling }: GroundPart): GroundPart {
  return { share, gain: [1, 1, 1], offset: 0, texture: 1, mottling: { ...mottling, levels: 0 } }
}

export function applyGround(canvas: Canvas, { axis, parts }: Ground): void {
  const { width, height, data } = canvas
  const smooth = boxBlur(data, width, height, 3, SMOOTH)
  const order = orderOf(smooth, axis)
  const { cuts, border } = cutsOf(order, parts)
  const fields = parts.map(({ mottling }) => smoothField(mottling.seed, mottling.cell, width, height))
  for (let pixel = 0; pixel < order.length; pixel++) {
    const changed = [0, 0, 0]
    for (let index = 0; index < parts.length; index++) {
      // of what lies over the part's lower cut, what does not lie over its upper one
      const over = (cut: number): number => smoothStep((order[pixel] - cut) / border + 0.5)
      const weight =
        (index === 0 ? 1 : over(cuts[index - 1])) - (index === parts.length - 1 ? 0 : over(cuts[index]))
      if (weight > 0) {
        const { gain, offset, texture, mottling } = parts[index]
        const added = offset + mottling.levels * fields[index][pixel]
        for (let channel = 0; channel < 3; channel++) {
          const [own, around] = [data[3 * pixel + channel], smooth[3 * pixel + channel]]
          changed[channel] += weight * (gain[channel] * (around + texture * (own - around)) + added)
        }
      }
    }
    data.set(changed, 3 * pixel)
  }
}

/** Where each pixel lies along the axis. */
function orderOf(smooth: Float32Array, [bright, warm, green]: Ground['axis']): Float32Array {
  return Float32Array.from({ length: smooth.length / 3 }, (_, pixel) => {
    const [r, g, b] = smooth.subarray(3 * pixel, 3 * pixel + 3)
    return bright * (0.299 * r + 0.587 * g + 0.114 * b) + warm * (r - b) + green * (g - (r + b) / 2)
  })
}

/** The places along the axis between parts, and the width of a border. */
function cutsOf(
  order: Float32Array,
  parts: readonly GroundPart[],
): { cuts: readonly number[]; border: number } {
  const sorted = order.toSorted()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  let below = 0
  const cuts = parts.slice(0, -1).map(({ share }) => at((below += share)))
  return { cuts, border: Math.max(1, BORDER * (at(0.95) - at(0.05))) }
}
