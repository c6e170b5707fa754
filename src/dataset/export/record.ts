import type { Region } from '../../domain/document'
import { boundingBox } from '../../mask/geometry'
import type { PairRecord, RegionRecord } from '../pair-record'
import type { PlannedPair } from './planned-pair'

export function recordOf({ item, content, split }: PlannedPair): PairRecord {
  return {
    key: item.key,
    split,
    width: item.width,
    height: item.height,
    captions: content.captions.map(({ text }) => text),
    caption_origins: content.captions.map(({ source }) => source.kind),
    regions: content.regions.map(regionRecord),
    state: item.document.review.state,
    proposed_by: item.proposedBy,
  }
}

export function regionRecord({ category, mask, beforeMask, score, source }: Region): RegionRecord {
  return {
    category,
    bbox: boundingBox(mask),
    segmentation: mask,
    ...(beforeMask === null ? {} : { before_segmentation: beforeMask }),
    ...(score === null ? {} : { score }),
    origin: source.kind,
  }
}
