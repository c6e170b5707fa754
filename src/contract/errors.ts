import { z } from 'zod'
import { pairProblemSchema } from '../domain/pair'
import {
  MessageError,
  messageEntrySchema,
  messageFields,
  messageIn,
  messageTextOf,
} from '../messages/message'
import type { MessageText } from '../messages/message'

/**
 * Every failure a command can answer with. `message` is written for the user: what happened, to which
 * file, what to do. `entry` is the same in the catalogue of messages, for other languages.
 */
const commonFields = { message: z.string(), entry: messageEntrySchema.exactOptional() }

export const failureSchema = z.discriminatedUnion('code', [
  /** The input does not fit the command: a bug of the caller, or an attack. */
  z.object({ code: z.literal('invalid-input'), ...commonFields }),
  z.object({ code: z.literal('no-project'), ...commonFields }),
  z.object({ code: z.literal('not-found'), ...commonFields }),
  z.object({ code: z.literal('folder-unreadable'), path: z.string(), ...commonFields }),
  z.object({
    code: z.literal('bad-image'),
    path: z.string(),
    reason: pairProblemSchema.shape.code,
    ...commonFields,
  }),
  /** The edit does not fit what is stored any more; fetch the pair anew. */
  z.object({ code: z.literal('conflict'), ...commonFields }),
  /**
   * The edit was made on an older version, and `others` touched the same since, oldest first; none where it builds on
   * an edit that was refused. `at` in milliseconds since 1970.
   */
  z.object({
    code: z.literal('stale'),
    others: z.array(z.object({ actor: z.string(), at: z.number(), label: z.string() })),
    ...commonFields,
  }),
  /** A model package that is missing, damaged, or of a kind that cannot be used. */
  z.object({ code: z.literal('bad-model'), path: z.string(), ...commonFields }),
  z.object({ code: z.literal('cancelled'), ...commonFields }),
  /** A provider, proposer or process that cannot be used; the message says why and what is used instead. */
  z.object({ code: z.literal('unavailable'), ...commonFields }),
  /** The other machine that is to make proposals cannot be reached or used; nothing else makes them in its place. */
  z.object({ code: z.literal('unreachable'), ...commonFields }),
  /** Another program has the project open for editing, so nothing is stored here. */
  z.object({ code: z.literal('held'), ...commonFields }),
  /** The role of the person who asks may not do this. */
  z.object({ code: z.literal('forbidden'), ...commonFields }),
  z.object({ code: z.literal('cannot-write'), path: z.string(), ...commonFields }),
  /** The other side went away before it answered. */
  z.object({ code: z.literal('disconnected'), ...commonFields }),
  z.object({ code: z.literal('internal'), ...commonFields }),
])
export type Failure = z.infer<typeof failureSchema>
export type FailureCode = Failure['code']

/** A failure on its way up the stack. Anything else that is thrown is a bug and becomes `internal`. */
export class ContractError extends MessageError {
  override name = 'ContractError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(messageIn(failure))
    this.failure = failure
  }
}

type Simple = Exclude<FailureCode, 'folder-unreadable' | 'bad-image' | 'bad-model' | 'cannot-write' | 'stale'>

export function failWith(code: Simple, text: MessageText): ContractError {
  return new ContractError({ code, ...messageFields(text) })
}

export function toFailure(error: unknown): Failure {
  if (error instanceof ContractError) {
    return error.failure
  }
  return { code: 'internal', ...messageFields(messageTextOf(error)) }
}

/** Message of any thrown value, in English. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
