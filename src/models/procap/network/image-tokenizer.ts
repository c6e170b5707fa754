import {
  add,
  div,
  equal,
  gelu,
  initializers,
  matmul,
  max,
  meanSquaredError,
  mul,
  nn,
  pixelShuffle,
  reshape,
  stopGradient,
  sub,
  sum,
  swapLast,
  toFloat,
  unitRows,
} from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { convBlock } from '../../layers/backbone'
import { IMAGE_SIDE } from '../../layers/sizes'

/** Codes that a cell of a picture can have, and cells a side: the paper's VQGAN has 1024 and 14. */
export const CODES = 512
export const CELL_SIDE = 8
export const CELLS = CELL_SIDE * CELL_SIDE
const FEATURES = 32
const CELL_PIXELS = (IMAGE_SIDE / CELL_SIDE) ** 2
const CHANNELS = [16, 32, 48, 64] as const

/** Turns frames into discrete tokens: vector quantisation (van den Oord et al. 2017) in place of a VQGAN. */
export interface ImageTokenizer {
  /** Frames [n, 3, 128, 128] -> which code each cell has, 1 in each row: [n, 64, 512]. No gradient. */
  codes: (frames: Tensor, mode: Mode) => Tensor
  /** The training loss: reconstruction of the image from its codes, and distance of codes and cells. */
  loss: (frames: Tensor, mode: Mode) => Tensor
}

export function imageTokenizer(p: Parameters): ImageTokenizer {
  const blocks = CHANNELS.map((outputs, level) =>
    convBlock(p.scope(`level${level}`), level === 0 ? 3 : CHANNELS[level - 1], outputs, {
      stride: 2,
      norm: false,
    }),
  )
  const project = nn.conv2d(p.scope('project'), CHANNELS[3], FEATURES, 1)
  const book = unitRows(p.weight('codes', [CODES, FEATURES], initializers.normal(1)))
  const first = nn.linear(p.scope('draw0'), FEATURES, 128)
  const second = nn.linear(p.scope('draw1'), 128, 3 * CELL_PIXELS)
  const cellsOf = (frames: Tensor, mode: Mode): Tensor => {
    const map = project(blocks.reduce((x, block) => block(x, mode), frames))
    return unitRows(swapLast(reshape(map, [map.shape[0], FEATURES, CELLS])))
  }
  return {
    codes: (frames, mode) => stopGradient(nearestCodes(cellsOf(frames, mode), book)),
    loss(frames, mode) {
      const cells = cellsOf(frames, mode)
      const codes = matmul(nearestCodes(cells, book), book)
      const decoded = swapLast(second(gelu(first(straightThrough(cells, codes)))))
      const map = reshape(decoded, [frames.shape[0], 3 * CELL_PIXELS, CELL_SIDE, CELL_SIDE])
      const picture = meanSquaredError(pixelShuffle(map, IMAGE_SIDE / CELL_SIDE), frames)
      return add(mul(picture, 10), quantisationLoss(cells, codes))
    },
  }
}

/** 1 at the code that is nearest: cells [n, l, f] and book [codes, f], rows of length 1 -> [n, l, codes]. */
export function nearestCodes(cells: Tensor, book: Tensor): Tensor {
  const likeness = matmul(cells, swapLast(book))
  const hits = toFloat(equal(likeness, max(likeness, { axes: [2], keepDims: true })))
  return div(hits, sum(hits, { axes: [2], keepDims: true }))
}

/** The codes, with the gradient going to the cells as if they were these. */
export function straightThrough(cells: Tensor, codes: Tensor): Tensor {
  return add(cells, stopGradient(sub(codes, cells)))
}

const COMMITMENT = 0.25

/** |sg(z) - e|^2 + 0.25 |z - sg(e)|^2 (van den Oord et al. 2017, equation 3). */
export function quantisationLoss(cells: Tensor, codes: Tensor): Tensor {
  const towardsCells = meanSquaredError(codes, stopGradient(cells))
  return add(towardsCells, mul(meanSquaredError(cells, stopGradient(codes)), COMMITMENT))
}
