import type { ProviderName, ModelQuestion } from '../../contract/proposal'
import type { Agreement, Caption, Link, Region, RegionMasks } from '../../domain/document'
import type { Homography } from '../../domain/pair'
import type { Raster } from '../../images/raster'
import type { ModelManifest } from '../../packages/manifest'
import { FAMILIES } from '../registry'

/** A model's proposal for a pair. */
export interface ModelProposal {
  /** That anything changed, 0 to 1. */
  score: number
  alignment: Homography | null
  remarks: string[]
  regions: Region[]
  captions: Caption[]
  links: Link[]
  /** Null where the model has no score of its own. */
  agreement: Agreement | null
  milliseconds: Record<string, number>
}

/**
 * A model of any family on pairs of any size; `key` names a pair's files and their times. One call at a time. What it
 * cannot be asked is absent; see `supportedQuestions`.
 */
export interface ModelProposer {
  readonly id: string
  readonly version: string
  /** What it runs on, which may be another one than was asked for. */
  readonly provider: ProviderName
  propose(before: Raster, after: Raster, key: string): Promise<ModelProposal>
  /** Captions that go on with what a person has typed, given the regions where the model can be told of them. */
  readonly complete: Recaption
  /** Captions for these regions of the person, best first; `begin` is what they have typed already. */
  readonly recaption?: Recaption
  /** Regions that a caption of the person speaks of. */
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
  ): Promise<Agreement>
  release(): Promise<void>
}

export type Recaption = (
  before: Raster,
  after: Raster,
  key: string,
  regions: readonly RegionMasks[],
  begin: string,
) => Promise<{ captions: Caption[]; links: Link[] }>

/** The questions that a package's predictor supports; none where its family is not known. */
export function supportedQuestions({
  family,
  without = [],
  entities = [],
}: Pick<ModelManifest, 'family' | 'without' | 'entities'>): ModelQuestion[] {
  if (hasOwnPredictor(family)) {
    return ['recaption', 'complete', 'remask', 'agree']
  }
  const use = FAMILIES.get(family)?.use ?? null
  if (use === null) {
    return []
  }
  return use.readsMasks?.({ without, entities }) === true ? ['recaption', 'complete'] : ['complete']
}

/** CCRC's is its own; all others share one. */
export function hasOwnPredictor(family: string): boolean {
  return FAMILIES.get(family)?.use === null
}
