import {
  add,
  concat,
  constant,
  expand,
  initializers,
  mul,
  nn,
  reshape,
  split,
  sub,
  unsqueeze,
  div,
  equal,
  gelu,
  matmul,
  max,
  log,
  mean,
  meanSquaredError,
  softmax,
  pixelShuffle,
  stopGradient,
  sum,
  swapLast,
  toFloat,
  unitRows,
} from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { convBlock } from '../../layers/backbone'
import { IMAGE_SIDE } from '../../layers/sizes'
import { tokenEmbedding } from '../../layers/token-embedding'

/** The procedure encoder of ProCap. */

export interface ProcedureSizes {
  features: number
  heads: number
  layers: number
  words: number
  /** Text slots. */
  length: number
  /** Frames of a procedure, with the first and the last; cells a side of each. */
  frames: number
  side: number
}

interface Procedure {
  /** State of [REL], which predicts whether text and frames belong together: [n, c]. */
  related: Tensor
  /** State of [VID], which predicts whether the frames are in order: [n, c]. */
  ordered: Tensor
  /** [n, frames * side^2, c] */
  visual: Tensor
}

interface ProcedureEncoder {
  /** Cells [n, frames * side^2, c] of which `hidden` [n, ...] are replaced, and int64 text [n, length]. */
  encode: (cells: Tensor, hidden: Tensor, text: Tensor, mode: Mode) => Procedure
  /** Cells of the first and the last frame [n, side^2, c], and learnable queries between them. */
  encodeWithQueries: (first: Tensor, last: Tensor, text: Tensor, mode: Mode) => Procedure
  /** As `encodeWithQueries`, with nothing between. */
  encodeEnds: (first: Tensor, last: Tensor, text: Tensor, mode: Mode) => Procedure
}

/** Tokens before the visual ones, beside the text: [REL] in front, [ST1] and [VID] behind. */
const MARKS = 3

/**
 * A transformer over [REL], text, [ST1], [VID] and cells in the order of time. [ST1] and [VID] do not attend to the
 * tokens before them (public code). A query is the vector that stands for a hidden cell in the first stage, plus a
 * vector of its own that begins at 0: the notes specify k * n_I learnable queries, the public code repeats the one
 * vector.
 */
export function procedureEncoder(p: Parameters, sizes: ProcedureSizes): ProcedureEncoder {
  const { features, heads, layers, words, length, frames, side } = sizes
  const cells = side * side
  const marks = p.weight('marks', [MARKS, features], initializers.normal(0.05))
  const embed = tokenEmbedding(p, { words, features, length, positions: 'places' })
  const axes = ['time', 'row', 'column'] as const
  const axial = axes.map((name) =>
    p.weight(name, [name === 'time' ? frames : side, features], initializers.normal(0.02)),
  )
  const mask = p.weight('hidden', [1, 1, features], initializers.normal(0.05))
  const queries = p.weight('queries', [(frames - 2) * cells, features], initializers.filled(0))
  const blocks = Array.from({ length: layers }, (_, index) =>
    nn.encoderLayer(p.scope(`layer${index}`), features, { heads, hidden: 2 * features }),
  )
  const norm = nn.layerNorm(p.scope('norm'), features)
  const positions = axialPositions(axial, frames, side)

  const run = (visual: Tensor, text: Tensor, mode: Mode): Procedure => {
    const [n, count] = [visual.shape[0], Number(visual.shape[1])]
    const [relation, start, video] = split(expand(unsqueeze(marks, 0), [n, MARKS, features]), 1, [1, 1, 1])
    const read = add(embed.lookup(text), embed.positions())
    const tokens = concat([relation, read, start, video, visual], 1)
    const visibility = attentionMask(length, count)
    const states = norm(blocks.reduce((x, block) => block(x, mode, visibility), tokens))
    const [related, , ordered, visualStates] = split(states, 1, [1, length + 1, 1, count])
    return {
      related: reshape(related, [n, features]),
      ordered: reshape(ordered, [n, features]),
      visual: visualStates,
    }
  }
  const placesOf = (which: 'first' | 'between' | 'last'): Tensor => {
    const parts = split(positions, 1, [cells, (frames - 2) * cells, cells])
    return parts[{ first: 0, between: 1, last: 2 }[which]]
  }
  return {
    encode(visual, hidden, text, mode) {
      const hiddenCells = unsqueeze(hidden, 2)
      const shown = add(mul(visual, sub(1, hiddenCells)), mul(mask, hiddenCells))
      return run(add(shown, positions), text, mode)
    },
    encodeWithQueries(first, last, text, mode) {
      const [n] = first.shape
      const queryTokens = add(add(unsqueeze(queries, 0), mask), placesOf('between'))
      const between = expand(queryTokens, [n, (frames - 2) * cells, features])
      const ends = [add(first, placesOf('first')), add(last, placesOf('last'))]
      return run(concat([ends[0], between, ends[1]], 1), text, mode)
    },
    encodeEnds: (first, last, text, mode) =>
      run(concat([add(first, placesOf('first')), add(last, placesOf('last'))], 1), text, mode),
  }
}

