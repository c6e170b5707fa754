import { uniformAt } from '../../../graph/random'
import { tokenMeans } from '../../layers/pixels'
import { CAPTION_LENGTH, MASK_SIDE } from '../../layers/sizes'
import { IGNORED } from '../../layers/training-inputs'
import { REGION_SLOTS } from '../network/training-inputs'
import type { CcrcInputName } from '../network/training-inputs'
import type { Tokenizer } from '../../../text/bpe/tokenizer'
import { writeCaptionInputs, writeCaptionTargets } from '../../../training/data/caption-tokens'
import { asFloat32, asInt64 } from '../../../training/data/batch-inputs'
import { pickAnchor, pickUnchanged, writeHeat } from './region-tokens'
import { emptyBatch, sliceBatch } from './synthetic-batches'
import type { CcrcSlice } from './synthetic-batches'
import { sampleThree } from '../../../training/random-sampler'
import type { TensorData } from '../../../training/session'
import { fittingCaptions, augment } from '../../../training/data/augmentation'
import type { AugmentationOptions, LoadedCrop, AugmentedSample } from '../../../training/data/augmentation'
import { ignoreTargets, writeImageInputs } from '../../../training/data/pair-inputs'

const PIXELS = MASK_SIDE * MASK_SIDE
/** Probabilities of the captioner's inputs for a pair, as in training on synthetic pairs. */
const PROBABILITIES = { unconditioned: 0.2, trueCoverage: 0.6, readOther: 0.2 } as const

/** Makes the inputs of CCRC's training graph from crops of real pairs; the same seed and crops give the same batch. */
export class CcrcCorrectedBatches {
  constructor(
    private readonly tokenizer: Tokenizer,
    /** Class 0 is "no region". */
    private readonly categories: readonly string[],
  ) {}

  make(
    loaded: readonly LoadedCrop[],
    seed: number,
    options: AugmentationOptions,
  ): Record<CcrcInputName, TensorData> {
    const batch = emptyBatch(loaded.length)
    let randomCount = 0
    const random = (): number => uniformAt(seed, randomCount++)
    const augmented = loaded.map((one) => augment(one, random, options))
    augmented.forEach((own, at) => {
      const slice = sliceBatch(batch, at, loaded.length)
      const other = augmented[(at + 1 + Math.floor(random() * (augmented.length - 1))) % augmented.length]
      writeImageInputs(slice, own, random, options)
      this.writeRegions(slice, own, random)
      this.writeCaptions(slice, own, other, random)
    })
    return batch
  }

  private writeRegions(
    slice: CcrcSlice,
    { sample, item, hasKnownMasks }: AugmentedSample,
    random: () => number,
  ): void {
    const { masks, regionMasks, heat, heatCounts } = slice
    const whole = tokenMeans(asFloat32(masks))
    writeHeat(whole, asFloat32(heat), asFloat32(heatCounts))
    if (!hasKnownMasks) {
      asFloat32(heatCounts).fill(0)
    }
    ignoreTargets(slice.attributes)
    const order = sample.regions
      .map((region) => ({ region, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, REGION_SLOTS)
    slice.order = order.map(({ region }) => region.region)
    const shares = order.map(({ region }) => tokenMeans(region.coverage))
    for (let slot = 0; slot < REGION_SLOTS; slot++) {
      const own = order[slot]?.region
      if (own === undefined) {
        const token = pickUnchanged(whole, random)
        asInt64(slice.anchors)[slot] = BigInt(token ?? 0)
        if (token === null || !hasKnownMasks) {
          asInt64(slice.categories)[slot] = BigInt(IGNORED)
        }
        continue
      }
      asFloat32(regionMasks).set(own.coverage, slot * 2 * PIXELS)
      asInt64(slice.anchors)[slot] = BigInt(pickAnchor(shares, slot, random))
      asFloat32(slice.valid)[slot] = 1
      const { category } = item.regions[own.region]
      asInt64(slice.categories)[slot] = BigInt(1 + this.categories.indexOf(category))
    }
  }

  private writeCaptions(
    slice: CcrcSlice,
    own: AugmentedSample,
    other: AugmentedSample,
    random: () => number,
  ): void {
    const captions = this.encode(own)
    const [tokens, targets] = [asInt64(slice.tokens), asInt64(slice.targets)]
    // pairs without mask labels would otherwise condition on "no region"
    asFloat32(slice.unconditioned)[0] = random() < PROBABILITIES.unconditioned || !own.hasKnownMasks ? 1 : 0
    asFloat32(slice.trueCoverage)[0] = random() < PROBABILITIES.trueCoverage ? 1 : 0
    if (captions.length === 0) {
      for (let at = 0; at < 3; at++) {
        writeCaptionInputs(tokens, at * CAPTION_LENGTH, [])
      }
      writeCaptionInputs(asInt64(slice.againTokens), 0, [])
      ignoreTargets(slice.targets)
      ignoreTargets(slice.againTargets)
      asFloat32(slice.read)[0] = 1
      return
    }
    const [first, second, third] = sampleThree(captions, random)
    ;[first, second].forEach((ids, index) => {
      writeCaptionInputs(tokens, index * CAPTION_LENGTH, ids)
      writeCaptionTargets(targets, index * CAPTION_LENGTH, ids)
    })
    const others = random() < PROBABILITIES.readOther && isOtherChange(own, other) ? this.encode(other) : []
    const read = others.length > 0 ? others[0] : first
    writeCaptionInputs(tokens, 2 * CAPTION_LENGTH, read)
    asFloat32(slice.read).fill(1, 0, read.length + 1)
    asFloat32(slice.readTrue)[0] = others.length > 0 || !own.hasKnownMasks ? 0 : 1
    asFloat32(slice.readOther)[0] = others.length > 0 ? 1 : 0
    writeCaptionInputs(asInt64(slice.againTokens), 0, third)
    writeCaptionTargets(asInt64(slice.againTargets), 0, third)
  }

  private encode(augmented: AugmentedSample): (readonly number[])[] {
    return fittingCaptions(augmented, this.tokenizer).map(({ ids }) => ids)
  }
}

/** Whether the other sample shows another change, so that its caption does not hold here. */
function isOtherChange(own: AugmentedSample, other: AugmentedSample): boolean {
  if (own.item === other.item || !own.hasKnownMasks || !other.hasKnownMasks) {
    return false
  }
  const categories = new Set(own.sample.regions.map(({ region }) => own.item.regions[region].category))
  const theirs = other.sample.regions.map(({ region }) => other.item.regions[region].category)
  return !theirs.some((category) => categories.has(category))
}
