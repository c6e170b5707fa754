import type { GraphSession } from '../../../inference/sessions/graph-session'
import { floatsOf, writeIds } from '../../pair-data'
import { framesOf } from '../../layers/pixels'
import { CAPTION_LENGTH, MASK_SIDE } from '../../layers/sizes'
import { PHRASE_LENGTH } from '../../layers/training-inputs'
import type { EntityBank, EncodedPair, RunStage, StageData } from '../../pair-data'
import type { NextLogits } from '../../../text/decoding/decoder'
import { greedy } from '../../../text/decoding/search'
import { SPECIAL_TOKENS } from '../../../text/bpe/vocabulary'
import type { PairPixels } from '../../../views/crop-view'
import { MAX_CAPTION_TOKENS, decodeCaptions } from '../../decode-captions'
import type { DecodedCaption, DecodeOptions } from '../../decode-captions'
import { createGraphSession, createRowSession } from '../../../inference/sessions/model-session'
import type { SessionOptions } from '../../../inference/sessions/model-session'
import { batchSizeFor } from '../../../inference/sessions/row-session'
import type { PairPrediction } from '../../model-proposer'
import type { LoadedModel } from './load-package'
import { dataOf, firstRows, joinedRows, tensorOf } from './stage-data'
import { sigmoid } from '../../../basics/numbers'

/** An encoded pair, cached for later captions. */
export interface PairEncoding {
  readonly frames: PairPixels
  /** Logits [2, 128, 128], before and after. */
  readonly changed: Float32Array
  /** Probability that anything changed. */
  readonly changeProbability: number
  /** [1, keys, 128] */
  readonly memory: StageData
}

interface OpenStage {
  readonly session: GraphSession
  readonly inputs: ReadonlySet<string>
}

const MASKS = 2 * MASK_SIDE * MASK_SIDE
/** Stages that take any number of rows on any provider; of pairs, only the CPU takes several at once. */
const STAGES_OF_ROWS = new Set(['phrase', 'decode'])
/** Pairs of one run on a device, and captions of one run anywhere: bounds memory. */
const MOST_ROWS = 16
const MOST_DECODED = 48
/** Phrases that are read side by side. */
const PHRASES = 256

/** A model of a family that encodes a pair, then decodes a caption. Stages are opened when they are first run. One call at a time. */
export class StagedModel {
  private readonly stages = new Map<string, Promise<OpenStage>>()
  private entityBank: Promise<EntityBank | null> | null = null

  constructor(
    private readonly parts: LoadedModel,
    private readonly options: SessionOptions,
  ) {}

