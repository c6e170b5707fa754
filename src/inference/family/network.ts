import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import { writeIds } from '../../systems/blocks/entity-ids'
import { writePlanes } from '../../systems/blocks/pixels'
import { CAPTION_LENGTH, IMAGE_SIDE, MASK_SIDE } from '../../systems/blocks/sizes'
import { PHRASE_LENGTH } from '../../systems/blocks/training-inputs'
import type { EntityBank, Looked, RunStage, StageData } from '../../systems/sample'
import type { NextLogits } from '../../text/decoding/decoder'
import { greedy } from '../../text/decoding/greedy'
import { specialTokens } from '../../text/bpe/vocabulary'
import type { Frames } from '../closer/look'
import { LONGEST, sayCaptions, type SaidCaption, type SpeakOptions } from '../say'
import { createGraphSession } from '../graph-session'
import type { SessionOptions } from '../session'
import { readNetwork } from './read-network'
import type { NetworkParts } from './read-network'

/** What a network says of one pair. */
export interface PairProposal {
  /** Logits [2, 128, 128], before and after. */
  readonly changed: Float32Array
  /** Logit of "anything changed". */
  readonly anything: number
  /** Null where none was asked for. */
  readonly caption: string | null
}

/** A pair as the network saw it; kept, so that captions can be asked for again. */
export interface Seen {
  readonly frames: Frames
  /** Logits [2, 128, 128], before and after. */
  readonly changed: Float32Array
  /** Chance that anything changed. */
  readonly chance: number
  /** [1, keys, 128] */
  readonly memory: StageData
}

interface Opened {
  readonly session: InferenceSession
  readonly reads: ReadonlySet<string>
}

const FRAME = 3 * IMAGE_SIDE * IMAGE_SIDE
const MASKS = 2 * MASK_SIDE * MASK_SIDE
/** Stages that take any number of rows on any provider; of pairs, only the CPU takes several at once. */
const STAGES_OF_ROWS = new Set(['phrase', 'speak'])
/** Phrases that are read side by side. */
const PHRASES = 256

/** A model of one of the families beside CCRC. Stages are opened when they are first run. One call at a time. */
export class FamilyNetwork {
  private readonly stages = new Map<string, Promise<Opened>>()
  private known: Promise<EntityBank | null> | null = null

  constructor(
    private readonly parts: NetworkParts,
    private readonly options: SessionOptions,
  ) {}

  /** @throws PackageError, for a model of CCRC too */
  static async open(folder: string, options: SessionOptions): Promise<FamilyNetwork> {
    const { parts } = await readNetwork(folder)
    return new FamilyNetwork(parts, options)
  }

  /** Ahead of the first pair, so that what cannot be used is known. @throws Error in ONNX Runtime's words */
  async openStages(names: readonly string[]): Promise<void> {
    for (const name of names) await this.stage(name)
  }

  /** Runs one stage; what it does not read is left out. */
  readonly run: RunStage = async (stage, feeds) => {
    const { session, reads } = await this.stage(stage)
    const given = Object.entries(feeds).filter(([name]) => reads.has(name))
    const outputs = await session.run(Object.fromEntries(given.map(([name, data]) => [name, tensorOf(data)])))
    return Object.fromEntries(Object.entries(outputs).map(([name, tensor]) => [name, dataOf(tensor)]))
  }

  /** The entities as this model knows them; null for a family that looks for none, or where there is none. */
  bank(): Promise<EntityBank | null> {
    this.known ??= this.readEntities()
    return this.known
  }

  /** Frames of 128 x 128, three bytes a pixel; all pairs as one batch. */
  async propose(
    pairs: readonly { before: Uint8Array; after: Uint8Array }[],
    { captions }: { captions: boolean },
  ): Promise<PairProposal[]> {
    const { changed, anything, memory } = await this.look(pairs)
    const texts = captions ? await this.sayEach(memory) : null
    return pairs.map((_, item) => ({
      changed: floatsOf(changed).slice(item * MASKS, (item + 1) * MASKS),
      anything: floatsOf(anything)[item],
      caption: texts === null ? null : texts[item],
    }))
  }

  async see(pairs: readonly Frames[]): Promise<Seen[]> {
    return seenOf(pairs, await this.look(pairs))
  }

  /** What the captioner is told of a pair in which a person marked what changed: [2, 128, 128] in 0..1. */
  async memoryOf({ frames }: Seen, marked: Float32Array): Promise<StageData> {
    const shape = [1, 2, MASK_SIDE, MASK_SIDE]
    return (await this.look([frames], { data: marked, shape })).memory
  }

  /** Captions over the memory of one pair. */
  say(memory: StageData, options: SpeakOptions): Promise<SaidCaption[]> {
    return sayCaptions(this.nextLogits(memory), this.parts.tokenizer, options)
  }

  /** A stage that could not be opened holds nothing. */
  async release(): Promise<void> {
    const stages = await Promise.allSettled(this.stages.values())
    this.stages.clear()
    for (const stage of stages) if (stage.status === 'fulfilled') await stage.value.session.release()
  }

  private async look(pairs: readonly Frames[], marked?: StageData): Promise<Looked> {
    const together = this.options.provider === 'cpu' ? [pairs] : pairs.map((pair) => [pair])
    const looked: Looked[] = []
    for (const own of together) {
      const frames = { before: framesOf(own, 'before'), after: framesOf(own, 'after') }
      looked.push(await this.parts.use.look(this.run, frames, await this.bank(), marked))
    }
    const joined = (name: keyof Looked): StageData => joinedRows(looked.map((each) => each[name]))
    return { changed: joined('changed'), anything: joined('anything'), memory: joined('memory') }
  }

