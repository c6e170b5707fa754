import type { Tensor } from 'onnxruntime-node'
import { CAPTION_LENGTH, GRID_SIDE, TOKENS } from '../../layers/sizes'
import { SPECIAL_TOKENS } from '../../../text/bpe/vocabulary'
import { firstClauses, splitClauses } from '../../../text/clauses'
import { MAX_CAPTION_TOKENS, decodeCaptions } from '../../decode-captions'
import type { DecodedCaption, DecodeOptions, WordLink } from '../../decode-captions'
import { EMPTY_CONTEXT, MAX_CONTEXT_REGIONS } from './model'
import type { CcrcModel, SceneEncoding, RegionContext } from './model'
import { maskCoverage } from '../../layers/pixels'
import type { CcrcRegion } from './ccrc-region'

/** A word is about a region on which this share of its attention falls. */
const MIN_ATTENTION = 0.35

/** Captions over one memory. */
export function decodeOverMemory(
  model: CcrcModel,
  memory: Tensor,
  options: DecodeOptions,
): Promise<DecodedCaption[]> {
  return decodeCaptions((prefixes) => model.nextTokenLogits(memory, prefixes), model.tokenizer, options)
}

export interface WordStates {
  /** The state at each token [1, 28, 128]. */
  readonly hidden: Tensor
  /** How many there are, the start token among them. */
  readonly length: number
}

/** Decoder states of a caption under teacher forcing, truncated at the maximum length. */
export async function encodeCaption(
  model: CcrcModel,
  memory: Tensor,
  ids: readonly number[],
): Promise<WordStates> {
  const tokens = [SPECIAL_TOKENS.start, ...ids.slice(0, MAX_CAPTION_TOKENS)]
  return { hidden: await model.hiddenStates(memory, tokens), length: tokens.length }
}

/** Attention of each token of captions over one memory, of all captions at once. */
export function captionAttention(
  model: CcrcModel,
  memory: Tensor,
  captions: readonly Pick<DecodedCaption, 'ids'>[],
): Promise<readonly Float32Array[]> {
  return model.contextAttention(
    memory,
    captions.map(({ ids }) => [SPECIAL_TOKENS.start, ...ids.slice(0, MAX_CAPTION_TOKENS)]),
  )
}

/** How much of each token [512] a region's mask sets, of the regions in the context. */
export function contextCoverages(regions: readonly CcrcRegion[]): Float32Array[] {
  return regions.slice(0, MAX_CONTEXT_REGIONS).map(({ mask }) => maskCoverage(mask))
}

/** Links words to regions (by `contextCoverages`), by the attention before each word. */
export function linkWords(
  model: CcrcModel,
  ids: readonly number[],
  attention: Float32Array,
  shares: readonly Float32Array[],
): WordLink[] {
  const keys = attention.length / CAPTION_LENGTH
  const links: WordLink[] = []
  model.tokenizer.words(ids).forEach(({ start, end, word }, at) => {
    if (word < 0) {
      return
    }
    const row = attention.subarray(at * keys, (at + 1) * keys)
    const masses = shares.map(
      (share, region) => row[region] + overlap(row.subarray(MAX_CONTEXT_REGIONS + 1), share),
    )
    const best = masses.indexOf(Math.max(...masses))
    if (best < 0 || masses[best] < MIN_ATTENTION) {
      return
    }
    const last = links.at(-1)
    if (last?.region === best && start <= last.end + 1) {
      links[links.length - 1] = { ...last, end }
    } else {
      links.push({ start, end, region: best })
    }
  })
  return links
}

/** Attention [320] (before at 8 x 8, after at 16 x 16) on tokens [512] that a region covers. */
function overlap(attention: Float32Array, share: Float32Array): number {
  const half = GRID_SIDE / 2
  let mass = 0
  for (let cell = 0; cell < TOKENS / 4; cell++) {
    const top = 2 * Math.floor(cell / half) * GRID_SIDE + 2 * (cell % half)
    const covered = Math.max(share[top], share[top + 1], share[top + GRID_SIDE], share[top + GRID_SIDE + 1])
    if (covered > 0.1) {
      mass += attention[cell]
    }
  }
  for (let token = 0; token < TOKENS; token++) {
    if (share[TOKENS + token] > 0.1) {
      mass += attention[TOKENS / 4 + token]
    }
  }
  return mass
}

/** Context of detected regions for the caption decoder. */
export function regionContext(regions: readonly CcrcRegion[], coverage: Float32Array): RegionContext {
  const contextRegions = regions.slice(0, MAX_CONTEXT_REGIONS)
  const size = contextRegions[0]?.vector.length ?? 0
  const vectors = new Float32Array(contextRegions.length * size)
  contextRegions.forEach(({ vector }, index) => vectors.set(vector, index * size))
  return { vectors, count: contextRegions.length, coverage, isUnconditioned: false }
}

/** The grounding of a caption alone in a scene. */
export interface CaptionGrounding {
  /** Logits of "some of these words are about this token" [512]. */
  readonly logits: Float32Array
  /** The states of as many first clauses as are read at once. */
  readonly first: WordStates
}

/** Texts of a view whose grounding is cached. */
const MAX_CACHED_TEXTS = 16

interface UnconditionedContext {
  /** Decoder memory without conditioning on regions. */
  readonly memory: Tensor
  /** By text, the most recently used last. */
  readonly groundings: Map<string, CaptionGrounding>
}

const unconditionedContexts = new WeakMap<SceneEncoding, UnconditionedContext>()

/** Grounds a caption without conditioning on regions; cached, as masks, parts and scores need the same. */
export async function groundText(
  model: CcrcModel,
  encoding: SceneEncoding,
  caption: string,
): Promise<CaptionGrounding> {
  const { memory, groundings: grounding } = unconditionedContexts.get(encoding) ?? {
    memory: await model.encodeContext(encoding, EMPTY_CONTEXT),
    groundings: new Map<string, CaptionGrounding>(),
  }
  unconditionedContexts.set(encoding, { memory, groundings: grounding })
  const own = grounding.get(caption) ?? (await groundUncached(model, encoding, memory, caption))
  grounding.delete(caption)
  grounding.set(caption, own)
  for (const old of [...grounding.keys()].slice(0, -MAX_CACHED_TEXTS)) {
    grounding.delete(old)
  }
  return own
}

/** Of a caption that is too long to be read at once each clause points for itself. */
async function groundUncached(
  model: CcrcModel,
  encoding: SceneEncoding,
  memory: Tensor,
  caption: string,
): Promise<CaptionGrounding> {
  const read = (text: string): Promise<WordStates> =>
    encodeCaption(model, memory, model.tokenizer.encode(text))
  const groundStates = ({ hidden, length }: WordStates): Promise<Float32Array> =>
    model.ground(encoding, hidden, length)
  const begin = firstClauses(caption, (text) => model.tokenizer.encode(text).length <= MAX_CAPTION_TOKENS)
  const first = await read(begin ?? caption)
  if (begin === caption) {
    return { logits: await groundStates(first), first }
  }
  const logits = new Float32Array(2 * TOKENS).fill(-Infinity)
  for (const { start, end } of splitClauses(caption)) {
    const own = await groundStates(await read(caption.slice(start, end)))
    own.forEach((logit, token) => (logits[token] = Math.max(logits[token], logit)))
  }
  return { logits, first }
}
