import { setImmediate } from 'node:timers/promises'
import { intermediateTime } from '../../../dataset/synthetic/training-record'
import type { TrainingPixels } from '../../../dataset/synthetic/training-record'
import { uniformAt } from '../../../graph/random'
import { PAIR_INPUTS } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'
import type { FillInputs, Sample } from '../../pair-data'
import { MASK_SIDE } from '../../layers/sizes'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import type { TensorData } from '../../../training/session'
import { zeroInputs, asFloat32, asInt64, sliceInputs } from '../../../training/data/batch-inputs'
import { sampleThree } from '../../../training/random-sampler'
import { usesTrueMasks, FamilyInputs } from './entity-retriever'
import type { EntityRetriever } from './entity-retriever'
import { EncodedCaptionCache } from '../../../training/data/caption-tokens'
import {
  addMasks,
  writeOrientation,
  writeFrames,
  writeMatches,
  writeObjects,
  writeReferences,
  writeFlow,
} from '../../../training/data/pair-inputs'
import { readPixels } from '../../../training/data/training-set'
import type { TrainingPair } from '../../../training/data/training-set'

/** The settings of one family's inputs, besides the pairs. */
export interface FamilyInputOptions {
  /** Inputs that the phase reads; other inputs of the family are not made. */
  readonly inputNames: ReadonlySet<string>
  /** For the input `entities`. */
  readonly retriever: EntityRetriever | null
}

/** Makes batches of a family's inputs; the same seed and pairs give the same batch. */
export class SyntheticBatches {
  private readonly captions: EncodedCaptionCache
  private readonly familyInputs: FamilyInputs

  constructor(
    private readonly tokenizer: Tokenizer,
    inputs: InputSpecs,
    fill: FillInputs,
  ) {
    this.captions = new EncodedCaptionCache(tokenizer)
    this.familyInputs = new FamilyInputs(inputs, fill)
  }

  /** Other work of this process continues between the pairs. */
  async make(
    pairs: readonly TrainingPair[],
    seed: number,
    { inputNames, retriever }: FamilyInputOptions,
  ): Promise<Record<string, TensorData>> {
    const n = pairs.length
    let randomCount = 0
    const random = (): number => uniformAt(seed, randomCount++)
    const shared = zeroInputs(PAIR_INPUTS, n)
    const own = this.familyInputs.zeros(n, inputNames)
    const samples: Sample[] = []
    for (const [item, pair] of pairs.entries()) {
      await setImmediate()
      const pixels = readPixels(pair)
      const slice = sliceInputs(shared, item, n)
      const varied = writeFrames(slice, pixels, random)
      addMasks(asFloat32(slice.masks), pixels)
      writeMatches(slice, pixels)
      writeFlow(slice, pixels)
      writeObjects(slice, pair, pixels)
      writeOrientation(slice, pair, pixels)
      const { captions, categories } = pair.record
      const isChanged = categories.length > 0
      asFloat32(slice.hasChange)[0] = isChanged ? 1 : 0
      const [first, second] = sampleThree(this.captions.get(pair), random)
      writeReferences(slice, [first.ids, second.ids])
      samples.push({
        captions,
        caption: captions[first.captionIndex],
        isChanged,
        before: asFloat32(slice.before),
        after: asFloat32(slice.after),
        forward: pixels.forward,
        backward: pixels.backward,
        between: pixels.between.map(
          (frame, at) => () => varied(frame, intermediateTime(at, pixels.between.length)),
        ),
      })
      if ('entities' in own) {
        const { entities } = sliceInputs(own, item, n)
        await retriever?.write(asInt64(entities), pair, () => ({
          ...pixels,
          masks: () => (usesTrueMasks(pair.record.seed) ? trueMasks(pixels) : null),
        }))
      }
    }
    await this.familyInputs.write(own, samples, { tokenizer: this.tokenizer, random })
    return { ...shared, ...own }
  }
}

function trueMasks(pixels: TrainingPixels): Float32Array {
  const masks = new Float32Array(2 * MASK_SIDE * MASK_SIDE)
  addMasks(masks, pixels)
  return masks
}