/** Time, row and column of each cell, added: [1, frames * side^2, features]. */
function axialPositions([time, row, column]: readonly Tensor[], frames: number, side: number): Tensor {
  const features = Number(time.shape[1])
  const grid = add(
    reshape(time, [frames, 1, 1, features]),
    add(reshape(row, [1, side, 1, features]), reshape(column, [1, 1, side, features])),
  )
  return reshape(grid, [1, frames * side * side, features])
}

/** Added to the scores: all attend to all, but [ST1] and [VID] not to [REL] and the text. */
function attentionMask(length: number, visual: number): Tensor {
  const total = MARKS + length + visual
  const values = new Float32Array(total * total)
  for (const row of [length + 1, length + 2]) {
    values.fill(-1e9, row * total, row * total + length + 1)
  }
  return constant(values, [total, total])
}

/** Codes that a cell of a picture can have, and cells a side: the paper's VQGAN has 1024 and 14. */
export const CODES = 512
export const CELL_SIDE = 8
export const CELLS = CELL_SIDE * CELL_SIDE
const FEATURES = 32
const CELL_PIXELS = (IMAGE_SIDE / CELL_SIDE) ** 2
const CHANNELS = [16, 32, 48, 64] as const
/** Of `usageLoss`: after 50 steps of 16 pairs 120 of 512 codes' worth are in use, where without it they are 3 (docs/decisions/137). */
const USAGE = { temperature: 0.05, weight: 0.1 } as const

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
      const usage = mul(usageLoss(cells, book, USAGE.temperature), USAGE.weight)
      return add(add(mul(picture, 10), quantisationLoss(cells, codes)), usage)
    },
  }
}

/** 1 at the code that is nearest: cells [n, l, f] and book [codes, f], rows of length 1 -> [n, l, codes]. */
export function nearestCodes(cells: Tensor, book: Tensor): Tensor {
  const likeness = matmul(cells, swapLast(book))
  const hits = toFloat(equal(likeness, max(likeness, { axes: [2], keepDims: true })))
  return div(hits, sum(hits, { axes: [2], keepDims: true }))
}

/**
 * Entropy of the codes that a cell is like, minus that of the codes of all cells: least where each cell has one code and
 * all codes are used alike (Yu et al. 2024, MAGVIT-v2). Without it few codes are ever used.
 */
export function usageLoss(cells: Tensor, book: Tensor, temperature: number): Tensor {
  const shares = softmax(div(matmul(cells, swapLast(book)), temperature))
  const each = mean(entropyOf(shares))
  const all = entropyOf(mean(shares, { axes: [0, 1] }))
  return sub(each, reshape(all, []))
}

function entropyOf(shares: Tensor): Tensor {
  return mul(sum(mul(shares, log(add(shares, 1e-8))), { axes: [shares.shape.length - 1] }), -1)
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
