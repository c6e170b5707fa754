import { z } from 'zod'
import type { Reply } from './port'

/** Each end of a WebSocket looks this often whether the other one is there; the server says each time that it is. */
export const TURN_MILLISECONDS = 5000

/** A packet that is lost is sent again after 1 s, 2 s and 4 s: more than two turns are no delay. */
const MOST_TURNS = 3

/** 64 kB/s: what the slowest line that is worked on brings in a turn. */
const BYTES_A_TURN = 320_000

/** From here on a message is announced, as the next beat of the server comes after it. */
const LARGE_BYTES = BYTES_A_TURN / 10

export function isLarge(bytes: number): boolean {
  return bytes >= LARGE_BYTES
}

/**
 * Notices at one end of a line that the other one is gone without having closed it. Turns are counted, and not the
 * time: none pass while a machine sleeps, and in a process that was stopped a single one.
 */
export class LineWatch {
  /** What has to arrive before a beat can: more turns may pass meanwhile. */
  bytesAhead = 0
  private turns = 0

  heard(): void {
    this.turns = 0
  }

  /** One more has passed. Returns whether nothing was heard for too long. */
  turn(): boolean {
    this.turns += 1
    return this.turns >= MOST_TURNS + Math.floor(this.bytesAhead / BYTES_A_TURN)
  }
}

const BEAT = 'line.beat'
const beatSchema = z.object({
  kind: z.literal('event'),
  event: z.literal(BEAT),
  payload: z.object({ bytes: z.int() }),
})

/**
 * What the server of a page says of itself: the engine knows nothing of it.
 * @param bytes of the message that follows; 0 for none
 */
export function beatOf(bytes: number): Reply {
  return { kind: 'event', event: BEAT, payload: { bytes } }
}

/** Bytes of the message that follows; null if it is no beat of the server. */
export function bytesOfBeat(message: unknown): number | null {
  return beatSchema.safeParse(message).data?.payload.bytes ?? null
}
