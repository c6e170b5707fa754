import { inLanguage, messageIn, messageTextOf } from '../../src/messages/message'
import type { MessageEntry, MessageText } from '../../src/messages/message'
import { text } from './chosen'

/** A message of the engine in the language of the screen; one that has no entry stays as it is. */
export function spellMessage(message: MessageText): string {
  return inLanguage(text.engine, message)
}

/** The message of a failure, or of a pair's problem. */
export function spellFailure(failure: { message: string; entry?: MessageEntry | undefined }): string {
  return spellMessage(messageIn(failure))
}

/** Message of any thrown value, in the language of the screen. */
export function messageOf(error: unknown): string {
  return spellMessage(messageTextOf(error))
}
