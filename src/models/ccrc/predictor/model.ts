import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../../inference/sessions/graph-session'
import type { ModelSpec } from '../../../graph/onnx'
import type { ModelManifest } from '../../../packages/manifest'
import { openPackage, readPackageWeights } from '../../../packages/read-package'
import { openTogether } from '../../../process/open-together'
import { CHANNELS, TOKENS } from '../../layers/sizes'
import { floatsOf } from '../../pair-data'
import { ccrcLayout, ccrcStage, CCRC_STAGES, DEVICE_STAGES } from '../network/stages'
import type { PairPixels } from '../../../views/crop-view'
import type { CcrcStage } from '../network/stages'
import { ccrcPartsWithout } from '../network/training'
import type { CcrcParts } from '../network/training'
import { MAX_ANCHORS, REGION_SLOTS } from '../network/training-inputs'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import { createBatchSession, createGraphSession } from '../../../inference/sessions/model-session'
import type { SessionOptions } from '../../../inference/sessions/model-session'
import {
  itemOf,
  copyOutOfBatch,
  padded,
  pick,
  presentMask,
  wordFeeds,
  firstPredictions,
  frameFeeds,
  repeated,
} from './stage-tensors'
import type { RegionPredictions } from './stage-tensors'
import { sigmoid } from '../../../basics/numbers'

/** Regions that a caption can be conditioned on. */
export const MAX_CONTEXT_REGIONS = REGION_SLOTS

/** An encoded pair, cached for later captions and masks. */
export interface SceneEncoding {
  /** What later stages take. Views into a batch, until regions are predicted; on a device encoded when first asked for. */
  readonly tensors: () => Promise<Record<string, Tensor>>
  /** Null where its tensors are there. */
  readonly frames: () => PairPixels | null
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

/** Of these, what says whether a view is looked at further. */
const OVERVIEW = ['changed', 'heat', 'changedLogit']
/** Rows of one run at most: on the processor as many as there are windows of a pair, 3 MB each. */
const MOST_ROWS = { cpu: 8, device: 16 } as const

/** CCRC's stages on one provider. Calls that are made at the same time run as one batch. */
export class CcrcModel {
  /** The trained parts; an untrained one is not used. */
  readonly parts: CcrcParts

  private constructor(
    readonly manifest: ModelManifest,
    readonly tokenizer: Tokenizer,
    private readonly sessions: Readonly<Record<CcrcStage, GraphSession>>,
    private readonly isCpu: boolean,
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
    const sessions: Partial<Record<CcrcStage, GraphSession>> = {}
    const isCpu = options.provider === 'cpu'
    await openTogether(async (keep) => {
      for (const stage of isCpu ? CCRC_STAGES : DEVICE_STAGES) {
        const regions = stage.endsWith('propose') ? MAX_ANCHORS : MAX_CONTEXT_REGIONS
        const build = (rows: number | null): ModelSpec =>
          ccrcStage(layout, stage, values, regions, rows === null ? {} : { batch: rows }, !isCpu)
        // beams over one memory: the processor computes its keys and values once
        const isShared = isCpu && stage === 'decode'
        const mostRows = isCpu ? MOST_ROWS.cpu : MOST_ROWS.device
        sessions[stage] = await keep(
          isShared ? createGraphSession(build(null), options) : createBatchSession(build, options, mostRows),
        )
      }
    })
    return new CcrcModel(manifest, tokenizer, sessions as Record<CcrcStage, GraphSession>, isCpu)
  }

  /**
   * Frames of 128 x 128, three bytes a pixel; all pairs as one batch. Of several on a device only a part comes back,
   * as most windows show no change: the rest of one is encoded once it is needed.
   */
  async encode(pairs: readonly PairPixels[]): Promise<SceneEncoding[]> {
    const isWhole = this.isCpu || pairs.length === 1
    const outputs = await this.sessions.encode.run(frameFeeds(pairs), isWhole ? undefined : OVERVIEW)
    return pairs.map((pair, item) => {
      const own = Object.fromEntries(
        Object.entries(outputs).map(([name, tensor]) => [name, itemOf(tensor, item)]),
      )
      let whole: Promise<Record<string, Tensor>> | null = isWhole ? Promise.resolve(own) : null
      return {
        tensors: () => (whole ??= this.sessions.encode.run(frameFeeds([pair]))),
        frames: () => (whole === null ? pair : null),
        changed: floatsOf(own.changed).slice(),
        heat: floatsOf(own.heat).slice(),
        changeProbability: sigmoid(floatsOf(own.changedLogit)[0]),
      }
    })
  }

