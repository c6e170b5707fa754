import { z } from 'zod'
import { reviewStateSchema } from '../../domain/pair'
import type { WrittenPair } from '../export/export-pair'
import type { RawItem, ReadContext } from '../import/item'
import { originSchema, proposedBySchema } from '../pair-record'

/** What our own list tells of a pair, beside polygons or labels. */
export const pairEntrySchema = z.object({
  key: z.string().min(1),
  split: z.string().nullish(),
  before: z.string().min(1),
  after: z.string().min(1),
  state: reviewStateSchema.nullish(),
  reviewer: z.string().max(200).nullish(),
  proposed_by: proposedBySchema.nullish(),
  captions: z.array(z.object({ text: z.string(), origin: originSchema.nullish() })).default([]),
})
export type PairEntry = z.output<typeof pairEntrySchema>

export function pairEntryOf({ pair, before, after }: WrittenPair): PairEntry {
  const { item, content, split } = pair
  const { state, reviewer } = item.document.review
  return {
    key: item.key,
    split,
    before,
    after,
    state,
    reviewer,
    proposed_by: item.proposedBy,
    captions: content.captions.map(({ text, source }) => ({ text, origin: source.kind })),
  }
}

/** What an item has of its entry alone. @throws ImportProblem where an image is not there */
export async function itemOfEntry(
  source: ReadContext['source'],
  entry: PairEntry,
): Promise<Omit<RawItem, 'location' | 'regions'>> {
  return {
    key: entry.key,
    split: entry.split ?? null,
    before: await source.image(entry.before),
    after: await source.image(entry.after),
    captions: entry.captions.map(({ text }) => text),
    captionOrigins: entry.captions.map(({ origin }) => origin ?? 'imported'),
    state: entry.state ?? undefined,
    reviewer: entry.reviewer ?? null,
    proposedBy: entry.proposed_by ?? null,
  }
}
