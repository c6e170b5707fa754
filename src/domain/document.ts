import { z } from 'zod'
import { reviewSchema } from './pair'
import { rleSchema } from '../mask/rle'
import { messageTextSchema } from '../messages/message'

/** How a thing came to differ. `no longer visible`: it is gone, or something stands before it. */
const changeKindSchema = z.enum([
  'appeared',
  'vanished',
  'no longer visible',
  'moved',
  'replaced',
  'changed colour',
])
export type ChangeKind = z.infer<typeof changeKindSchema>

export const frameSchema = z.enum(['before', 'after'])
export type Frame = z.infer<typeof frameSchema>

/** Pixels of a frame, with fractions. */
const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
const wordSchema = z.string().min(1).max(120)

/** Name that the program gave to a region, with its evidence. A person's own name is the category alone. */
const regionNameSchema = z.object({
  /** In the project's words. */
  word: wordSchema,
  /** 0 to 1. */
  score: z.number().min(0).max(1),
  kind: changeKindSchema,
  /** For `replaced`: the word for the thing before. */
  former: wordSchema.optional(),
  /** Where it was seen; null for a name that people taught by examples. */
  seen: z.object({ frame: frameSchema, box: boxSchema }).nullable(),
  /** A sentence for a person. */
  why: messageTextSchema,
  /** The next best names, best first. */
  others: z.array(z.object({ word: wordSchema, score: z.number().min(0).max(1) })).max(8),
})
export type RegionName = z.infer<typeof regionNameSchema>

/** Origin of a region or a caption. */
const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proposal'), proposalId: z.int() }),
  z.object({ kind: z.literal('person') }),
  /** Read from a mask or caption file beside the images. */
  z.object({ kind: z.literal('imported') }),
  /**
   * Answer of a model to a question about a person's mask or caption. `host` if it runs on a server of the caption
   * connector: `127.0.0.1:8080`.
   */
  z.object({
    kind: z.literal('model'),
    model: z.string(),
    version: z.string(),
    host: z.string().max(300).optional(),
  }),
])
export type Source = z.infer<typeof sourceSchema>

/** The category of a region without a name. */
export const UNNAMED = 'change'

const regionStatusSchema = z.enum(['proposed', 'accepted', 'rejected'])
export type RegionStatus = z.infer<typeof regionStatusSchema>

/** Parts of a region at most. */
export const MOST_PARTS = 100

/** One changed thing. Rejected regions are kept, drawn faintly, and never exported. */
export const regionSchema = z.object({
  id: z.string().min(1).max(64),
  category: z.string().min(1).max(120),
  status: regionStatusSchema,
  /** In the after frame. */
  mask: rleSchema,
  /** In the before frame, for things that moved or vanished. */
  beforeMask: rleSchema.nullable(),
  source: sourceSchema,
  /** 0 to 1, or null for a region drawn by a person. */
  score: z.number().min(0).max(1).nullable(),
  /** The program's name, with its evidence; null or absent without one. */
  name: regionNameSchema.nullable().optional(),
  /** The regions that were joined to this one, as they were; absent if none were. */
  parts: z
    .array(z.object({ mask: rleSchema, beforeMask: rleSchema.nullable() }))
    .max(MOST_PARTS)
    .optional(),
})
export type Region = z.infer<typeof regionSchema>

/** Masks of a region, without its name. */
export const regionMasksSchema = regionSchema.pick({ id: true, mask: true, beforeMask: true })
export type RegionMasks = z.infer<typeof regionMasksSchema>

/** Masks and name of a region. */
export const namedMasksSchema = regionMasksSchema.extend({
  category: regionSchema.shape.category.default(UNNAMED),
  name: regionSchema.shape.name,
})
export type NamedMasks = z.infer<typeof namedMasksSchema>

/** Characters (UTF-16 units) of one caption. */
export const LONGEST_CAPTION = 2000

export const captionSchema = z.object({
  id: z.string().min(1).max(64),
  text: z.string().max(LONGEST_CAPTION),
  /** 0 is the first caption. */
  rank: z.int().min(0),
  source: sourceSchema,
  /** Natural logarithm, summed over tokens; null without a language model. */
  logProbability: z.number().nullable(),
})
export type Caption = z.infer<typeof captionSchema>

/** A link from a span of a caption, UTF-16 offsets with `end` exclusive, to a region. */
export const linkSchema = z.object({
  id: z.string().min(1).max(64),
  captionId: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  regionId: z.string(),
})
export type Link = z.infer<typeof linkSchema>

/** How well captions and regions of a pair agree. */
export const captionMaskScoreSchema = z.object({
  /** 0 to 1 */
  score: z.number().min(0).max(1),
  /** Contradictions in plain words; null without any. */
  remark: messageTextSchema.nullable(),
})
export type CaptionMaskScore = z.infer<typeof captionMaskScoreSchema>

/** All that can be edited of one pair. It changes only by diffs (`diff.ts`). */
export const documentSchema = z.object({
  review: reviewSchema,
  /** In drawing order. */
  regions: z.array(regionSchema),
  captions: z.array(captionSchema),
  links: z.array(linkSchema),
  /** Probability that the masks were cut at; absent where nobody moved it: the folder's. */
  threshold: z.number().min(0).max(1).optional(),
})
export type PairDocument = z.infer<typeof documentSchema>

export function emptyDocument(): PairDocument {
  return {
    review: { state: 'unreviewed', notes: '', reviewer: null },
    regions: [],
    captions: [],
    links: [],
  }
}
