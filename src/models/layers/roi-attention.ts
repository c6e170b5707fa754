import {
  add,
  concat,
  constant,
  div,
  initializers,
  maximum,
  mul,
  matmul,
  nn,
  relu,
  reshape,
  resizeNearest,
  sigmoid,
  softmax,
  sqrt,
  square,
  stopGradient,
  sub,
  sum,
  swapLast,
  transpose,
  unsqueeze,
} from '../../graph'
import type { Parameters, Tensor } from '../../graph'
import type { BackboneFeatures } from './backbone'
import { cellPositions } from './token-grid'
import { CHANNELS, PIXEL_SIDE } from './sizes'

/** Samples a side of a region, whatever its size. */
const SAMPLES = 8
const HIDDEN = 96
/** Half of the window's side over the spread of the mask: a square's is 1.73, a disc's 2. */
const REACH_PER_SPREAD = 2.2
/** Windows are not smaller than 8 pixels of 128. */
const MIN_REACH = 4 / PIXEL_SIDE

/** Where a region is in a frame, in picture halves: middle and half of the window's side, each [n, regions, 1]. */
interface RoiWindow {
  x: Tensor
  y: Tensor
  reach: Tensor
  /** Cells that the mask covers: [n, regions, 1]. */
  area: Tensor
}

/** The features that regions are sampled from: the backbone's finer levels as [n, 16, 64, 64]. */
export function roiFeatures(p: Parameters): (features: BackboneFeatures) => Tensor {
  const { half, quarter, roi: features } = CHANNELS
  const atHalf = nn.conv2d(p.scope('half'), half, features, 1)
  const atQuarter = nn.conv2d(p.scope('quarter'), quarter, features, 1, { bias: false })
  return (features) => relu(add(atHalf(features.half), resizeNearest(atQuarter(features.quarter), 2)))
}

/**
 * Each region samples both frames in a window that fits its mask: tokens of 8 pixels show few of a small object's
 * edges, and differently at every place. Windows read the picture by two smooth filters, of columns
 * and of rows, as the attention windows of Gregor et al. 2015 (DRAW, section 3.3) do. Masks (logits, before and after)
 * [n, regions, 4096], shown [n, 16, 64, 64] -> [n, regions, 128], to be added; zero before training.
 */
export function roiAttention(
  p: Parameters,
): (masks: readonly [Tensor, Tensor], features: readonly [Tensor, Tensor]) => Tensor {
  const project = nn.linear(p.scope('seen'), SAMPLES * SAMPLES * CHANNELS.roi, HIDDEN)
  const output = nn.linear(p.scope('output'), 2 * (HIDDEN + 4), CHANNELS.model, {
    bias: false,
    initializer: initializers.filled(0),
  })
  return (masks, features) => {
    const samples = masks.flatMap((mask, frame) => {
      const window = roiWindow(stopGradient(mask))
      const { x, y, reach, area } = window
      return [
        relu(project(sampleWindow(window, features[frame]))),
        x,
        y,
        reach,
        mul(sqrt(area), 1 / PIXEL_SIDE),
      ]
    })
    return output(concat(samples, 2))
  }
}

/** The window around what a mask (logits [n, regions, 4096]) covers; all of the frame where it covers nothing. */
function roiWindow(mask: Tensor): RoiWindow {
  const places = cellPlaces()
  // faint marks far away would stretch the window
  const weights = add(relu(sub(sigmoid(mask), 0.1)), 1e-6)
  const cells = reshape(weights, [mask.shape[0], mask.shape[1], PIXEL_SIDE, PIXEL_SIDE])
  const area = sum(weights, { axes: [2], keepDims: true })
  const middle = (profile: Tensor): { at: Tensor; spread: Tensor } => {
    const share = div(profile, area)
    const at = sum(mul(share, places), { axes: [2], keepDims: true })
    return { at, spread: sum(mul(share, square(sub(places, at))), { axes: [2], keepDims: true }) }
  }
  const x = middle(sum(cells, { axes: [2] }))
  const y = middle(sum(cells, { axes: [3] }))
  const spread = sqrt(mul(add(x.spread, y.spread), 0.5))
  return { x: x.at, y: y.at, reach: maximum(mul(spread, REACH_PER_SPREAD), MIN_REACH), area }
}

/** Samples of the windows from features [n, 16, 64, 64]: [n, regions, 8 * 16 * 8]. */
function sampleWindow({ x, y, reach }: RoiWindow, features: Tensor): Tensor {
  const [n, channels] = features.shape
  const count = Number(x.shape[1])
  const columns = reshape(gaussianFilters(x, reach), [n, count * SAMPLES, PIXEL_SIDE])
  const across = matmul(reshape(features, [n, -1, PIXEL_SIDE]), swapLast(columns))
  const rows = reshape(across, [n, channels, PIXEL_SIDE, count, SAMPLES])
  const ordered = reshape(transpose(rows, [0, 3, 2, 1, 4]), [
    n,
    count,
    PIXEL_SIDE,
    Number(channels) * SAMPLES,
  ])
  return reshape(matmul(gaussianFilters(y, reach), ordered), [n, count, SAMPLES * Number(channels) * SAMPLES])
}

/** Weights of the 64 cells for each of 8 samples around a middle, as far as the window reaches: [n, regions, 8, 64]. */
function gaussianFilters(middle: Tensor, reach: Tensor): Tensor {
  const samples = Float32Array.from({ length: SAMPLES }, (_, at) => (2 * at + 1) / SAMPLES - 1)
  const centers = add(middle, mul(reach, constant(samples, [SAMPLES])))
  const width = maximum(mul(reach, 1 / SAMPLES), 1 / PIXEL_SIDE)
  const off = div(sub(cellPlaces(), unsqueeze(centers, 3)), unsqueeze(width, 3))
  return softmax(mul(square(off), -0.5))
}

/** Middle of each column or row, in picture halves: [64]. */
function cellPlaces(): Tensor {
  const all = cellPositions(PIXEL_SIDE)
  return constant(
    Float32Array.from({ length: PIXEL_SIDE }, (_, at) => all[2 * at]),
    [PIXEL_SIDE],
  )
}
