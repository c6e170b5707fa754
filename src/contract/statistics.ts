import { z } from 'zod'
import { reviewStateSchema } from '../domain/pair'
import { idempotent, nothing } from './define'

/** A person's decision on a pair that is in force: the pair's last one, where it was not undone. */
export const decisionRecordSchema = z.object({
  key: z.string(),
  state: reviewStateSchema,
  /** Milliseconds since 1970. */
  at: z.number(),
  /** From opening the pair to the decision; 0 where many were decided together. */
  milliseconds: z.number(),
  /** Empty where none is set. */
  reviewer: z.string(),
  /** The proposal that the work began from; null where there was none. */
  proposal: z.object({ proposer: z.string(), version: z.string() }).nullable(),
  /** Of the masks that were proposed and those that were decided on; null without a proposal. */
  maskIou: z.number().nullable(),
  /** Characters that were changed in the first caption; null without a proposal. */
  captionDistance: z.int().nullable(),
})
export type DecisionRecord = z.infer<typeof decisionRecordSchema>

/** Seconds from opening a pair to its decision. */
const timesSchema = z.object({ median: z.number(), lowerQuartile: z.number(), upperQuartile: z.number() })
export type Times = z.infer<typeof timesSchema>

const shareSchema = z.object({
  decided: z.int(),
  /** Of those that began from a proposal: 0 to 1; null where there are none. */
  asProposed: z.number().nullable(),
  /** Null where all were decided together with others. */
  times: timesSchema.nullable(),
})

export const statisticsSchema = shareSchema.extend({
  pairCount: z.int(),
  /** Days with a decision, the earliest first, as `2026-11-26` in the zone of the machine. */
  days: z.array(z.object({ day: z.string(), decided: z.int() })),
  /** Decisions by hour of the day in the zone of the machine. */
  hours: z.array(z.int()).length(24),
  /** The most first. */
  reviewers: z.array(shareSchema.extend({ reviewer: z.string() })),
  /** Of each proposer and version, the most first. */
  proposers: z.array(
    shareSchema.extend({
      proposer: z.string(),
      version: z.string(),
      corrected: z.int(),
      rejected: z.int(),
      flagged: z.int(),
      /** Of pairs that were accepted or corrected; null where there are none. */
      medianIou: z.number().nullable(),
      medianCaptionDistance: z.number().nullable(),
    }),
  ),
})
export type Statistics = z.infer<typeof statisticsSchema>

export const statisticsCommands = {
  'statistics.get': idempotent(nothing, statisticsSchema),
  /** In the order in which they were made. */
  'statistics.decisions': idempotent(nothing, z.array(decisionRecordSchema)),
}
