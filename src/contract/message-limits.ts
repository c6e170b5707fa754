import { z } from 'zod'
import type { Reply } from './port'

/** Of a message that comes as text. */
export const MOST_MESSAGE_BYTES = 64 * 2 ** 20
/** Levels of lists and objects; what the commands take has a tenth of that. */
const MOST_DEPTH = 64

/**
 * Whether a message is nested deeper than anything that is meant: what reads it level by level, and a process that it
 * goes on to, would run out of stack. Bytes and numbers in typed lists have no depth.
 */
export function isTooDeep(message: unknown): boolean {
  let level = new Set<object>()
  addNested(level, message)
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth === MOST_DEPTH) {
      return true
    }
    // a set, as what is cloned may hold the same object many times, or itself
    const next = new Set<object>()
    for (const value of level) {
      for (const member of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
        addNested(next, member)
      }
    }
    level = next
  }
  return false
}

function addNested(level: Set<object>, value: unknown): void {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    level.add(value)
  }
}

const numberedSchema = z.object({ kind: z.literal('request'), id: z.int() })

/** Null where there is no number to answer to. */
export function tooDeepReply(message: unknown): Reply | null {
  const numbered = numberedSchema.safeParse(message)
  const failure = { code: 'invalid-input', message: 'The message is nested too deep to be read.' } as const
  return numbered.success ? { kind: 'failure', id: numbered.data.id, failure } : null
}
