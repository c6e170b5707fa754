import { z } from 'zod'
import { idempotent, nothing, pairId, storePath } from './define'
import { eventIdSchema, madeOnSchema } from './made-on'
import { documentSchema } from '../domain/document'
import { diffSchema } from '../domain/diff'

/** People may review one pair blindly, at most. */
export const MOST_REVIEWS = 9

/** Pairs that become gold pairs at once, at most. */
export const MOST_GOLD = 10_000

/** How far the blind reviews of an open pair are. */
export const blindReviewSchema = z.object({
  wanted: z.int(),
  decided: z.int(),
  /** Which of the reviews is the caller's own, from 1 on; null for who sees the pair itself. */
  own: z.int().nullable(),
  /** Whether the pair was adjudicated. */
  isSettled: z.boolean(),
})
export type BlindReviewProgress = z.infer<typeof blindReviewSchema>

const choiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('review'), reviewer: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('vote') }),
])

const overlapCountsSchema = z.object({
  /** People for each pair. */
  wanted: z.int(),
  pairs: z.int(),
  begun: z.int(),
  /** All reviews are decided, and nobody has adjudicated. */
  waiting: z.int(),
  adjudicated: z.int(),
  gold: z.int(),
})

/** Pairs whose own document is the truth that reviews are scored against, in the order of the list. */
const goldPairsSchema = z.array(z.object({ id: z.int(), key: z.string() }))
export type GoldPairs = z.infer<typeof goldPairsSchema>

export const pairReviewsSchema = z.object({
  reviews: z.array(z.object({ reviewer: z.string(), document: documentSchema })),
  agreement: z.object({
    /** Mean IoU of all changed pixels, over the pairs of reviews; null where the images have several sizes. */
    iou: z.number().nullable(),
    isDecisionShared: z.boolean(),
  }),
  /** What a vote would put in place; null where the images have several sizes. */
  vote: documentSchema.nullable(),
})
export type PairReviews = z.infer<typeof pairReviewsSchema>

/** A metric over a set of pairs, with a 95 % interval; null where it has no value, as kappa where all gave one label. */
const metricSchema = z.object({
  /** Its English name, as `decision, kappa`. */
  metric: z.string(),
  value: z.number().nullable(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
})
export type AgreementMetric = z.infer<typeof metricSchema>

const metrics = z.array(metricSchema)
const twoPeopleSchema = z.object({
  first: z.string(),
  /** In the list of gold pairs their name, which a person may have too. */
  second: z.string(),
  /** That both decided on. */
  pairs: z.int(),
  metrics,
  categories: z.array(z.object({ category: z.string(), first: z.int(), second: z.int(), both: z.int() })),
  /** By the model whose proposal the reviews began from. */
  models: z.array(z.object({ model: z.string(), pairs: z.int(), metrics })),
})
export type TwoPeopleAgreement = z.infer<typeof twoPeopleSchema>

export const reviewerAgreementSchema = z.object({
  people: z.array(z.object({ name: z.string(), decided: z.int() })),
  /** Pairs that two people or more decided on, and those that all did. */
  pairs: z.int(),
  pairsOfAll: z.int(),
  metrics,
  two: z.array(twoPeopleSchema),
  /** Each person beside the gold pairs. */
  gold: z.array(twoPeopleSchema),
})
export type ReviewerAgreement = z.infer<typeof reviewerAgreementSchema>

/** Several people's blind reviews of one pair, and their adjudication. */
export const overlapCommands = {
  'overlap.list': idempotent(nothing, z.array(overlapCountsSchema)),
  /**
   * All pairs that nobody has worked on, or a sample of them, get so many blind reviews; 0 for none. Pairs on which a
   * review has begun keep theirs. The sample is a share of the pairs or so many of them.
   */
  'overlap.set': idempotent(
    z
      .object({
        reviews: z.union([z.literal(0), z.int().min(2).max(MOST_REVIEWS)]),
        share: z.number().gt(0).max(1).optional(),
        count: z.int().min(1).optional(),
        seed: z.int().min(0).default(1),
        storePath,
      })
      .refine(({ share, count }) => share === undefined || count === undefined, {
        error: 'Name a share or a count, not both.',
      }),
    z.array(overlapCountsSchema),
  ),
  'overlap.gold': idempotent(nothing, goldPairsSchema),
  /** All or none: fails with `conflict` where one of them is not decided. */
  'overlap.setGold': idempotent(
    z.object({ pairIds: z.array(z.int()).min(1).max(MOST_GOLD), isGold: z.boolean(), storePath }),
    goldPairsSchema,
  ),
  /**
   * How far people agree, on the pairs whose reviews are all decided. It takes seconds, and a minute for thousands of
   * pairs; who asks meanwhile gets the same answer.
   */
  'overlap.agreement': idempotent(nothing, reviewerAgreementSchema),
  /** Fails with `forbidden` until all reviews of the pair are decided, whoever asks. */
  'overlap.reviews': idempotent(pairId, pairReviewsSchema),
  /** Puts a review, or the vote of all, in the place of what the pair has: an edit that can be undone. */
  'overlap.adjudicate': idempotent(
    pairId.extend({
      choice: choiceSchema,
      eventId: eventIdSchema,
      storePath,
      madeOn: madeOnSchema.optional(),
    }),
    z.object({
      pairId: z.int(),
      version: z.int(),
      diff: diffSchema,
      undoLabel: z.string().nullable(),
      redoLabel: z.string().nullable(),
    }),
  ),
}
