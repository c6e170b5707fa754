import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import type { ModelManifest } from '../../packages/manifest'
import { openPackage, readPackageWeights } from '../../packages/read-package'
import { openTogether } from '../../process/open-together'
import { CHANNELS, IMAGE_SIDE, TOKENS } from '../../systems/blocks/sizes'
import { writePlanes } from '../../systems/blocks/pixels'
import { ccrcLayout, ccrcStage, CCRC_STAGES, type CcrcStage } from '../../systems/ccrc/inference'
import { chainWithout, type CcrcParts } from '../../systems/ccrc/training'
import { REGION_SLOTS } from '../../systems/ccrc/training-inputs'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { createGraphSession } from '../graph-session'
import type { SessionOptions } from '../session'
import { floatsOf, itemOf, leaveBatch, padded, pick, presence, wordFeeds } from './feeds'

/** Tokens that are asked at a time whether they show a region. */
export const ANCHORS = 12
/** Regions that the captioner is told of. */
export const TOLD_REGIONS = REGION_SLOTS

/** A pair as the network saw it; kept, so that captions and masks can be asked for again. */
export interface Seen {
  /** Parts of a batch's, until regions are asked for. */
  readonly tensors: Record<string, Tensor>
  /** Logits [2, 128, 128], before and after. */
  readonly changed: Float32Array
  /** Logits [512]. */
  readonly heat: Float32Array
  /** Chance that anything changed. */
  readonly chance: number
}

/** Regions by their place in the batch, as logits. */
export interface Described {
  /** [regions, 128] */
  readonly vectors: Float32Array
  /** [regions, categories + 1] */
  readonly categories: Float32Array
  /** [regions, 2, 20] */
  readonly attributes: Float32Array
  /** [regions, 2, 16384] */
  readonly masks: Float32Array
}

/** What the captioner is told; `vectors` [regions, 128], at most `TOLD_REGIONS`, and each token's covered share [512]. */
export interface Telling {
  readonly vectors: Float32Array
  readonly count: number
  readonly coverage: Float32Array
  readonly isBlind: boolean
}

/** The captioner is told of no region, nor that there is none: what do the frames and the words alone say? */
export const TOLD_NOTHING: Telling = {
  vectors: new Float32Array(0),
  count: 0,
  coverage: new Float32Array(2 * TOKENS),
  isBlind: true,
}

/** Outputs of `see` that masks are made of. */
const PIXELS = ['pixelsBefore', 'pixelsAfter', 'detailBefore', 'detailAfter', 'moved', 'changed']
/** Outputs of `see` that regions look at again. */
const SHOWN = ['shownBefore', 'shownAfter']

/** CCRC's stages on one provider. One call at a time. */
export class CcrcModel {
  /** What it was taught; an untaught part of it is not asked. */
  readonly parts: CcrcParts

  private constructor(
    readonly manifest: ModelManifest,
    readonly tokenizer: Tokenizer,
    private readonly sessions: Readonly<Record<CcrcStage, InferenceSession>>,
    private readonly seesBatches: boolean,
  ) {
    this.parts = chainWithout(manifest.without ?? [])
  }

  /** @throws PackageError; Error where the provider cannot be used */
  static async open(folder: string, options: SessionOptions): Promise<CcrcModel> {
    const opened = await openPackage(folder, 'ccrc')
    const { manifest, tokenizer } = opened
    const layout = ccrcLayout({ categories: manifest.categories.length, words: tokenizer.size })
    const values = await readPackageWeights(opened, layout.parameters)
    return CcrcModel.create(manifest, tokenizer, values, options)
  }

  static async create(
    manifest: ModelManifest,
    tokenizer: Tokenizer,
    values: ReadonlyMap<string, Float32Array>,
    options: SessionOptions,
  ): Promise<CcrcModel> {
    const layout = ccrcLayout({ categories: manifest.categories.length, words: tokenizer.size })
    const sessions: Partial<Record<CcrcStage, InferenceSession>> = {}
    await openTogether(async (keep) => {
      for (const stage of CCRC_STAGES) {
        const regions = stage === 'propose' ? ANCHORS : TOLD_REGIONS
        // Captions go side by side as beams do; of pairs only the CPU takes several at once.
        const isBatched = stage === 'speak' || (stage === 'see' && options.provider === 'cpu')
        const sizes = isBatched ? {} : { batch: 1 }
        const spec = ccrcStage(layout, stage, values, regions, sizes)
        sessions[stage] = await keep(createGraphSession(spec, options))
      }
    })
    const isBatched = options.provider === 'cpu'
    return new CcrcModel(manifest, tokenizer, sessions as Record<CcrcStage, InferenceSession>, isBatched)
  }

  /** Frames of 128 x 128, three bytes a pixel; all pairs as one batch where the provider allows it. */
  async see(pairs: readonly { before: Uint8Array; after: Uint8Array }[]): Promise<Seen[]> {
    if (this.seesBatches) return this.seeTogether(pairs)
    const all: Seen[] = []
    for (const pair of pairs) all.push(...(await this.seeTogether([pair])))
    return all
  }

