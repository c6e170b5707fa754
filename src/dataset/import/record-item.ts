import type { PairRecord, RegionRecord } from '../pair-record'
import { splitOf } from '../split'
import type { ImportedRegion, RawItem, Size } from './item'
import { fittedRle, regionsOfLabel } from './masks'
import type { SourceLocation } from './problems'
import type { SourceFile } from './source'

/** An item from our own record, or from as much of it as there is. */
export function itemOfRecord(
  record: PairRecord,
  files: { before: SourceFile; after: SourceFile; mask: SourceFile | null },
  { location, name, split }: { location: SourceLocation; name: string; split: string | null },
): RawItem {
  const { regions } = record
  return {
    location,
    key: record.key ?? name,
    split: splitOf(record.split ?? '') ?? split,
    before: files.before,
    after: files.after,
    captions: record.captions ?? [],
    captionOrigins: record.caption_origins,
    state: record.state,
    proposedBy: record.proposed_by,
    regions: (size) =>
      regions === undefined
        ? regionsOfLabel(files.mask, size)
        : regions.map((region) => regionOfRecord(region, size)),
  }
}

function regionOfRecord(record: RegionRecord, size: Size): ImportedRegion {
  const { category, segmentation, before_segmentation: before, score, origin } = record
  return {
    category,
    mask: fittedRle(segmentation, size, 'segmentation'),
    beforeMask: before == null ? null : fittedRle(before, size, 'before_segmentation'),
    score: score ?? null,
    origin: origin ?? 'imported',
  }
}
