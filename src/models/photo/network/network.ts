import {
  abs,
  add,
  concat,
  div,
  max,
  mean,
  minimum,
  nn,
  pad,
  pixelShuffle,
  relu,
  reshape,
  resizeNearest,
  slice,
  sub,
} from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { convBlock, residualBlock } from '../../layers/backbone'
import type { ModeLayer } from '../../layers/backbone'
import { RARE_LOGIT } from '../../layers/sizes'
import { splitFrames } from '../../layers/token-grid'

/** Pixels of a frame in one cell of each level. */
export const STRIDES = [2, 4, 8, 16, 32] as const
export const LEVEL_CHANNELS = [16, 32, 64, 96, 128] as const
/** The frozen encoder's features are read from this level on. */
export const FIRST_ENCODED_LEVEL = 2
/** Channels of its features at strides 8, 16 and 32. */
export const ENCODED_CHANNELS = 128
/** Channels of the projected features. */
export const PROJECTED_CHANNELS = [48, 64, 96] as const
/** Sides of a frame are multiples of it. */
export const SIDE_MULTIPLE = 32
/** Side of the pairs that models are trained on, in pixels. */
export const TRAINING_SIDE = 192

/** Features of the frozen encoder for both frames: before, then after [2 n, 128, h / s, w / s], s = 8, 16, 32. */
export type EncodedFrames = readonly [Tensor, Tensor, Tensor]

export interface PhotoOutputs {
  /** Logit of "changed", in the after frame: [n, 1, h, w]. */
  changed: Tensor
  /** Logit of "anything changed": [n]. */
  changedLogit: Tensor
}

/** Frames in -0.5..0.5 [n, 3, h, w] -> what changed. `encoded` is null for a model without the frozen encoder. */
export type PhotoNetwork = (
  before: Tensor,
  after: Tensor,
  encoded: EncodedFrames | null,
  mode: Mode,
) => PhotoOutputs

export const PHOTO_PARTS = ['encoder'] as const
export type PhotoParts = Readonly<Record<(typeof PHOTO_PARTS)[number], boolean>>

/**
 * The region half of CCRC at any size and in full detail: one encoder for both frames, the differences at each of its
 * five strides, and a decoder of these.
 */
export function photoNetwork(p: Parameters, parts: PhotoParts): PhotoNetwork {
  const levels = encoderLevels(p.scope('frames'))
  const projections = parts.encoder
    ? PROJECTED_CHANNELS.map((channels, index) =>
        nn.conv2d(p.scope('projections').scope(index), ENCODED_CHANNELS, channels, 1),
      )
    : []
  const differences = LEVEL_CHANNELS.map((channels, level) =>
    levelDifference(p.scope('differences').scope(level), {
      inputs: channels + (parts.encoder ? (PROJECTED_CHANNELS[level - FIRST_ENCODED_LEVEL] ?? 0) : 0),
      outputs: channels,
      isLenient: level >= FIRST_ENCODED_LEVEL,
    }),
  )
  const decode = decoder(p.scope('decoder'))
  const first = nn.linear(p.scope('anything0'), 2 * LEVEL_CHANNELS[4] + 1, 64)
  const second = nn.linear(p.scope('anything1'), 64, 1)
  return (before, after, encoded, mode) => {
    let x = concat([before, after], 0)
    const differing = levels.map((level, index) => {
      x = level(x, mode)
      const other = encoded?.[index - FIRST_ENCODED_LEVEL]
      const features =
        other === undefined ? x : concat([x, projections[index - FIRST_ENCODED_LEVEL](other)], 1)
      return differences[index](features, mode)
    })
    const changed = decode(differing, mode)
    const coarse = differing[4]
    const summary = concat(
      [
        mean(coarse, { axes: [2, 3] }),
        max(coarse, { axes: [2, 3] }),
        // logits reach 10 or so, the others 1
        div(max(changed, { axes: [2, 3] }), 10),
      ],
      1,
    )
    return { changed, changedLogit: reshape(second(relu(first(summary))), [-1]) }
  }
}

/** Each halves the sides: [n, 3, h, w] -> [n, 16, h / 2, w / 2] and so on. */
function encoderLevels(p: Parameters): ModeLayer[] {
  return LEVEL_CHANNELS.map((channels, level) => {
    const own = p.scope(level)
    const down = convBlock(own.scope('down'), LEVEL_CHANNELS[level - 1] ?? 3, channels, { stride: 2 })
    const block = residualBlock(own.scope('block'), channels)
    return (x, mode) => block(down(x, mode), mode)
  })
}

/**
 * Both frames' features [2 n, inputs, h, w] -> [n, outputs, h, w].
 * @param isLenient adds the least distance to the other frame within one cell, so that a smaller misalignment costs
 * nothing
 */
function levelDifference(
  p: Parameters,
  { inputs, outputs, isLenient }: { inputs: number; outputs: number; isLenient: boolean },
): ModeLayer {
  const mix = convBlock(p, (isLenient ? 3 : 2) * inputs, outputs, { kernel: 1 })
  return (features, mode) => {
    const [before, after] = splitFrames(features)
    const distances = [abs(sub(before, after)), add(before, after)]
    return mix(concat(isLenient ? [...distances, leastDistance(after, before)] : distances, 1), mode)
  }
}

/** The least |a - b| over the 3 x 3 neighbours of each cell of b: [n, c, h, w]. */
function leastDistance(a: Tensor, b: Tensor): Tensor {
  const [height, width] = b.shape.slice(2).map(Number)
  const framed = pad(b, [0, 0, 1, 1], [0, 0, 1, 1])
  const distances = Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [index % 3, Math.floor(index / 3)]
    return abs(sub(a, slice(framed, { 2: { start: y, end: y + height }, 3: { start: x, end: x + width } })))
  })
  return distances.reduce((least, distance) => minimum(least, distance))
}

/** From the coarsest level to full size: logits [n, 1, h, w]. */
function decoder(p: Parameters): (differing: readonly Tensor[], mode: Mode) => Tensor {
  const steps = LEVEL_CHANNELS.slice(0, -1).map((channels, level) =>
    convBlock(p.scope(level), channels + LEVEL_CHANNELS[level + 1], channels),
  )
  const output = nn.conv2d(p.scope('output'), LEVEL_CHANNELS[0], 4, 3, { start: RARE_LOGIT })
  return (differing, mode) => {
    const finest = steps.reduceRight(
      (coarse, step, level) => step(concat([differing[level], resizeNearest(coarse, 2)], 1), mode),
      differing[4],
    )
    return pixelShuffle(output(finest), 2)
  }
}
