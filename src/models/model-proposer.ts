import type { ProviderName } from '../contract/proposal'
import type { CaptionMaskScore, Caption, Link, Region, RegionMasks } from '../domain/document'
import type { Homography } from '../domain/pair'
import type { Raster } from '../images/raster'
import type { RegionChange } from '../names/claim'
import type { MessageText } from '../messages/message'

/** A share for each pixel of the after frame, row-major. */
export interface ChangeMap {
  readonly width: number
  readonly height: number
  /** Probability of "changed", 0 to 1. */
  readonly values: Float32Array
  /** True if an alignment was found and left out: the before frame was seen as it is. */
  readonly isUnaligned?: boolean
}

/** A model's proposal for a pair. */
export interface ModelProposal {
  /** Probability that anything changed, 0 to 1. */
  score: number
  /** IoU of its masks with the truth, as it expects it, 0 to 1; absent if it cannot tell. */
  expectedIou?: number | undefined
  alignment: Homography | null
  remarks: MessageText[]
  regions: Region[]
  /** Measured changes of the regions; absent if the model measures none. */
  changes?: RegionChange[]
  captions: Caption[]
  links: Link[]
  /** Null if the model has no score of its own. */
  agreement: CaptionMaskScore | null
  /** The map that its masks were cut from; absent without one. */
  probabilities?: ChangeMap
  milliseconds: Record<string, number>
}

/**
 * A model of any family on pairs of any size; `key` identifies a pair's files and their times. One call at a time.
 * Unsupported requests are absent; see `Family.questions`.
 */
export interface ModelProposer {
  readonly id: string
  readonly version: string
  /** The provider in use, which may differ from the requested one. */
  readonly provider: ProviderName
  /** @param threshold of a pixel's probability, if the model cuts its masks by one; absent or null for its own */
  propose(before: Raster, after: Raster, key: string, threshold?: number | null): Promise<ModelProposal>
  /** Its proposal if all pixels of at least this probability counted as changed; `map` is of an earlier proposal. */
  proposeAt?(before: Raster, after: Raster, map: ChangeMap, threshold: number): Promise<ModelProposal>
  /** Captions that continue a typed prefix, conditioned on the regions where the model supports that. */
  readonly complete?: Recaption
  /** Captions for these regions of the user, best first; `begin` is their typed prefix. */
  readonly recaption?: Recaption
  /** Regions that a user's caption describes. */
  remask?(
    before: Raster,
    after: Raster,
    key: string,
    caption: string,
  ): Promise<{ regions: Region[]; links: Link[] }>
  agree?(
    before: Raster,
    after: Raster,
    key: string,
    regions: readonly RegionMasks[],
    caption: string,
  ): Promise<CaptionMaskScore>
  /** Further trials than a pair, before a model from elsewhere is taken in. @throws PackageError */
  tryOut?(): Promise<void>
  release(): Promise<void>
}

export type Recaption = (
  before: Raster,
  after: Raster,
  key: string,
  regions: readonly RegionMasks[],
  begin: string,
) => Promise<{ captions: Caption[]; links: Link[] }>

/** A prediction for one pair of 128 x 128. */
export interface PairPrediction {
  /** Logits [2, 128, 128], before and after. */
  readonly changed: Float32Array
  /** Logit of "anything changed". */
  readonly changedLogit: number
  /** Null where none was requested. */
  readonly caption: string | null
}

/** A model on batches of frames of 128 x 128, three bytes a pixel. */
export interface BatchPredictor {
  readonly predict: (
    pairs: readonly { before: Uint8Array; after: Uint8Array }[],
  ) => Promise<readonly PairPrediction[]>
  readonly release: () => Promise<void>
}