  /**
   * Predicts the region at each of up to `MAX_ANCHORS` tokens. The encoding is copied out of its batch and may be
   * cached.
   */
  async propose(encoding: SceneEncoding, anchors: readonly number[]): Promise<RegionPredictions> {
    const frames = encoding.frames()
    const picked = new Float32Array(MAX_ANCHORS * 2 * TOKENS)
    for (let row = 0; row < MAX_ANCHORS; row++) {
      picked[row * 2 * TOKENS + (anchors[row] ?? anchors[0] ?? 0)] = 1
    }
    const feeds = { picked: new Tensor('float32', picked, [1, MAX_ANCHORS, 2 * TOKENS]) }
    const outputs = await (frames === null
      ? this.run('propose', { ...(await this.ownTensors(encoding)), ...feeds })
      : this.run('encode-propose', { ...frameFeeds([frames]), ...feeds }))
    return firstPredictions(outputs, anchors.length, MAX_ANCHORS)
  }

  private async ownTensors(encoding: SceneEncoding): Promise<Record<string, Tensor>> {
    const tensors = await encoding.tensors()
    copyOutOfBatch(tensors)
    return pick(tensors, ['tokens', 'overview', ...PIXELS, ...ROI_FEATURES])
  }

  /** Memory of the caption decoder; a model that was not trained on regions ignores them. */
  async encodeContext(encoding: SceneEncoding, context: RegionContext): Promise<Tensor> {
    const isUnconditioned = context.isUnconditioned || !this.parts.conditioned
    const { vectors, count, coverage } = isUnconditioned ? EMPTY_CONTEXT : context
    const valid = Float32Array.from({ length: MAX_CONTEXT_REGIONS }, (_, slot) => (slot < count ? 1 : 0))
    const outputs = await this.run('encode-context', {
      ...pick(await encoding.tensors(), ['overview', 'changedLogit']),
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
    const { next } = await this.sessions.decode.run(this.wordFeeds(memory, prefixes), ['next'])
    const vocabulary = next.dims[1]
    return prefixes.map((_, item) => floatsOf(next).subarray(item * vocabulary, (item + 1) * vocabulary))
  }

  /** The state at each token [1, 28, 128] of a caption under teacher forcing, the start token first. */
  async hiddenStates(memory: Tensor, caption: readonly number[]): Promise<Tensor> {
    const { hidden } = await this.sessions.decode.run(this.wordFeeds(memory, [caption]), ['hidden'])
    return hidden
  }

  /** Attention to the memory at each token of captions side by side: [28, regions + 1 + 320] each. */
  async contextAttention(memory: Tensor, captions: readonly (readonly number[])[]): Promise<Float32Array[]> {
    const { attention } = await this.sessions.decode.run(this.wordFeeds(memory, captions), ['attention'])
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
      ...pick(await encoding.tensors(), ['overview', ...PIXELS]),
      regions: padded(context.vectors, [1, MAX_CONTEXT_REGIONS, CHANNELS.model]),
      hidden,
      present: presentMask(length),
    })
    return firstPredictions(outputs, context.count, MAX_CONTEXT_REGIONS)
  }

  /** Logits of "these words are about this token" [512]. */
  async ground(encoding: SceneEncoding, hidden: Tensor, length: number): Promise<Float32Array> {
    const outputs = await this.run('ground', {
      ...pick(await encoding.tensors(), ['tokens']),
      hidden,
      present: presentMask(length),
    })
    return floatsOf(outputs.grounding)
  }

  async release(): Promise<void> {
    await Promise.all(Object.values(this.sessions).map((session) => session.release()))
  }

  private wordFeeds(memory: Tensor, captions: readonly (readonly number[])[]): Record<string, Tensor> {
    return { memory: this.isCpu ? memory : repeated(memory, captions.length), ...wordFeeds(captions) }
  }

  private run(stage: CcrcStage, feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> {
    return this.sessions[stage].run(feeds)
  }
}
