import { z } from 'zod'
import { Tokenizer } from './tokenizer'
import { VOCABULARY_LIMIT } from './vocabulary'

/** `tokenizer.json` of a model package. */
const id = z.int().nonnegative().max(VOCABULARY_LIMIT)
const tokenizerSchema = z.strictObject({
  format: z.literal(1),
  kind: z.literal('byte-bpe'),
  /** In order; the first makes token 260. */
  merges: z.array(z.tuple([id, id])).max(VOCABULARY_LIMIT),
  /** Pieces that are one token each, after the merges. */
  added: z.array(z.string()).max(VOCABULARY_LIMIT),
})
type TokenizerJson = z.infer<typeof tokenizerSchema>

/** The message names what is wrong, and begins with `it` or `its`. */
export class TokenizerError extends Error {
  override readonly name = 'TokenizerError'
}

export function tokenizerToJson({ merges, added }: Tokenizer): TokenizerJson {
  return {
    format: 1,
    kind: 'byte-bpe',
    merges: merges.map(([left, right]) => [left, right]),
    added: [...added],
  }
}

/** Throws a TokenizerError. */
export function tokenizerFromJson(value: unknown): Tokenizer {
  const parsed = tokenizerSchema.safeParse(value)
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues
    throw new TokenizerError(`its ${path.join('.') || 'root'} is wrong: ${message}`)
  }
  try {
    return new Tokenizer(parsed.data.merges, parsed.data.added)
  } catch (error) {
    throw new TokenizerError(`it is damaged: ${(error as Error).message}`, { cause: error })
  }
}
