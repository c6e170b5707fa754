import { toFailure } from '../../contract/errors'
import type { LogFields } from './log'

/** From the first quotation mark to the last: what is quoted may be what a person typed, or a piece of a file. */
const QUOTED = /["“‘'`][\s\S]*["”’'`]/g
/** Where in the program, without the message that stands above it. */
const POSITION = /^\s*at .*$/gm
const MOST_POSITIONS = 6

export function withoutQuotes(message: string): string {
  return message.replace(QUOTED, '"…"')
}

/** Code and message of a failure, without quoted text; of a bug also its name and where it happened. */
export function failureFields(error: unknown): LogFields {
  const { code, message } = toFailure(error)
  const fields = { code, message: withoutQuotes(message) }
  return code === 'internal' && error instanceof Error
    ? { ...fields, name: error.name, stack: positions(error.stack ?? '') }
    : fields
}

export function positions(stack: string): string {
  return (stack.match(POSITION) ?? [])
    .slice(0, MOST_POSITIONS)
    .map((line) => line.trim())
    .join(' < ')
}

/** Commands whose failures may repeat what a person typed, a model said, or a server answered. */
const CARRIES_WORDS = /^((connector|chain|pairs)\.|(recaption|remask|agree)$)/

/** As `failureFields`; without the message where the command carries captions, notes or keys. */
export function commandFailureFields(command: string, error: unknown): LogFields {
  const { message, ...fields } = failureFields(error)
  return { command, ...fields, ...(CARRIES_WORDS.test(command) ? {} : { message }) }
}
