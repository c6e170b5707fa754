import { fittedRle, regionsOfLabel } from '../import/masks'
import type { ImportedRegion, RawItem } from '../import/item'
import type { Size } from '../../mask/bitmap'
import type { SourceLocation } from '../import/problems'
import type { SourceFile } from '../import/source'
import type { PairRecord, RegionRecord } from '../pair-record'
import { sequencePlaceOf } from '../sequence-fields'
import { splitOf } from '../split-names'

/** Names of captions, ours first. */
export const CAPTION_COLUMNS = ['captions', 'caption', 'text']

/** The captions of a row, as a list where it has a single one. */
export function captionsIn(row: Readonly<Record<string, unknown>>): unknown {
  const found = CAPTION_COLUMNS.map((name) => row[name]).find(
    (value) => value !== undefined && value !== null,
  )
  return typeof found === 'string' ? [found] : found
}

/** An item from our own record, complete or not. */
export function itemOfRecord(
  record: PairRecord,
  files: { before: SourceFile; after: SourceFile; mask: SourceFile | null },
  { location, name, split }: { location: SourceLocation; name: string; split: string | null },
): RawItem {
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
    sequence: sequencePlaceOf(record),
    regions: (size) =>
      record.regions?.map((region) => regionOfRecord(region, size)) ?? regionsOfLabel(files.mask, size),
  }
}

function regionOfRecord(record: RegionRecord, size: Size): ImportedRegion {
  const { category, segmentation, before_segmentation: before, score, origin, status } = record
  return {
    category,
    mask: fittedRle(segmentation, size, 'segmentation'),
    beforeMask: before == null ? null : fittedRle(before, size, 'before_segmentation'),
    score: score ?? null,
    origin: origin ?? 'imported',
    ...(status && { status }),
  }
}
