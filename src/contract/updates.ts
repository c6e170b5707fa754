import { z } from 'zod'

/** Why this app does not look for updates: it runs from its source, was unpacked, or no place to look was built in. */
const hindranceSchema = z.enum(['source', 'archive', 'no-place'])

/** What went wrong: nothing answered, there is no list of versions, the file is not the announced one, or else. */
const updateProblemSchema = z.enum(['unreachable', 'no-list', 'damaged', 'other'])

/** A newer version, as the list of versions has it. Its words come from that list and are shown as plain text. */
const newVersionSchema = z.object({
  version: z.string(),
  /** ISO 8601; null where the list has none. */
  date: z.string().nullable(),
  notes: z.string(),
  /** Of the file that is fetched; null where the list does not say. */
  bytes: z.int().nullable(),
})

/** Where looking for a newer version of the app stands. Nothing begins before the person asks. */
export const updateStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('never'), why: hindranceSchema }),
  /** Not asked yet. */
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('looking') }),
  z.object({ kind: z.literal('newest'), version: z.string() }),
  z.object({ kind: z.literal('found'), found: newVersionSchema }),
  /** `share` of the file, 0 to 1. */
  z.object({ kind: z.literal('downloading'), found: newVersionSchema, share: z.number() }),
  /** It is installed once the app is closed. */
  z.object({ kind: z.literal('downloaded'), found: newVersionSchema }),
  z.object({ kind: z.literal('failed'), problem: updateProblemSchema, detail: z.string() }),
])
export type UpdateState = z.infer<typeof updateStateSchema>

/** What the shell does about updates. Electron only. */
export interface ShellUpdates {
  /** The address that is asked; null where there is none. */
  place(): Promise<string | null>
  state(): Promise<UpdateState>
  /** Asks the place for its list of versions. */
  look(): Promise<void>
  /** Fetches the version that was found; it is installed once the app is closed. */
  download(): Promise<void>
  cancelDownload(): Promise<void>
  /** Closes the app, as its window's button does, and installs. */
  closeAndInstall(): Promise<void>
  /** Returns how to stop listening. */
  onState(listener: (state: UpdateState) => void): () => void
}
