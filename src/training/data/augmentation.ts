import { CAPTION_LENGTH, IMAGE_SIDE } from '../../models/layers/sizes'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { firstClauses } from '../../text/clauses'
import { captionsOfRegions, flipCaptionHorizontally, flipCaptionVertically } from './caption-augmentation'
import type { TrainingCrop } from './training-crop'
import { hasKnownMasks } from './corrected-pair'
import type { CorrectedPair } from './corrected-pair'
import { sampleCrop } from './training-sample'
import type { Movement, TrainingSample } from './training-sample'

/** A crop with the labels of its pair. */
export interface LoadedCrop {
  readonly item: CorrectedPair
  readonly crop: TrainingCrop
  readonly movement: Movement
}

export interface AugmentationOptions {
  /** Shifted, flipped and lit at random; else as the proposer crops. */
  readonly isRandom: boolean
  /** False: it may be flipped vertically too. */
  readonly isUpright: boolean
}

/** As the proposer crops. */
export const NO_AUGMENTATION: AugmentationOptions = { isRandom: false, isUpright: true }

export interface AugmentedSample {
  readonly sample: TrainingSample
  readonly item: CorrectedPair
  /** Whether it is known where the pair changed. */
  readonly hasKnownMasks: boolean
  /** Empty where it is unknown which words hold for the sample. */
  readonly captions: readonly string[]
}

/**
 * Samples a crop, with the captions that hold for the sample.
 * @param side of the sample, pixels of the crop
 */
export function augment(
  { item, crop, movement }: LoadedCrop,
  random: () => number,
  { isRandom, isUpright }: AugmentationOptions,
  side: number = IMAGE_SIDE,
): AugmentedSample {
  const spare = { x: crop.width - side, y: crop.height - side }
  const offset = (space: number): number => Math.floor(isRandom ? random() * (space + 1) : space / 2)
  const [x, y] = [offset(spare.x), offset(spare.y)]
  const flipsAcross = isRandom && random() < 0.5
  const flipsDown = isRandom && !isUpright && random() < 0.5
  const inside = crop.regions.map(({ region }) => region)
  const ownCaptions =
    crop.kind === 'whole' ? item.captions : inside.length > 0 ? captionsOfRegions(item, inside) : []
  const flippedAcross = flipsAcross ? flipCaptions(ownCaptions, flipCaptionHorizontally) : ownCaptions
  const isFlippedHorizontally = flipsAcross && flippedAcross !== null
  const flippedDown = flipsDown ? flipCaptions(flippedAcross ?? ownCaptions, flipCaptionVertically) : null
  const isLabelled = hasKnownMasks(item)
  const placement = { x, y, isFlippedHorizontally, isFlippedVertically: flippedDown !== null }
  const sample = sampleCrop(crop, isLabelled ? movement : 'unknown', placement, side)
  const isWhole = sample.regions.length === crop.regions.length
  return {
    item,
    sample,
    hasKnownMasks: isLabelled,
    captions: isWhole ? (flippedDown ?? flippedAcross ?? ownCaptions) : [],
  }
}

/** Null where one of the captions cannot be flipped. */
function flipCaptions(
  captions: readonly string[],
  flip: (caption: string) => string | null,
): readonly string[] | null {
  const all = captions.map((caption) => flip(caption))
  return all.every((caption) => caption !== null) ? all : null
}

export interface FittingCaption {
  readonly text: string
  readonly ids: readonly number[]
}

/** Captions as tokens; long ones are reduced to their first clauses. */
export function fittingCaptions({ captions }: AugmentedSample, tokenizer: Tokenizer): FittingCaption[] {
  const fits = (text: string): boolean => tokenizer.encode(text).length < CAPTION_LENGTH
  return captions
    .flatMap((caption) => firstClauses(caption, fits) ?? [])
    .map((text) => ({ text, ids: tokenizer.encode(text) }))
    .filter(({ ids }) => ids.length > 0)
}
