import { streamSeed, uniformAt } from '../../../graph/random'
import { PAIR_INPUTS } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'
import { MASK_SIDE, TOKENS } from '../../layers/sizes'
import type { FillInputs, Sample as FilledSample } from '../../pair-data'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import { zeroInputs, asFloat32, asInt64, sliceInputs } from '../../../training/data/batch-inputs'
import { sampleThree } from '../../../training/random-sampler'
import { usesTrueMasks, FamilyInputs } from './entity-retriever'
import type { RetrievalInput } from './entity-retriever'
import type { FamilyInputOptions } from './synthetic-batches'
import {
  writeReferences,
  addCoverage,
  ignoreTargets,
  writeImageInputs,
} from '../../../training/data/pair-inputs'
import type { Batch } from '../../../training/task'
import type { TrainingSample } from '../../../training/data/training-sample'
import { fittingCaptions, augment, NO_AUGMENTATION } from '../../../training/data/augmentation'
import type { FittingCaption, AugmentationOptions, LoadedCrop } from '../../../training/data/augmentation'

const NO_CAPTION: FittingCaption = { text: '', ids: [] }

/** Makes a family's inputs from crops of real pairs; the same seed and crops give the same batch. */
export class CorrectedBatches {
  private readonly familyInputs: FamilyInputs

  constructor(
    private readonly tokenizer: Tokenizer,
    inputs: InputSpecs,
    fill: FillInputs,
  ) {
    this.familyInputs = new FamilyInputs(inputs, fill)
  }

  async make(
    loaded: readonly LoadedCrop[],
    seed: number,
    options: AugmentationOptions,
    { inputNames, retriever }: FamilyInputOptions,
  ): Promise<Batch> {
    const n = loaded.length
    let randomCount = 0
    const random = (): number => uniformAt(seed, randomCount++)
    const shared = zeroInputs(PAIR_INPUTS, n)
    const own = this.familyInputs.zeros(n, inputNames)
    const samples: FilledSample[] = []
    for (const [item, one] of loaded.entries()) {
      const augmented = augment(one, random, options)
      const slice = sliceInputs(shared, item, n)
      writeImageInputs(slice, augmented, random, options)
      const captions = fittingCaptions(augmented, this.tokenizer)
      const [first, second] = captions.length === 0 ? [NO_CAPTION, NO_CAPTION] : sampleThree(captions, random)
      writeReferences(slice, [first.ids, second.ids])
      if (captions.length === 0) {
        ignoreTargets(slice.targets)
      }
      samples.push({
        captions: (captions.length === 0 ? [NO_CAPTION] : captions).map(withoutSpans),
        caption: withoutSpans(first),
        isChanged: augmented.sample.regions.length > 0 || !augmented.hasKnownMasks,
        before: asFloat32(slice.before),
        after: asFloat32(slice.after),
        forward: withoutUnknown(augmented.sample.forward),
        backward: withoutUnknown(augmented.sample.backward),
        between: [],
      })
      if ('entities' in own) {
        const { entities } = sliceInputs(own, item, n)
        await retriever?.write(asInt64(entities), cropKey(one), () => retrievalInput(one))
      }
    }
    await this.familyInputs.write(own, samples, { tokenizer: this.tokenizer, random })
    return { ...shared, ...own }
  }
}

/** Corrected captions have no spans, so phrases are found by patterns over tags. */
function withoutSpans({ text }: FittingCaption): FilledSample['caption'] {
  return { text, spans: [] }
}

/** Unknown tokens have no counterpart. */
function withoutUnknown(tokens: Int16Array): Int16Array {
  return tokens.map((token) => (token < 0 ? TOKENS : token))
}

/** The same key for the same crop. */
function cropKey({ item, crop: { afterWindow } }: LoadedCrop): string {
  const { x, y, width, height } = afterWindow
  return [item.pairId, x, y, width, height].join(' ')
}

/** A crop as the proposer takes it, with the true masks or the model's own. */
function retrievalInput(loaded: LoadedCrop): RetrievalInput {
  const { sample, hasKnownMasks } = augment(loaded, () => 0.5, NO_AUGMENTATION)
  return {
    before: sample.before,
    after: sample.after,
    masks: () => (hasKnownMasks && usesTrueMasks(streamSeed(0, cropKey(loaded))) ? masksOf(sample) : null),
  }
}

function masksOf(sample: TrainingSample): Float32Array {
  const masks = new Float32Array(2 * MASK_SIDE * MASK_SIDE)
  addCoverage(masks, sample)
  return masks
}
