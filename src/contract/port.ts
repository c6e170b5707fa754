import { z } from 'zod'
import { failureSchema } from './errors'

/**
 * All that the contract needs of a transport: ordered messages of structured-clone data both ways. Electron's
 * MessagePort, a WebSocket, a child process and a pair in memory each have an adapter.
 */
export interface Port {
  post(message: unknown): void
  /** At most one listener; messages before it is set are kept by the adapter. */
  onMessage(listener: (message: unknown) => void): void
  /** Called once when either side was closed; any number of listeners. One that comes later is called at once. */
  onClose(listener: () => void): void
  close(): void
}

/** What comes in at one end of a port. An adapter whose object keeps its messages itself tells it of the end alone. */
export class Inbox implements Pick<Port, 'onMessage' | 'onClose'> {
  private readonly waiting: unknown[] = []
  private messageListener: ((message: unknown) => void) | null = null
  private readonly closeListeners: (() => void)[] = []
  private hasEnded = false

  get isClosed(): boolean {
    return this.hasEnded
  }

  onMessage(listener: (message: unknown) => void): void {
    this.messageListener = listener
    this.waiting.splice(0).forEach((message) => listener(message))
  }

  onClose(listener: () => void): void {
    if (this.hasEnded) {
      listener()
    } else {
      this.closeListeners.push(listener)
    }
  }

  /** What comes after the end is dropped. */
  receive(message: unknown): void {
    if (this.hasEnded) {
      return
    }
    if (this.messageListener === null) {
      this.waiting.push(message)
    } else {
      this.messageListener(message)
    }
  }

  /** Any number of times. */
  close(): void {
    this.hasEnded = true
    this.closeListeners.splice(0).forEach((listener) => listener())
  }
}

/** Two ends in one process. Messages arrive in a later microtask and are cloned, as over a real port. */
export function portPair(clone: (message: unknown) => unknown): [Port, Port] {
  const ends = [new MemoryEnd(clone), new MemoryEnd(clone)] as const
  ends[0].other = ends[1]
  ends[1].other = ends[0]
  return [ends[0], ends[1]]
}

class MemoryEnd implements Port {
  other: MemoryEnd | null = null
  private readonly inbox = new Inbox()

  constructor(private readonly clone: (message: unknown) => unknown) {}

  post(message: unknown): void {
    const copy = this.clone(message)
    void Promise.resolve().then(() => this.other?.inbox.receive(copy))
  }

  onMessage(listener: (message: unknown) => void): void {
    this.inbox.onMessage(listener)
  }

  onClose(listener: () => void): void {
    this.inbox.onClose(listener)
  }

  close(): void {
    this.inbox.close()
    this.other?.inbox.close()
  }
}

/** Messages of a port. */
export const requestSchema = z.object({
  kind: z.literal('request'),
  id: z.int(),
  command: z.string(),
  input: z.unknown(),
})
export type Request = z.infer<typeof requestSchema>

export const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('result'), id: z.int(), value: z.unknown() }),
  z.object({ kind: z.literal('failure'), id: z.int(), failure: failureSchema }),
  z.object({ kind: z.literal('event'), event: z.string(), payload: z.unknown() }),
])
export type Reply = z.infer<typeof replySchema>

/** Limit for a message that comes as text. */
export const MOST_MESSAGE_BYTES = 64 * 2 ** 20
/** Levels of lists and objects; inputs of commands have a tenth of that. */
const MOST_DEPTH = 64

/**
 * Whether a message is nested deeper than any valid one: code that reads it level by level, and a process that it
 * goes on to, would run out of stack. Bytes and numbers in typed lists have no depth.
 */
export function isTooDeep(message: unknown): boolean {
  let level = new Set<object>()
  addNested(level, message)
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth === MOST_DEPTH) {
      return true
    }
    // a set, because a cloned message may hold the same object many times, or itself
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

/** Null if the message has no number to answer to. */
export function tooDeepReply(message: unknown): Reply | null {
  const numbered = numberedSchema.safeParse(message)
  const failure = { code: 'invalid-input', message: 'The message is nested too deep to be read.' } as const
  return numbered.success ? { kind: 'failure', id: numbered.data.id, failure } : null
}