  /** Ahead of the first pair, so that what cannot be used is known. @throws Error in ONNX Runtime's words */
  async openStages(names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.stage(name)
    }
  }

  /** Runs one stage; what it does not read is left out. */
  readonly run: RunStage = (stage, feeds) => this.runRows(stage, feeds, 1)

  /** @param rows of the batch, where the stage is built for a number of them; null for any */
  private async runRows(
    stage: string,
    feeds: Parameters<RunStage>[1],
    rows: number | null,
  ): ReturnType<RunStage> {
    const { session, inputs } = await this.stage(stage, rows)
    const used = Object.entries(feeds).filter(([name]) => inputs.has(name))
    const outputs = await session.run(Object.fromEntries(used.map(([name, data]) => [name, tensorOf(data)])))
    return Object.fromEntries(Object.entries(outputs).map(([name, tensor]) => [name, dataOf(tensor)]))
  }

  /** The encoded entities; null for a family that uses none, or where there is none. */
  bank(): Promise<EntityBank | null> {
    this.entityBank ??= this.readEntities()
    return this.entityBank
  }

  /** Frames of 128 x 128, three bytes a pixel; all pairs as one batch. */
  async predict(
    pairs: readonly { before: Uint8Array; after: Uint8Array }[],
    { captions }: { captions: boolean },
  ): Promise<PairPrediction[]> {
    const { changed, changedLogit, memory } = await this.encodePairs(pairs)
    const texts = captions ? await this.decodeEach(memory) : null
    return pairs.map((_, item) => ({
      changed: floatsOf(changed).slice(item * MASKS, (item + 1) * MASKS),
      changedLogit: floatsOf(changedLogit)[item],
      caption: texts === null ? null : texts[item],
    }))
  }

  async encode(pairs: readonly PairPixels[]): Promise<PairEncoding[]> {
    return encodingsOf(pairs, await this.encodePairs(pairs))
  }

  /** Memory of a pair with the masks that a user marked: [2, 128, 128] in 0..1. */
  async encodeWithMasks({ frames }: PairEncoding, marked: Float32Array): Promise<StageData> {
    const shape = [1, 2, MASK_SIDE, MASK_SIDE]
    return (await this.encodePairs([frames], { data: marked, shape })).memory
  }

  /** Captions over the memory of one pair. */
  decode(memory: StageData, options: DecodeOptions): Promise<DecodedCaption[]> {
    return decodeCaptions(this.nextLogits(memory), this.parts.tokenizer, options)
  }

  /** A stage that could not be opened holds nothing. */
  async release(): Promise<void> {
    const stages = await Promise.allSettled(this.stages.values())
    this.stages.clear()
    for (const stage of stages) {
      if (stage.status === 'fulfilled') {
        await stage.value.session.release()
      }
    }
  }

  /** As one batch; on a device as few batches as it has sizes for, the last one filled up. */
  private async encodePairs(pairs: readonly PairPixels[], marked?: StageData): Promise<EncodedPair> {
    const isCpu = this.options.provider === 'cpu'
    const most = isCpu ? pairs.length : MOST_ROWS
    const encoded: EncodedPair[] = []
    for (let first = 0; first < pairs.length; first += most) {
      const own = pairs.slice(first, first + most)
      const rows = isCpu ? null : batchSizeFor(own.length)
      const filled = [...own, ...Array.from({ length: (rows ?? 0) - own.length }, () => own[0])]
      const frames = { before: framesOf(filled, 'before'), after: framesOf(filled, 'after') }
      const run: RunStage = (stage, feeds) => this.runRows(stage, feeds, rows)
      const all = await this.parts.hooks.encode(run, frames, await this.bank(), marked)
      encoded.push({
        changed: firstRows(all.changed, own.length),
        changedLogit: firstRows(all.changedLogit, own.length),
        memory: firstRows(all.memory, own.length),
      })
    }
    const joined = (name: keyof EncodedPair): StageData => joinedRows(encoded.map((each) => each[name]))
    return { changed: joined('changed'), changedLogit: joined('changedLogit'), memory: joined('memory') }
  }

  /** The likeliest caption, word by word, of each memory [n, keys, 128]. */
  private async decodeEach(memory: StageData): Promise<string[]> {
    const [count] = memory.shape
    const decoded = await greedy(this.nextLogits(memory), { maximumLength: MAX_CAPTION_TOKENS, count })
    return decoded.map(({ ids }) => this.parts.tokenizer.decode(ids))
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
        words.fill(BigInt(SPECIAL_TOKENS.pad), at * CAPTION_LENGTH, (at + 1) * CAPTION_LENGTH)
        prefix.forEach((id, word) => (words[at * CAPTION_LENGTH + word] = BigInt(id)))
      })
      const { logits } = await this.run('decode', {
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
    const { hooks, entities, tokenizer } = this.parts
    if (hooks.entities === undefined || entities.length === 0) {
      return null
    }
    const { inputs } = await this.stage(hooks.entities.readBy)
    if (!inputs.has('entities')) {
      return null
    }
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

  /** @param rows of the batch; 1 for what has one pair, or takes any number */
  private stage(name: string, rows: number | null = 1): Promise<OpenStage> {
    const batch = this.options.provider === 'cpu' || STAGES_OF_ROWS.has(name) ? null : (rows ?? 1)
    const key = `${name} ${batch}`
    const cached = this.stages.get(key)
    if (cached !== undefined) {
      return cached
    }
    const opened = this.openStage(name, batch)
    this.stages.set(key, opened)
    return opened
  }

  private async openStage(name: string, batch: number | null): Promise<OpenStage> {
    const { model, values, entities } = this.parts
    const sizes = batch === null ? {} : { batch, entities: Math.max(1, entities.length) }
    const spec = model.stage(name, values, sizes)
    // captions of several views decode side by side
    const session = await (name === 'decode'
      ? createRowSession(spec, this.options, MOST_DECODED)
      : createGraphSession(spec, this.options))
    return { session, inputs: new Set(spec.inputs.map((each) => each.name)) }
  }
}

function encodingsOf(
  pairs: readonly PairPixels[],
  { changed, changedLogit, memory }: EncodedPair,
): PairEncoding[] {
  const [, ...size] = memory.shape
  const rows = size.reduce((all, side) => all * side, 1)
  return pairs.map((frames, item) => ({
    frames,
    changed: floatsOf(changed).subarray(item * MASKS, (item + 1) * MASKS),
    changeProbability: sigmoid(floatsOf(changedLogit)[item]),
    memory: { data: floatsOf(memory).slice(item * rows, (item + 1) * rows), shape: [1, ...size] },
  }))
}
