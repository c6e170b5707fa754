import { z } from 'zod'
import { done, idempotent, nothing, pairId, storePath } from './define'

/** A random id that a page gives itself. */
const holderSchema = z.string().min(8).max(64)

/** Who is at a pair now. */
export const seenClaimSchema = z.object({
  pairId: z.int(),
  holder: holderSchema,
  /** The reviewer's; empty without one. */
  name: z.string(),
})
export type SeenClaim = z.infer<typeof seenClaimSchema>

const byHolder = z.object({ holder: holderSchema, storePath })

/**
 * Claims say who is at which pair, so that two do not work on the same one unknowingly. There are none in a project
 * that is not shared: then these answer that nobody is at any pair, and nothing is stored.
 */
export const claimCommands = {
  /**
   * Takes a pair for a page, or keeps it, in place of the one that it had: it is over after three minutes. Answers the claim in force: where another page has the
   * pair, that one's, unless it is forced. Null in a project that is not shared.
   */
  'claims.take': idempotent(
    pairId.extend({ holder: holderSchema, isForced: z.boolean().default(false), storePath }),
    seenClaimSchema.nullable(),
  ),
  /**
   * Takes the first of these pairs that no other page has. Null where others have them all.
   * In a project that is not shared, the first.
   */
  'claims.takeFirst': idempotent(
    byHolder.extend({ pairIds: z.array(z.int()).max(500) }),
    z.object({ pairId: z.int().nullable() }),
  ),
  'claims.release': idempotent(byHolder, done),
  'claims.list': idempotent(nothing, z.array(seenClaimSchema)),
}
