import { z } from 'zod'

/** Given by whoever makes the edit, so that the same edit sent twice counts once. */
export const eventIdSchema = z.string().min(8).max(64)

/**
 * What a person saw when they made an edit. Where others touched the same since, the edit fails with `stale`. Without
 * it, the edit is stored wherever it fits.
 */
export const madeOnSchema = z.object({
  /** Of the pair as it was shown; the edits that were made here since are `ownEdits`. */
  version: z.int().min(0),
  /** Ids of own edits that were on the screen too, but not part of that version. */
  ownEdits: z.array(eventIdSchema).max(10_000),
})
export type MadeOn = z.infer<typeof madeOnSchema>
