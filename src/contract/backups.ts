import { z } from 'zod'
import { folder, idempotent, once } from './define'
import { projectSchema } from './project'

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
  problem: z.string().nullable(),
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
