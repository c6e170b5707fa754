import { z } from 'zod'
import { pairWindowSchema } from './value-mapping'
import { sequencePlaceSchema } from './sequence'
import { messageEntrySchema } from '../messages/message'

export const reviewStateSchema = z.enum(['unreviewed', 'accepted', 'corrected', 'rejected', 'flagged'])
export type ReviewState = z.infer<typeof reviewStateSchema>
export const reviewStates = reviewStateSchema.options

/** Row-major 3 x 3, maps before pixels to after pixels, last entry 1. */
export const homographySchema = z.array(z.number()).length(9)
export type Homography = z.infer<typeof homographySchema>

/** Why a pair cannot be shown or proposed for; the other pairs go on. */
export const pairProblemSchema = z.object({
  /** `damaged`: the rows of the pair in the project's store, not its images. */
  code: z.enum([
    'missing',
    'unreadable',
    'not-an-image',
    'too-large',
    'size-mismatch',
    'no-such-band',
    'outside-folder',
    'damaged',
  ]),
  message: z.string(),
  /** The same in the catalogue of messages; versions before it stored none. */
  entry: messageEntrySchema.exactOptional(),
  /** The file it is about, relative to the folder. */
  path: z.string(),
})
export type PairProblem = z.infer<typeof pairProblemSchema>

export const pairSchema = z.object({
  id: z.int(),
  /** Stable across openings, made from the paths: `train/000012`. Unique in the project. */
  key: z.string(),
  /** `train`, `val`, `test` where the layout has them. */
  split: z.string().nullable(),
  /** Paths relative to the folder, with forward slashes. */
  before: z.string(),
  after: z.string(),
  label: z.string().nullable(),
  /** Pixels of the after frame, upright; 0 until the image has been read. */
  width: z.int(),
  height: z.int(),
  alignment: homographySchema.nullable(),
  /**
   * Its pictures come as tiles, at this number of levels; the last one is the first whose longer side is at most 512
   * pixels. Null where each comes whole.
   */
  tiles: z.object({ levels: z.int().min(1).max(16) }).nullable(),
  /** The pair's own; null for the project's. For the eye alone: models do not see by it. */
  window: pairWindowSchema.nullable(),
  problem: pairProblemSchema.nullable(),
  /** Null where its place has no third date. */
  sequence: sequencePlaceSchema.nullable(),
})
export type Pair = z.infer<typeof pairSchema>

/** A person's decision on a pair. Part of the undoable document. */
export const reviewSchema = z.object({
  state: reviewStateSchema,
  notes: z.string().max(10_000),
  reviewer: z.string().max(200).nullable(),
})
export type Review = z.infer<typeof reviewSchema>
