import {
  add,
  concat,
  gelu,
  mul,
  nn,
  reshape,
  resizeNearest,
  slice,
  squeeze,
  sub,
  swapLast,
} from '../../../graph'
import type { Mode, Parameters, Tensor } from '../../../graph'
import { backbone } from '../../layers/backbone'
import { captionDecoder } from '../../layers/caption-decoder'
import type { CaptionDecoder } from '../../layers/caption-decoder'
import { splitFrames, toTokens } from '../../layers/token-grid'
import { halfGrid, pairEncoder } from '../../layers/pair-encoder'
import type { PairFeatures } from '../../layers/pair-encoder'
import { pairMasks } from '../../layers/pair-losses'
import type { EncoderOutput } from '../../layers/pair-network'
import { CAPTION_LENGTH, CHANNELS, GRID_SIDE, IMAGE_SIDE } from '../../layers/sizes'
import { procedureEncoder, CELLS, CELL_SIDE, CODES, imageTokenizer } from './procedure-encoder'
import type { ImageTokenizer } from './procedure-encoder'

/** Parts that can be left out. */
export const PROCAP_PARTS = ['procedure', 'queries', 'alignment', 'order', 'matching', 'naming'] as const
export type ProcapParts = Readonly<Record<(typeof PROCAP_PARTS)[number], boolean>>

/** First, two between (k = 2, the paper's best), last. */
export const PROCEDURE_FRAMES = 4

const HEADS = 4
const LAYERS = 4

export interface ProcapEncoding extends EncoderOutput {
  pair: PairFeatures
}

export interface Reconstructed {
  /** Of the codes: [batch, 4 * 64, 512]. */
  codes: Tensor
  /** Logits [batch]. */
  belongs: Tensor
  ordered: Tensor
}

export interface ProcapNetwork {
  tokenizer: ImageTokenizer
  /** Stage one: a sequence [batch, 4, 3, 128, 128] of which cells [batch, 4 * 64] are hidden, and text [batch, 28]. */
  reconstruct: (sequence: Tensor, hidden: Tensor, text: Tensor, mode: Mode) => Reconstructed
  /** Stage two; `silence` int64 [batch, 28] is padding alone. */
  encode: (before: Tensor, after: Tensor, noText: Tensor, mode: Mode) => ProcapEncoding
  keys: number
  caption: CaptionDecoder
}

/** A change as a procedure: trained on frames between, then predicted by queries, at 128 features in place of 768. */
export function procapNetwork(p: Parameters, words: number, parts: ProcapParts): ProcapNetwork {
  const { model, eighth } = CHANNELS
  const encodeFrames = backbone(p.scope('backbone'))
  const pair = pairEncoder(p.scope('pair'), parts, encodeFrames)
  const tokenizer = imageTokenizer(p.scope('tokenizer'))
  const embed = nn.linear(p.scope('embed'), eighth, model)
  const embedNorm = nn.layerNorm(p.scope('embedNorm'), model)
  const sizes = { words, length: CAPTION_LENGTH, frames: PROCEDURE_FRAMES, side: CELL_SIDE }
  const procedure = procedureEncoder(p.scope('procedure'), {
    ...sizes,
    features: model,
    heads: HEADS,
    layers: LAYERS,
  })
  const codes = nn.linear(p.scope('codes'), model, CODES)
  const belongs = nn.linear(p.scope('belongs'), model, 1)
  const ordered = nn.linear(p.scope('ordered'), model, 1)
  const memory = [nn.linear(p.scope('memory0'), model, model), nn.linear(p.scope('memory1'), model, model)]
  const memoryNorm = nn.layerNorm(p.scope('memoryNorm'), model)
  const masks = pairMasks(p.scope('masks'))
  const caption = captionDecoder(p.scope('caption'), { words })
  const cellsOf = (map: Tensor): Tensor => embedNorm(embed(halfGrid(toTokens(map))))
  return {
    tokenizer,
    reconstruct(sequence, hidden, text, mode) {
      const shown = hideCells(sequence, hidden)
      const cells = reshape(cellsOf(encodeFrames(shown, mode).tokens), [-1, PROCEDURE_FRAMES * CELLS, model])
      const encoded = procedure.encode(cells, hidden, text, mode)
      return {
        codes: codes(encoded.visual),
        belongs: squeeze(belongs(encoded.related), 1),
        ordered: squeeze(ordered(encoded.ordered), 1),
      }
    },
    encode(before, after, noText, mode) {
      const pairFeatures = pair(before, after, mode)
      const plain = cellsOf(pairFeatures.features.tokens)
      const start = pairFeatures.auxiliary === null ? plain : add(plain, halfGrid(pairFeatures.auxiliary))
      const [first, last] = splitFrames(start)
      const encoded = (parts.queries ? procedure.encodeWithQueries : procedure.encodeEnds)(
        first,
        last,
        noText,
        mode,
      )
      return {
        pair: pairFeatures,
        masks: masks(pairFeatures, add(pairFeatures.own, endTokens(encoded.visual)), mode),
        memory: memoryNorm(memory[1](gelu(memory[0](encoded.visual)))),
      }
    },
    keys: (parts.queries ? PROCEDURE_FRAMES : 2) * CELLS,
    caption,
  }
}

/**
 * Frames [batch, 4, 3, 128, 128] with hidden cells grey, so that no convolution reads them: [4 batch, 3, 128, 128].
 */
function hideCells(sequence: Tensor, hidden: Tensor): Tensor {
  const images = reshape(sequence, [-1, 3, IMAGE_SIDE, IMAGE_SIDE])
  const cells = reshape(hidden, [-1, 1, CELL_SIDE, CELL_SIDE])
  return mul(images, sub(1, resizeNearest(cells, IMAGE_SIDE / CELL_SIDE)))
}

/** Features of the first and the last frame's cells for each token: [batch, cells, c] -> [2 batch, 256, c]. */
function endTokens(visual: Tensor): Tensor {
  const [, count, features] = visual.shape
  const first = slice(visual, { 1: { start: 0, end: CELLS } })
  const last = slice(visual, { 1: { start: Number(count) - CELLS, end: Number(count) } })
  const map = reshape(swapLast(concat([first, last], 0)), [-1, features, CELL_SIDE, CELL_SIDE])
  return toTokens(resizeNearest(map, GRID_SIDE / CELL_SIDE))
}
