import type { Tensor } from 'onnxruntime-node'
import { CAPTION_LENGTH, GRID_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { specialTokens } from '../../text/bpe/vocabulary'
import { firstClauses, splitClauses } from '../../text/clauses'
import { LONGEST, sayCaptions, type SaidCaption, type SpeakOptions, type WordLink } from '../say'
import { TOLD_NOTHING, TOLD_REGIONS, type CcrcModel, type Seen, type Telling } from './model'
import { setShares } from '../../systems/blocks/pixels'
import type { FoundRegion } from './regions'

/** A word is about a region on which this share of its attention falls. */
const LEAST_LOOK = 0.35

/** Captions over one memory. */
export function sayOver(model: CcrcModel, memory: Tensor, options: SpeakOptions): Promise<SaidCaption[]> {
  return sayCaptions((prefixes) => model.nextWords(memory, prefixes), model.tokenizer, options)
}

export interface WordStates {
  /** The state at each token [1, 28, 128]. */
  readonly hidden: Tensor
  /** How many there are, the start token among them. */
  readonly length: number
}

/** Reads a caption as the model would say it, cut at its longest. */
export async function readCaption(
  model: CcrcModel,
  memory: Tensor,
  ids: readonly number[],
): Promise<WordStates> {
  const said = [specialTokens.start, ...ids.slice(0, LONGEST)]
  return { hidden: await model.read(memory, said), length: said.length }
}

/** Where each token of captions over one memory looks, of all captions at once. */
export function lookedAt(
  model: CcrcModel,
  memory: Tensor,
  said: readonly Pick<SaidCaption, 'ids'>[],
): Promise<readonly Float32Array[]> {
  return model.looked(
    memory,
    said.map(({ ids }) => [specialTokens.start, ...ids.slice(0, LONGEST)]),
  )
}

/** How much of each token [512] a region's mask sets, of the regions that the captioner is told of. */
export function toldShares(regions: readonly FoundRegion[]): Float32Array[] {
  return regions.slice(0, TOLD_REGIONS).map(({ mask }) => setShares(mask))
}

/** Which words speak of which region (by `toldShares`), by where the captioner looked before it said them. */
export function linkWords(
  model: CcrcModel,
  ids: readonly number[],
  looked: Float32Array,
  shares: readonly Float32Array[],
): WordLink[] {
  const keys = looked.length / CAPTION_LENGTH
  const links: WordLink[] = []
  model.tokenizer.words(ids).forEach(({ start, end, word }, at) => {
    if (word < 0) return
    const row = looked.subarray(at * keys, (at + 1) * keys)
    const masses = shares.map((share, region) => row[region] + overlap(row.subarray(TOLD_REGIONS + 1), share))
    const best = masses.indexOf(Math.max(...masses))
    if (best < 0 || masses[best] < LEAST_LOOK) return
    const last = links.at(-1)
    if (last?.region === best && start <= last.end + 1) links[links.length - 1] = { ...last, end }
    else links.push({ start, end, region: best })
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
    if (covered > 0.1) mass += attention[cell]
  }
  for (let token = 0; token < TOKENS; token++) {
    if (share[TOKENS + token] > 0.1) mass += attention[TOKENS / 4 + token]
  }
  return mass
}

/** What the captioner is told of found regions. */
export function tellingOf(regions: readonly FoundRegion[], coverage: Float32Array): Telling {
  const told = regions.slice(0, TOLD_REGIONS)
  const size = told[0]?.vector.length ?? 0
  const vectors = new Float32Array(told.length * size)
  told.forEach(({ vector }, index) => vectors.set(vector, index * size))
  return { vectors, count: told.length, coverage, isBlind: false }
}

/** What the words of a caption alone mean in a scene. */
export interface Meant {
  /** Logits of "some of these words are about this token" [512]. */
  readonly point: Float32Array
  /** The states of as many first clauses as are read at once. */
  readonly first: WordStates
}

/** Texts of a look whose meaning is kept. */
const KEPT_TEXTS = 16

interface Blind {
  /** What the captioner reads where it is told of no region. */
  readonly memory: Tensor
  /** By text, the one that was asked for last at the end. */
  readonly meant: Map<string, Meant>
}

const blind = new WeakMap<Seen, Blind>()

/** Reads a caption without being told of any region; a mask from it, its parts and agreement ask for the same. */
export async function readBlind(model: CcrcModel, seen: Seen, caption: string): Promise<Meant> {
  const { memory, meant } = blind.get(seen) ?? {
    memory: await model.tell(seen, TOLD_NOTHING),
    meant: new Map<string, Meant>(),
  }
  blind.set(seen, { memory, meant })
  const own = meant.get(caption) ?? (await meaningOf(model, seen, memory, caption))
  meant.delete(caption)
  meant.set(caption, own)
  for (const old of [...meant.keys()].slice(0, -KEPT_TEXTS)) meant.delete(old)
  return own
}

/** Of a caption that is too long to be read at once each clause points for itself. */
async function meaningOf(model: CcrcModel, seen: Seen, memory: Tensor, caption: string): Promise<Meant> {
  const read = (text: string): Promise<WordStates> => readCaption(model, memory, model.tokenizer.encode(text))
  const pointOf = ({ hidden, length }: WordStates): Promise<Float32Array> => model.point(seen, hidden, length)
  const begin = firstClauses(caption, (text) => model.tokenizer.encode(text).length <= LONGEST)
  const first = await read(begin ?? caption)
  if (begin === caption) return { point: await pointOf(first), first }
  const point = new Float32Array(2 * TOKENS).fill(-Infinity)
  for (const { start, end } of splitClauses(caption)) {
    const own = await pointOf(await read(caption.slice(start, end)))
    own.forEach((logit, token) => (point[token] = Math.max(point[token], logit)))
  }
  return { point, first }
}
