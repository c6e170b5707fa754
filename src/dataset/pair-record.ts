import { z } from 'zod'
import { reviewStateSchema } from '../domain/pair'
import { sortableOf } from '../basics/natural-order'
import { rleSchema } from '../mask/rle'
import type { Region } from '../domain/document'
import { boundingBox } from '../mask/measures'
import type { PlannedPair } from './export/export-pair'
import { sequenceFields, sequenceFieldsSchema } from './sequence-fields'

/**
 * Our own record of a pair, as JSON, in the formats that leave the form of their metadata open: WebDataset
 * and Hugging Face. Boxes are COCO's, masks compressed COCO run lengths.
 */

export const originSchema = z.enum(['person', 'proposal', 'imported', 'model'])
export type Origin = z.infer<typeof originSchema>

export const proposedBySchema = z.object({ proposer: z.string().max(200), version: z.string().max(200) })

/** Of a region that nobody has accepted yet; absent for the others. */
export const statusSchema = z.enum(['proposed', 'accepted']).optional()

/** Fields of a region that is still proposed. */
export function statusFields({ status }: Region): { status?: 'proposed' } {
  return status === 'proposed' ? { status } : {}
}

const regionRecordSchema = z.object({
  category: z.string().min(1).max(120),
  bbox: z.array(z.number()).length(4).optional(),
  segmentation: rleSchema,
  before_segmentation: rleSchema.nullish(),
  score: z.number().min(0).max(1).nullish(),
  origin: originSchema.optional(),
  status: statusSchema,
})
export type RegionRecord = z.infer<typeof regionRecordSchema>

/** What others wrote under the names of `key`, `split`, `width`, `height` and `state`, and is none, is as absent. */
export const pairRecordSchema = sequenceFieldsSchema.extend({
  key: z
    .union([z.string().min(1), z.number().transform(String)])
    .optional()
    .catch(undefined),
  split: z.string().nullish().catch(null),
  width: z.int().min(1).optional().catch(undefined),
  height: z.int().min(1).optional().catch(undefined),
  captions: z.array(z.string()).optional(),
  caption_origins: z.array(originSchema).optional(),
  regions: z.array(regionRecordSchema).optional(),
  state: reviewStateSchema.optional().catch(undefined),
  proposed_by: proposedBySchema.nullish(),
})
export type PairRecord = z.infer<typeof pairRecordSchema>

/**
 * Sorts by text with whole numbers in their order: `frame2` before `frame10`. One sortable text is made of
 * each item first, which is some ten times faster than a collator on 100,000 items.
 */
export function sortNaturally<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, text: textOf(item), sortable: sortableOf(textOf(item)) }))
    .sort((a, b) => compare(a.sortable, b.sortable) || compare(a.text, b.text))
    .map(({ item }) => item)
}

function compare(a: string, b: string): number {
  if (a === b) {
    return 0
  }
  return a < b ? -1 : 1
}

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
    ...sequenceFields(item.sequence),
  }
}

function regionRecord(region: Region): RegionRecord {
  const { category, mask, beforeMask, score, source } = region
  return {
    category,
    bbox: boundingBox(mask),
    segmentation: mask,
    ...(beforeMask === null ? {} : { before_segmentation: beforeMask }),
    ...(score === null ? {} : { score }),
    origin: source.kind,
    ...statusFields(region),
  }
}
