import { z } from 'zod'
import { idempotent, nothing, once, storePath } from './define'
import { queueStatusSchema } from './proposal'
import { messageTextSchema } from '../messages/message'

/** The least score that can be chosen, and the most. */
export const LEAST_NAME_SCORES = { from: 0.1, to: 0.95 } as const

/** How changed things are named, in all projects. */
export const nameSettingsSchema = z.object({
  isOn: z.boolean(),
  /** Least score of a detection of one of the kinds that the detector knows best; all other kinds need .15 more. */
  leastScore: z.number().min(LEAST_NAME_SCORES.from).max(LEAST_NAME_SCORES.to),
  /** Names that people taught in one project serve in all. */
  areExamplesShared: z.boolean(),
})
export type NameSettings = z.infer<typeof nameSettingsSchema>

export const DEFAULT_NAME_SETTINGS: NameSettings = { isOn: true, leastScore: 0.35, areExamplesShared: false }

/** A project's word for a kind, by the kind; null leaves it out, and a kind that is absent is its own word. */
export const nameWordsSchema = z.record(z.string().max(120), z.string().trim().min(1).max(120).nullable())
export type NameWords = z.infer<typeof nameWordsSchema>

/** Names that a project can give to things. */
const nameListSchema = z.object({
  /** Why there is no detector to name things; null where there is. */
  unavailable: messageTextSchema.nullable(),
  /** Kinds that the detector knows, in its order, with the project's word; null for a kind that is left out. */
  kinds: z.array(z.object({ kind: z.string(), word: z.string().nullable() })),
  /** Names learnt from corrected regions, the most used first; those with too few examples are not used yet. */
  taught: z.array(z.object({ word: z.string(), count: z.int(), isUsed: z.boolean() })),
})
export type NameList = z.infer<typeof nameListSchema>

/** Commands for names of changed things: the project's words, and the names that people gave. */
export const nameCommands = {
  'names.list': idempotent(nothing, nameListSchema),
  /** Replaces all words that were set before. They are used from the next proposal on. */
  'names.setWords': idempotent(z.object({ storePath, words: nameWordsSchema }), nameListSchema),
  /** The examples of this word are deleted; regions that have it keep it. */
  'names.forget': idempotent(z.object({ storePath, word: z.string().max(120) }), nameListSchema),
  /** Proposes once more for every pair that nobody has touched, with the present words, examples and settings. */
  'names.renew': once(z.object({ storePath }), queueStatusSchema),
}
