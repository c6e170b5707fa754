import { z } from 'zod'
import { rleArea, rleSchema, xorRle } from '../mask/rle'
import { captionSchema, documentSchema, linkSchema, regionSchema } from './document'
import type { PairDocument, Region } from './document'
import { reviewSchema } from './pair'

/**
 * The undo algebra: a diff is a list of changes, each holding enough to be reversed. A mask change holds
 * the pixels that flip, so it is its own reverse and its size grows with the stroke, not with the mask.
 */

const regionFieldsSchema = regionSchema
  .pick({ category: true, status: true, score: true, name: true })
  .partial()
const captionFieldsSchema = captionSchema
  .pick({ text: true, rank: true, source: true, logProbability: true })
  .partial()
const reviewFieldsSchema = reviewSchema.partial()
const thresholdSchema = documentSchema.shape.threshold.unwrap().nullable()

const changeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('region.add'), region: regionSchema, index: z.int().min(0) }),
  z.object({ type: z.literal('region.remove'), region: regionSchema, index: z.int().min(0) }),
  z.object({
    type: z.literal('region.mask'),
    regionId: z.string(),
    frame: z.enum(['before', 'after']),
    /** Pixels that flip. A `beforeMask` of null counts as empty. */
    flip: rleSchema,
  }),
  z.object({
    type: z.literal('region.set'),
    regionId: z.string(),
    from: regionFieldsSchema,
    to: regionFieldsSchema,
  }),
  z.object({ type: z.literal('caption.add'), caption: captionSchema, index: z.int().min(0) }),
  z.object({ type: z.literal('caption.remove'), caption: captionSchema, index: z.int().min(0) }),
  z.object({
    type: z.literal('caption.set'),
    captionId: z.string(),
    from: captionFieldsSchema,
    to: captionFieldsSchema,
  }),
  z.object({ type: z.literal('link.add'), link: linkSchema, index: z.int().min(0) }),
  z.object({ type: z.literal('link.remove'), link: linkSchema, index: z.int().min(0) }),
  z.object({ type: z.literal('review.set'), from: reviewFieldsSchema, to: reviewFieldsSchema }),
  z.object({ type: z.literal('threshold.set'), from: thresholdSchema, to: thresholdSchema }),
])
export type Change = z.infer<typeof changeSchema>

/** Changes of one edit that is made; one that is stored may have more, from before this was refused. */
export const MOST_CHANGES = 10_000

export const diffSchema = z.array(changeSchema)
export type Diff = z.infer<typeof diffSchema>

/** The diff does not fit the document: it names what is absent or already there. */
export class DiffError extends Error {
  override name = 'DiffError'
}

/** A new document; the given one is not touched. @throws DiffError */
export function applyDiff(document: PairDocument, diff: Diff): PairDocument {
  return diff.reduce(applyChange, document)
}

/** What of a document can be replaced in one edit: all but its review. */
export type DocumentContent = Pick<PairDocument, 'regions' | 'captions' | 'links' | 'threshold'>

/** Takes out what is present of a document, all of it or a part, and puts other content in its place. */
export function replaceContent(present: DocumentContent, taken: DocumentContent): Diff {
  return [
    ...present.links.map((link) => ({ type: 'link.remove', link, index: 0 }) as const),
    ...present.regions.map((region) => ({ type: 'region.remove', region, index: 0 }) as const),
    ...present.captions.map((caption) => ({ type: 'caption.remove', caption, index: 0 }) as const),
    ...taken.regions.map((region, index) => ({ type: 'region.add', region, index }) as const),
    ...taken.captions.map((caption, index) => ({ type: 'caption.add', caption, index }) as const),
    ...taken.links.map((link, index) => ({ type: 'link.add', link, index }) as const),
    ...setThreshold(present, taken.threshold ?? null),
  ]
}

/** Says what the masks were cut at; nothing where it is said already. */
export function setThreshold({ threshold }: Pick<PairDocument, 'threshold'>, to: number | null): Diff {
  const from = threshold ?? null
  return from === to ? [] : [{ type: 'threshold.set', from, to }]
}

export function reverseDiff(diff: Diff): Diff {
  return diff.toReversed().map(reverseChange)
}

function applyChange(document: PairDocument, change: Change): PairDocument {
  switch (change.type) {
    case 'region.add':
      return { ...document, regions: insert(document.regions, change.region, change.index) }
    case 'region.remove':
      return { ...document, regions: without(document.regions, change.region.id) }
    case 'region.mask':
      return {
        ...document,
        regions: update(document.regions, change.regionId, (region) => flip(region, change)),
      }
    case 'region.set':
      return {
        ...document,
        regions: update(document.regions, change.regionId, (region) => ({
          ...region,
          ...defined(change.to),
        })),
      }
    case 'caption.add':
      return { ...document, captions: insert(document.captions, change.caption, change.index) }
    case 'caption.remove':
      return { ...document, captions: without(document.captions, change.caption.id) }
    case 'caption.set':
      return {
        ...document,
        captions: update(document.captions, change.captionId, (caption) => ({
          ...caption,
          ...defined(change.to),
        })),
      }
    case 'link.add':
      return { ...document, links: insert(document.links, change.link, change.index) }
    case 'link.remove':
      return { ...document, links: without(document.links, change.link.id) }
    case 'review.set':
      return { ...document, review: { ...document.review, ...defined(change.to) } }
    case 'threshold.set':
      return { ...document, threshold: change.to ?? undefined }
  }
}

function reverseChange(change: Change): Change {
  switch (change.type) {
    case 'region.add':
      return { ...change, type: 'region.remove' }
    case 'region.remove':
      return { ...change, type: 'region.add' }
    case 'caption.add':
      return { ...change, type: 'caption.remove' }
    case 'caption.remove':
      return { ...change, type: 'caption.add' }
    case 'link.add':
      return { ...change, type: 'link.remove' }
    case 'link.remove':
      return { ...change, type: 'link.add' }
    case 'region.mask':
      return change
    case 'region.set':
      return { ...change, from: change.to, to: change.from }
    case 'caption.set':
      return { ...change, from: change.to, to: change.from }
    case 'review.set':
      return { ...change, from: change.to, to: change.from }
    case 'threshold.set':
      return { ...change, from: change.to, to: change.from }
  }
}

type MaskChange = Extract<Change, { type: 'region.mask' }>

/** An empty before mask is kept as null, so that a change and its reverse cancel exactly. */
function flip(region: Region, change: MaskChange): Region {
  if (change.frame === 'after') {
    return { ...region, mask: xorRle(region.mask, change.flip) }
  }
  const beforeMask = region.beforeMask === null ? change.flip : xorRle(region.beforeMask, change.flip)
  return { ...region, beforeMask: rleArea(beforeMask) === 0 ? null : beforeMask }
}

function insert<T extends { id: string }>(items: readonly T[], item: T, index: number): T[] {
  if (items.some(({ id }) => id === item.id)) {
    throw new DiffError(`${item.id} is already there`)
  }
  return items.toSpliced(index, 0, item)
}

function without<T extends { id: string }>(items: readonly T[], id: string): T[] {
  return items.toSpliced(indexOf(items, id), 1)
}

function update<T extends { id: string }>(items: readonly T[], id: string, change: (item: T) => T): T[] {
  const index = indexOf(items, id)
  return items.with(index, change(items[index]))
}

function indexOf(items: readonly { id: string }[], wanted: string): number {
  const index = items.findIndex(({ id }) => id === wanted)
  if (index === -1) {
    throw new DiffError(`${wanted} is not there`)
  }
  return index
}

/** Drops keys that are absent but present as `undefined`, as a message port can deliver them. */
function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
