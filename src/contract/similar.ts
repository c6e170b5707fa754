import { z } from 'zod'
import { idempotent, nothing, once } from './define'
import { pairFilterSchema } from './project'
import { messageTextSchema } from '../messages/message'

/** How far the embeddings of the open project's pairs are. */
export const embeddingStatusSchema = z.object({
  /** `off` by the settings; `waiting` until nothing is proposed for any more. */
  state: z.enum(['off', 'idle', 'waiting', 'running']),
  /** Pairs that have an embedding. */
  ready: z.int(),
  /** All pairs. */
  total: z.int(),
  /** Pairs for which none could be made since the folder was opened. */
  failed: z.int(),
  /** Whether measured difference makes them, as there is no detector. */
  isMeasured: z.boolean(),
  /** Why it stopped; null where it did not. */
  problem: messageTextSchema.nullable(),
})
export type EmbeddingStatus = z.infer<typeof embeddingStatusSchema>

/** Pairs on a map, item by item the same pair. */
const pairMapSchema = z.object({
  ids: z.array(z.int()),
  /** -1 to 1, from the left to the right. */
  x: z.array(z.number()),
  /** -1 to 1, upwards. */
  y: z.array(z.number()),
  /** Places in `reviewStates`. */
  states: z.array(z.int()),
  /** Change score of the newest proposal, 0 to 1; -1 where there is none. */
  scores: z.array(z.number()),
  /** Places in `categoryNames`; -1 where nothing has a name. */
  categories: z.array(z.int()),
  categoryNames: z.array(z.string()),
})
export type PairMapAnswer = z.infer<typeof pairMapSchema>

/** Pairs that are near-duplicates of an earlier one, item by item. */
const nearDuplicatesSchema = z.object({
  ids: z.array(z.int()),
  /** Ids and keys of those earlier ones. */
  firstIds: z.array(z.int()),
  firstKeys: z.array(z.string()),
})
export type NearDuplicates = z.infer<typeof nearDuplicatesSchema>

/** Commands about embeddings of pairs, and what is found by them. */
export const similarCommands = {
  'embeddings.status': idempotent(nothing, embeddingStatusSchema),
  /** Makes the missing ones, and those of replaced images. Fails with `unavailable` where the settings turned them off. */
  'embeddings.start': idempotent(nothing, embeddingStatusSchema),
  'embeddings.stop': idempotent(nothing, embeddingStatusSchema),
  /** The pairs of the filter that have an embedding. Their places do not depend on the filter. */
  'similar.map': once(z.object({ filter: pairFilterSchema }), pairMapSchema),
  /** Of all pairs that have an embedding: both of their frames look alike. */
  'similar.duplicates': once(nothing, nearDuplicatesSchema),
}
