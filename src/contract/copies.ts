import { z } from 'zod'
import { folder, idempotent, once, storePath } from './define'
import { projectSchema } from './project'
import { diffSchema, MOST_CHANGES } from '../domain/diff'
import { documentSchema } from '../domain/document'
import { pairSchema } from '../domain/pair'
import { messageTextSchema } from '../messages/message'

/** Why it was made: on a day of work, before the store got the form of a newer program, or before a restore. */
export const backupReasonSchema = z.enum(['day', 'migration', 'restore'])
export type BackupReason = z.infer<typeof backupReasonSchema>

/** What a store holds. */
export const storeCountsSchema = z.object({
  pairCount: z.int(),
  reviewedCount: z.int(),
  editCount: z.int(),
})
export type StoreCounts = z.infer<typeof storeCountsSchema>

export const backupSchema = z.object({
  /** Its file, which has date and reason in its name. */
  name: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  reason: backupReasonSchema,
  bytes: z.int(),
  /** Null where it cannot be read; `problem` says why. */
  counts: storeCountsSchema.nullable(),
  problem: messageTextSchema.nullable(),
})
export type Backup = z.infer<typeof backupSchema>

export const backupListSchema = z.object({
  /** Where they lie. */
  path: z.string(),
  /** Newest first. */
  backups: z.array(backupSchema),
  /** Of the project as it is now; null where it cannot be read. */
  present: storeCountsSchema.nullable(),
})
export type BackupList = z.infer<typeof backupListSchema>

/** Copies of a project's store. */
export const backupCommands = {
  /** Of a folder that was worked on, open or not. Fails with `not-found` where it never was. */
  'backups.list': idempotent(z.object({ folder }), backupListSchema),
  /**
   * Puts a backup in place of the store, which becomes a backup itself first, and opens the folder. Fails with `held`
   * where another program edits it, `unavailable` where the backup is damaged, and `cannot-write`; nothing is changed then.
   */
  'backups.restore': once(z.object({ folder, name: z.string().min(1).max(200) }), projectSchema),
}

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
  notices: z.array(messageTextSchema),
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
