import { z } from 'zod'
import { idempotent, nothing, once, storePath } from './define'
import { queueStatusSchema } from './proposal'

/** The least score that can be chosen, and the most. */
export const LEAST_NAME_SCORES = { from: 0.1, to: 0.95 } as const

/** How changed things are named, in all projects. */
export const nameSettingsSchema = z.object({
  isOn: z.boolean(),
  /** Of a detection of what the detector knows best; all else needs .15 more. */
  leastScore: z.number().min(LEAST_NAME_SCORES.from).max(LEAST_NAME_SCORES.to),
  /** Names that people taught in one project serve in all. */
  areExamplesShared: z.boolean(),
})
export type NameSettings = z.infer<typeof nameSettingsSchema>

export const DEFAULT_NAME_SETTINGS: NameSettings = { isOn: true, leastScore: 0.35, areExamplesShared: false }

/** A project's word for a kind, by the kind; null leaves it out, and a kind that is absent is its own word. */
export const nameWordsSchema = z.record(z.string().max(120), z.string().trim().min(1).max(120).nullable())
export type NameWords = z.infer<typeof nameWordsSchema>

/** What things of a project can be named. */
const nameListSchema = z.object({
  /** Why there is no detector to name things; null where there is. */
  unavailable: z.string().nullable(),
  /** What the detector knows, in its order, with the project's word; null for what is left out. */
  kinds: z.array(z.object({ kind: z.string(), word: z.string().nullable() })),
  /** Taught by corrected regions, the most used first; those with too few examples name nothing yet. */
  taught: z.array(z.object({ word: z.string(), count: z.int(), isUsed: z.boolean() })),
})
export type NameList = z.infer<typeof nameListSchema>

/** Names of changed things: the project's words, and what people taught. */
export const nameCommands = {
  'names.list': idempotent(nothing, nameListSchema),
  /** In place of all words that were set before. They serve from the next proposal on. */
  'names.setWords': idempotent(z.object({ storePath, words: nameWordsSchema }), nameListSchema),
  /** The examples of this word are deleted; regions that have it keep it. */
  'names.forget': idempotent(z.object({ storePath, word: z.string().max(120) }), nameListSchema),
  /** Proposes once more for every pair that nobody has touched, with the present words, examples and settings. */
  'names.renew': once(z.object({ storePath }), queueStatusSchema),
}
