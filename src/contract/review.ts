import { z } from 'zod'
import { diffSchema } from '../domain/diff'
import { documentSchema } from '../domain/document'
import { pairSchema } from '../domain/pair'
import { proposalSummarySchema } from './proposal'

/** Given by whoever makes the edit, so that the same edit sent twice counts once. */
export const eventIdSchema = z.string().min(8).max(64)

export const eventKindSchema = z.enum(['edit', 'undo', 'redo', 'system'])

/** One entry of a pair's history, without its diff. */
export const historyEntrySchema = z.object({
  eventId: eventIdSchema,
  kind: eventKindSchema,
  /** "Brush stroke", "Caption edited". */
  label: z.string(),
  actor: z.string(),
  at: z.number(),
  /** Undone by a later entry, so not part of the present state. */
  isUndone: z.boolean(),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

export const openPairSchema = z.object({
  pair: pairSchema,
  document: documentSchema,
  /** Number of the last event; grows by one with each. */
  version: z.int(),
  /** Labels of what undo and redo would do, or null. */
  undoLabel: z.string().nullable(),
  redoLabel: z.string().nullable(),
  /** What an untouched pair shows, else the newest proposal; or null. */
  proposal: proposalSummarySchema.nullable(),
  /** The proposal the document began from; null where a person was first, or none was made. */
  baseProposalId: z.int().nullable(),
})
export type OpenPair = z.infer<typeof openPairSchema>

/** What an edit leaves behind; the caller applies `diff` to what it holds, or fetches the pair anew. */
export const editResultSchema = z.object({
  pairId: z.int(),
  version: z.int(),
  /** What was applied: the edit itself, or what undo and redo came to. */
  diff: diffSchema,
  undoLabel: z.string().nullable(),
  redoLabel: z.string().nullable(),
})
export type EditResult = z.infer<typeof editResultSchema>

export const decisionSchema = z.enum(['accept', 'reject', 'flag', 'reopen'])
export type Decision = z.infer<typeof decisionSchema>
