import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import type { ModelManifest } from '../../../packages/manifest'
import { openPackage, readPackageWeights } from '../../../packages/read-package'
import { openTogether } from '../../../process/open-together'
import { CHANNELS, IMAGE_SIDE, TOKENS } from '../../layers/sizes'
import { writePlanes } from '../../layers/pixels'
import { ccrcLayout, ccrcStage, CCRC_STAGES } from '../network/stages'
import type { CcrcStage } from '../network/stages'
import { ccrcPartsWithout } from '../network/training'
import type { CcrcParts } from '../network/training'
import { MAX_ANCHORS, REGION_SLOTS } from '../network/training-inputs'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import { createGraphSession } from '../../../inference/sessions/model-session'
import type { SessionOptions } from '../../../inference/sessions/model-session'
import {
  floatsOf,
  itemOf,
  copyOutOfBatch,
  padded,
  pick,
  presentMask,
  wordFeeds,
  firstPredictions,
} from './stage-tensors'
import type { RegionPredictions } from './stage-tensors'

/** Regions that a caption can be conditioned on. */
export const MAX_CONTEXT_REGIONS = REGION_SLOTS

/** An encoded pair, cached for later captions and masks. */
export interface SceneEncoding {
  /** Views into a batch's tensors, until regions are predicted. */
  readonly tensors: Record<string, Tensor>
  /** Logits [2, 128, 128], before and after. */
  readonly changed: Float32Array
  /** Logits [512]. */
  readonly heat: Float32Array
  /** Probability that anything changed. */
  readonly changeProbability: number
}

/**
 * Conditioning of the caption; `vectors` [regions, 128], at most `MAX_CONTEXT_REGIONS`, and each token's covered
 * share [512].
 */
export interface RegionContext {
  readonly vectors: Float32Array
  readonly count: number
  readonly coverage: Float32Array
  readonly isUnconditioned: boolean
}

/** Conditions the caption on the frames alone: neither on a region nor on there being none. */
export const EMPTY_CONTEXT: RegionContext = {
  vectors: new Float32Array(0),
  count: 0,
  coverage: new Float32Array(2 * TOKENS),
  isUnconditioned: true,
}

/** Outputs of `encode` that the mask heads take. */
const PIXELS = ['pixelsBefore', 'pixelsAfter', 'detailBefore', 'detailAfter', 'backgroundFlow', 'changed']
/** Outputs of `encode` that RoI attention takes. */
const ROI_FEATURES = ['roiBefore', 'roiAfter']

/** CCRC's stages on one provider. One call at a time. */
export class CcrcModel {
  /** The trained parts; an untrained one is not used. */
  readonly parts: CcrcParts

