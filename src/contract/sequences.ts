import { z } from 'zod'
import { done, idempotent, nothing, once, pairId, storePath } from './define'

const sequenceSummarySchema = z.object({
  name: z.string(),
  pairCount: z.int(),
  /** Pairs that somebody decided about. */
  reviewedCount: z.int(),
})
export type SequenceSummary = z.infer<typeof sequenceSummarySchema>

/** Regions of a pair, offered to the next pair of its sequence. */
const carriedSchema = z.object({
  /** The offer. */
  proposalId: z.int(),
  /** The pair that has it. */
  pairId: z.int(),
  key: z.string(),
  regionCount: z.int(),
  /** The same regions were offered before: nothing was stored. */
  isKnown: z.boolean(),
})
export type Carried = z.infer<typeof carriedSchema>

/** Three dates or more of one place. */
export const sequenceCommands = {
  /** Of the pairs of this reading, in natural order of their names. */
  'sequences.list': idempotent(nothing, z.array(sequenceSummarySchema)),
  /**
   * Offers the accepted regions of a pair to the next pair of its sequence, by the proposer `carried`. No document
   * changes. Fails with `conflict` where there is no next pair, nothing is accepted, or the frames do not fit.
   */
  'sequences.carry': once(pairId.extend({ storePath }), carriedSchema),
  /** Takes such an offer back. Fails with `conflict` where the pair has taken regions of it. */
  'sequences.takeBack': once(z.object({ proposalId: z.int(), storePath }), done),
}