  private async seeTogether(pairs: readonly { before: Uint8Array; after: Uint8Array }[]): Promise<Seen[]> {
    const frames = (name: 'before' | 'after'): Tensor => {
      const size = 3 * IMAGE_SIDE * IMAGE_SIDE
      const data = new Float32Array(pairs.length * size)
      pairs.forEach((pair, item) => writePlanes(data.subarray(item * size, (item + 1) * size), pair[name]))
      return new Tensor('float32', data, [pairs.length, 3, IMAGE_SIDE, IMAGE_SIDE])
    }
    const outputs = await this.sessions.see.run({ before: frames('before'), after: frames('after') })
    return pairs.map((_, item) => {
      const tensors = Object.fromEntries(
        Object.entries(outputs).map(([name, tensor]) => [name, itemOf(tensor, item)]),
      )
      return {
        tensors,
        changed: floatsOf(tensors.changed).slice(),
        heat: floatsOf(tensors.heat).slice(),
        chance: sigmoid(floatsOf(tensors.anything)[0]),
      }
    })
  }

  /** Asks up to `ANCHORS` tokens for the region that they show. What was asked may be kept, without its batch. */
  async propose(seen: Seen, anchors: readonly number[]): Promise<Described> {
    leaveBatch(seen.tensors)
    const picked = new Float32Array(ANCHORS * 2 * TOKENS)
    for (let row = 0; row < ANCHORS; row++) picked[row * 2 * TOKENS + (anchors[row] ?? anchors[0] ?? 0)] = 1
    const outputs = await this.run('propose', {
      ...pick(seen.tensors, ['tokens', 'overview', ...PIXELS, ...SHOWN]),
      picked: new Tensor('float32', picked, [1, ANCHORS, 2 * TOKENS]),
    })
    return describedOf(outputs, anchors.length, ANCHORS)
  }

  /** What the captioner reads; a model that was never told of regions is told of none. */
  async tell(seen: Seen, telling: Telling): Promise<Tensor> {
    const isBlind = telling.isBlind || !this.parts.conditioned
    const { vectors, count, coverage } = isBlind ? TOLD_NOTHING : telling
    const valid = Float32Array.from({ length: TOLD_REGIONS }, (_, slot) => (slot < count ? 1 : 0))
    const outputs = await this.run('tell', {
      ...pick(seen.tensors, ['overview', 'anything']),
      regions: padded(vectors, [1, TOLD_REGIONS, CHANNELS.model]),
      valid: new Tensor('float32', valid, [1, TOLD_REGIONS]),
      coverage: new Tensor('float32', coverage, [1, 2 * TOKENS]),
      blind: new Tensor('float32', Float32Array.of(isBlind ? 1 : 0), [1]),
    })
    return outputs.memory
  }

  /**
   * Logits of the word after each prefix, side by side over one memory. A prefix begins with the start token and has
   * at most 28 tokens.
   */
  async nextWords(memory: Tensor, prefixes: readonly (readonly number[])[]): Promise<Float32Array[]> {
    // what is not asked for is not copied
    const { next } = await this.sessions.speak.run(wordFeeds(memory, prefixes), ['next'])
    const vocabulary = next.dims[1]
    return prefixes.map((_, item) => floatsOf(next).subarray(item * vocabulary, (item + 1) * vocabulary))
  }

  /** The state at each token [1, 28, 128] of a caption as the captioner itself would say it, the start token first. */
  async read(memory: Tensor, caption: readonly number[]): Promise<Tensor> {
    const { hidden } = await this.sessions.speak.run(wordFeeds(memory, [caption]), ['hidden'])
    return hidden
  }

  /** Where the captioner looks at each token of captions side by side: [28, regions + 1 + 320] each. */
  async looked(memory: Tensor, captions: readonly (readonly number[])[]): Promise<Float32Array[]> {
    const { looked } = await this.sessions.speak.run(wordFeeds(memory, captions), ['looked'])
    const size = looked.size / captions.length
    return captions.map((_, item) => floatsOf(looked).subarray(item * size, (item + 1) * size))
  }

  /** The regions after reading words, of which there are `length`, the start token among them. */
  async refine(seen: Seen, telling: Telling, hidden: Tensor, length: number): Promise<Described> {
    const outputs = await this.run('refine', {
      ...pick(seen.tensors, ['overview', ...PIXELS]),
      regions: padded(telling.vectors, [1, TOLD_REGIONS, CHANNELS.model]),
      hidden,
      present: presence(length),
    })
    return describedOf(outputs, telling.count, TOLD_REGIONS)
  }

  /** Logits of "these words are about this token" [512]. */
  async point(seen: Seen, hidden: Tensor, length: number): Promise<Float32Array> {
    const outputs = await this.run('point', {
      ...pick(seen.tensors, ['tokens']),
      hidden,
      present: presence(length),
    })
    return floatsOf(outputs.point)
  }

  async release(): Promise<void> {
    for (const session of Object.values(this.sessions)) await session.release()
  }

  private async run(stage: CcrcStage, feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> {
    return this.sessions[stage].run(feeds)
  }
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

/** The first `count` of `slots` regions. */
function describedOf(outputs: Readonly<Record<string, Tensor>>, count: number, slots: number): Described {
  const first = (tensor: Tensor): Float32Array => floatsOf(tensor).subarray(0, (tensor.size / slots) * count)
  return {
    vectors: first(outputs.newRegions),
    categories: first(outputs.categories),
    attributes: first(outputs.attributes),
    masks: first(outputs.masks),
  }
}