  private constructor(
    readonly manifest: ModelManifest,
    readonly tokenizer: Tokenizer,
    private readonly sessions: Readonly<Record<CcrcStage, InferenceSession>>,
    private readonly supportsBatches: boolean,
  ) {
    this.parts = ccrcPartsWithout(manifest.without ?? [])
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
        const regions = stage === 'propose' ? MAX_ANCHORS : MAX_CONTEXT_REGIONS
        // Captions go side by side as beams do; of pairs only the CPU takes several at once.
        const isBatched = stage === 'decode' || (stage === 'encode' && options.provider === 'cpu')
        const sizes = isBatched ? {} : { batch: 1 }
        const spec = ccrcStage(layout, stage, values, regions, sizes)
        sessions[stage] = await keep(createGraphSession(spec, options))
      }
    })
    const isBatched = options.provider === 'cpu'
    return new CcrcModel(manifest, tokenizer, sessions as Record<CcrcStage, InferenceSession>, isBatched)
  }

  /** Frames of 128 x 128, three bytes a pixel; all pairs as one batch where the provider allows it. */
  async encode(pairs: readonly { before: Uint8Array; after: Uint8Array }[]): Promise<SceneEncoding[]> {
    if (this.supportsBatches) {
      return this.encodeBatch(pairs)
    }
    const all: SceneEncoding[] = []
    for (const pair of pairs) {
      all.push(...(await this.encodeBatch([pair])))
    }
    return all
  }

  private async encodeBatch(
    pairs: readonly { before: Uint8Array; after: Uint8Array }[],
  ): Promise<SceneEncoding[]> {
    const frames = (name: 'before' | 'after'): Tensor => {
      const size = 3 * IMAGE_SIDE * IMAGE_SIDE
      const data = new Float32Array(pairs.length * size)
      pairs.forEach((pair, item) => writePlanes(data.subarray(item * size, (item + 1) * size), pair[name]))
      return new Tensor('float32', data, [pairs.length, 3, IMAGE_SIDE, IMAGE_SIDE])
    }
    const outputs = await this.sessions.encode.run({ before: frames('before'), after: frames('after') })
    return pairs.map((_, item) => {
      const tensors = Object.fromEntries(
        Object.entries(outputs).map(([name, tensor]) => [name, itemOf(tensor, item)]),
      )
      return {
        tensors,
        changed: floatsOf(tensors.changed).slice(),
        heat: floatsOf(tensors.heat).slice(),
        changeProbability: sigmoid(floatsOf(tensors.changedLogit)[0]),
      }
    })
  }

  /**
   * Predicts the region at each of up to `MAX_ANCHORS` tokens. The encoding is copied out of its batch and may be
   * cached.
   */
  async propose(encoding: SceneEncoding, anchors: readonly number[]): Promise<RegionPredictions> {
    copyOutOfBatch(encoding.tensors)
    const picked = new Float32Array(MAX_ANCHORS * 2 * TOKENS)
    for (let row = 0; row < MAX_ANCHORS; row++) {
      picked[row * 2 * TOKENS + (anchors[row] ?? anchors[0] ?? 0)] = 1
    }
    const outputs = await this.run('propose', {
      ...pick(encoding.tensors, ['tokens', 'overview', ...PIXELS, ...ROI_FEATURES]),
      picked: new Tensor('float32', picked, [1, MAX_ANCHORS, 2 * TOKENS]),
    })
    return firstPredictions(outputs, anchors.length, MAX_ANCHORS)
  }

  /** Memory of the caption decoder; a model that was not trained on regions ignores them. */
  async encodeContext(encoding: SceneEncoding, context: RegionContext): Promise<Tensor> {
    const isUnconditioned = context.isUnconditioned || !this.parts.conditioned
    const { vectors, count, coverage } = isUnconditioned ? EMPTY_CONTEXT : context
    const valid = Float32Array.from({ length: MAX_CONTEXT_REGIONS }, (_, slot) => (slot < count ? 1 : 0))
    const outputs = await this.run('encode-context', {
      ...pick(encoding.tensors, ['overview', 'changedLogit']),
      regions: padded(vectors, [1, MAX_CONTEXT_REGIONS, CHANNELS.model]),
      valid: new Tensor('float32', valid, [1, MAX_CONTEXT_REGIONS]),
      coverage: new Tensor('float32', coverage, [1, 2 * TOKENS]),
      unconditioned: new Tensor('float32', Float32Array.of(isUnconditioned ? 1 : 0), [1]),
    })
    return outputs.memory
  }

  /**
   * Logits of the word after each prefix, side by side over one memory. A prefix begins with the start token and has
   * at most 28 tokens.
   */
  async nextTokenLogits(memory: Tensor, prefixes: readonly (readonly number[])[]): Promise<Float32Array[]> {
    // only the requested output is copied
    const { next } = await this.sessions.decode.run(wordFeeds(memory, prefixes), ['next'])
    const vocabulary = next.dims[1]
    return prefixes.map((_, item) => floatsOf(next).subarray(item * vocabulary, (item + 1) * vocabulary))
  }

  /** The state at each token [1, 28, 128] of a caption under teacher forcing, the start token first. */
  async hiddenStates(memory: Tensor, caption: readonly number[]): Promise<Tensor> {
    const { hidden } = await this.sessions.decode.run(wordFeeds(memory, [caption]), ['hidden'])
    return hidden
  }

  /** Attention to the memory at each token of captions side by side: [28, regions + 1 + 320] each. */
  async contextAttention(memory: Tensor, captions: readonly (readonly number[])[]): Promise<Float32Array[]> {
    const { attention } = await this.sessions.decode.run(wordFeeds(memory, captions), ['attention'])
    const size = attention.size / captions.length
    return captions.map((_, item) => floatsOf(attention).subarray(item * size, (item + 1) * size))
  }

  /** The regions after reading words, of which there are `length`, the start token among them. */
  async refine(
    encoding: SceneEncoding,
    context: RegionContext,
    hidden: Tensor,
    length: number,
  ): Promise<RegionPredictions> {
    const outputs = await this.run('refine', {
      ...pick(encoding.tensors, ['overview', ...PIXELS]),
      regions: padded(context.vectors, [1, MAX_CONTEXT_REGIONS, CHANNELS.model]),
      hidden,
      present: presentMask(length),
    })
    return firstPredictions(outputs, context.count, MAX_CONTEXT_REGIONS)
  }

  /** Logits of "these words are about this token" [512]. */
  async ground(encoding: SceneEncoding, hidden: Tensor, length: number): Promise<Float32Array> {
    const outputs = await this.run('ground', {
      ...pick(encoding.tensors, ['tokens']),
      hidden,
      present: presentMask(length),
    })
    return floatsOf(outputs.grounding)
  }

  async release(): Promise<void> {
    for (const session of Object.values(this.sessions)) {
      await session.release()
    }
  }

  private async run(stage: CcrcStage, feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> {
    return this.sessions[stage].run(feeds)
  }
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
