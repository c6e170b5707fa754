import { z } from 'zod'
import { idempotent, nothing, once, storePath } from '../define'
import { nameListSchema, nameWordsSchema } from '../names'
import { queueStatusSchema } from '../proposal'

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
