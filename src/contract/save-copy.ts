import { z } from 'zod'
import { diffSchema, MOST_CHANGES } from '../domain/diff'
import { documentSchema } from '../domain/document'
import { pairSchema } from '../domain/pair'
import { folder, once, storePath } from './define'

/** An edit that could not be stored, as it was sent. */
const refusedEditSchema = z.object({
  pairId: z.int(),
  eventId: z.string().min(8).max(64),
  label: z.string().min(1).max(200),
  diff: diffSchema.max(MOST_CHANGES),
})
export type RefusedEdit = z.infer<typeof refusedEditSchema>

/** The pair on the screen, with all that was done to it. */
const shownPairSchema = z.object({ pair: pairSchema, document: documentSchema })
export type ShownPair = z.infer<typeof shownPairSchema>

const savedCopySchema = z.object({
  /** A new folder inside the chosen one. */
  path: z.string(),
  /** A whole project without its images, or a data set of the pair on the screen, where the store cannot be read. */
  kind: z.enum(['project', 'dataset']),
  pairCount: z.int(),
  /** Refused edits that are in the copy. */
  editCount: z.int(),
  /** What is not in it, each a sentence. */
  notices: z.array(z.string()),
})
export type SavedCopy = z.infer<typeof savedCopySchema>

export const saveCopyCommands = {
  /**
   * Writes the open project as far as it can be read, with edits that were refused, to another place: for work that
   * cannot be stored where it belongs. Fails with `cannot-write`.
   */
  'project.saveCopy': once(
    z.object({
      into: folder,
      edits: z.array(refusedEditSchema).max(10_000),
      shown: shownPairSchema.nullable(),
      storePath,
    }),
    savedCopySchema,
  ),
}