  /** The likeliest caption, word by word, of each memory [n, keys, 128]. */
  private async sayEach(memory: StageData): Promise<string[]> {
    const [count] = memory.shape
    const said = await greedy(this.nextLogits(memory), { maximumLength: LONGEST, count })
    return said.map(({ ids }) => this.parts.tokenizer.decode(ids))
  }

  /** One row of logits after each prefix, over the memories [n, keys, 128] of what is decoded side by side. */
  private nextLogits(memory: StageData): NextLogits {
    const size = memory.shape.slice(1)
    const rows = size.reduce((all, side) => all * side, 1)
    const all = floatsOf(memory)
    return async (prefixes, items) => {
      const own = new Float32Array(prefixes.length * rows)
      const words = new BigInt64Array(prefixes.length * CAPTION_LENGTH)
      prefixes.forEach((prefix, at) => {
        own.set(all.subarray(items[at] * rows, (items[at] + 1) * rows), at * rows)
        words.fill(BigInt(specialTokens.pad), at * CAPTION_LENGTH, (at + 1) * CAPTION_LENGTH)
        prefix.forEach((id, word) => (words[at * CAPTION_LENGTH + word] = BigInt(id)))
      })
      const { logits } = await this.run('speak', {
        memory: { data: own, shape: [prefixes.length, ...size] },
        words: { data: words, shape: [prefixes.length, CAPTION_LENGTH] },
      })
      const vocabulary = logits.shape[2]
      return prefixes.map((prefix, at) => {
        const from = (at * CAPTION_LENGTH + prefix.length - 1) * vocabulary
        return floatsOf(logits).subarray(from, from + vocabulary)
      })
    }
  }

  private async readEntities(): Promise<EntityBank | null> {
    const { use, entities, tokenizer } = this.parts
    if (use.entities === undefined || entities.length === 0) return null
    const { reads } = await this.stage(use.entities.readBy)
    if (!reads.has('entities')) return null
    const ids = entities.map((name) => tokenizer.encode(name))
    const vectors: number[] = []
    for (let start = 0; start < ids.length; start += PHRASES) {
      const own = ids.slice(start, start + PHRASES)
      const data = new BigInt64Array(own.length * PHRASE_LENGTH)
      own.forEach((each, at) => writeIds(data.subarray(at * PHRASE_LENGTH, (at + 1) * PHRASE_LENGTH), each))
      const read = await this.run('phrase', { ids: { data, shape: [own.length, PHRASE_LENGTH] } })
      vectors.push(...floatsOf(read.vectors))
    }
    const features = vectors.length / ids.length
    return { ids, vectors: { data: Float32Array.from(vectors), shape: [ids.length, features] } }
  }

  private stage(name: string): Promise<Opened> {
    const known = this.stages.get(name)
    if (known !== undefined) return known
    const opened = this.openStage(name)
    this.stages.set(name, opened)
    return opened
  }

  private async openStage(name: string): Promise<Opened> {
    const { model, values, entities } = this.parts
    const isCpu = this.options.provider === 'cpu'
    const sizes =
      isCpu || STAGES_OF_ROWS.has(name) ? {} : { batch: 1, entities: Math.max(1, entities.length) }
    const spec = model.stage(name, values, sizes)
    const session = await createGraphSession(spec, this.options)
    return { session, reads: new Set(spec.inputs.map((each) => each.name)) }
  }
}

/** One frame of each pair in -0.5..0.5: [n, 3, 128, 128]. */
export function framesOf(
  pairs: readonly { before: Uint8Array; after: Uint8Array }[],
  name: 'before' | 'after',
): StageData {
  const data = new Float32Array(pairs.length * FRAME)
  pairs.forEach((pair, item) => writePlanes(data.subarray(item * FRAME, (item + 1) * FRAME), pair[name]))
  return { data, shape: [pairs.length, 3, IMAGE_SIDE, IMAGE_SIDE] }
}

function seenOf(pairs: readonly Frames[], { changed, anything, memory }: Looked): Seen[] {
  const [, ...size] = memory.shape
  const rows = size.reduce((all, side) => all * side, 1)
  return pairs.map((frames, item) => ({
    frames,
    changed: floatsOf(changed).subarray(item * MASKS, (item + 1) * MASKS),
    chance: 1 / (1 + Math.exp(-floatsOf(anything)[item])),
    memory: { data: floatsOf(memory).slice(item * rows, (item + 1) * rows), shape: [1, ...size] },
  }))
}

function tensorOf({ data, shape }: StageData): Tensor {
  return data instanceof BigInt64Array ? new Tensor('int64', data, shape) : new Tensor('float32', data, shape)
}

function dataOf({ data, dims }: Tensor): StageData {
  return { data: data as Float32Array | BigInt64Array, shape: dims }
}

/** Rows of parts, one after the other. */
function joinedRows(parts: readonly StageData[]): StageData {
  const [first, ...rest] = parts
  if (rest.length === 0) return first
  const data = new Float32Array(parts.reduce((sum, part) => sum + part.data.length, 0))
  let at = 0
  for (const part of parts) {
    data.set(floatsOf(part), at)
    at += part.data.length
  }
  return { data, shape: [parts.reduce((sum, { shape }) => sum + shape[0], 0), ...first.shape.slice(1)] }
}

function floatsOf({ data }: StageData): Float32Array {
  if (data instanceof Float32Array) return data
  throw new TypeError('expected float32')
}
