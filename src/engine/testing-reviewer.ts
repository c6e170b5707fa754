import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { EditResult, OpenPair } from '../contract/pairs'
import type { SeenClaim } from '../contract/claims'
import { postgresLocation } from '../store/postgres/location'
import { openPostgres } from '../store/postgres/postgres-database'
import { ProjectStore } from '../store/project-store'
import type { Connection } from './testing-team'

/** What all reviewers did, as the server acknowledged it: the model that the database is held against. */
export class Tally {
  /** Milliseconds from asking for the next pair to having it, and from sending an edit to its acknowledgement. */
  readonly next: number[] = []
  readonly edits: number[] = []
  /** Acknowledged edits by id, with their pair. */
  readonly acknowledged = new Map<string, number>()
  /** Notes of each pair as acknowledged last. */
  readonly notes = new Map<number, string>()
  readonly decided = new Set<number>()
  /** What must never be. */
  readonly faults: string[] = []
  /** Who has which pair, from the answer to the next question. */
  private readonly holders = new Map<number, string>()

  taken(pairId: number, name: string): void {
    const other = this.holders.get(pairId)
    if (other !== undefined && other !== name) {
      this.faults.push(`pair ${pairId} is held by ${other} and ${name}`)
    }
    this.holders.set(pairId, name)
  }

  left(pairId: number): void {
    this.holders.delete(pairId)
  }
}

/** What the database of the project lacks, or has twice, or has in another way. Returns faults. */
export function compareTally({ acknowledged, notes, decided }: Tally, place: string): string[] {
  const database = openPostgres(postgresLocation(place))
  const store = new ProjectStore(database)
  try {
    const counts = new Map<string, number>()
    const events = database.prepare(`SELECT event_id AS "eventId" FROM events`).all() as { eventId: string }[]
    events.forEach(({ eventId }) => counts.set(eventId, (counts.get(eventId) ?? 0) + 1))
    const missing = [...acknowledged.keys()].filter((eventId) => counts.get(eventId) !== 1)
    const others = [...notes].filter(([pairId, text]) => {
      const { review } = store.open(pairId).document
      return review.notes !== text || (review.state === 'rejected') !== decided.has(pairId)
    })
    return [
      ...missing.map((eventId) => `edit ${eventId} is stored ${counts.get(eventId) ?? 0} times`),
      ...others.map(([pairId]) => `pair ${pairId} is other than what was acknowledged`),
    ]
  } finally {
    store.close()
  }
}

const EDITS_A_PAIR = 3
/** As the page sends. */
const CANDIDATES = 200

/** Takes pair after pair, edits it a few times and decides on it, with pauses as a person makes them. */
export class MadeReviewer {
  private readonly holder = randomUUID()
  private at = 0

  /** @param pause mean milliseconds before each step */
  constructor(
    private readonly name: string,
    private readonly connection: Pick<Connection, 'send'>,
    private readonly ids: readonly number[],
    private readonly tally: Tally,
    private readonly pause: number,
  ) {}

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const pairId = await this.nextPair()
      if (pairId === null) {
        break
      }
      await this.review(pairId)
      this.tally.left(pairId)
    }
    await this.ask('claims.release', { holder: this.holder })
  }

  private async nextPair(): Promise<number | null> {
    const pairIds: number[] = []
    for (let at = this.at; at < this.ids.length && pairIds.length < CANDIDATES; at += 1) {
      if (!this.tally.decided.has(this.ids[at])) {
        pairIds.push(this.ids[at])
      }
    }
    const started = performance.now()
    const { pairId } = await this.ask<{ pairId: SeenClaim['pairId'] | null }>('claims.takeFirst', {
      pairIds,
      holder: this.holder,
    })
    this.tally.next.push(performance.now() - started)
    if (pairId !== null) {
      this.tally.taken(pairId, this.name)
      this.at = this.ids.indexOf(pairId) + 1
    }
    return pairId
  }

  private async review(pairId: number): Promise<void> {
    let { version, document } = await this.ask<OpenPair>('pairs.get', { pairId })
    let { notes } = document.review
    for (let edit = 1; edit <= EDITS_A_PAIR; edit += 1) {
      await this.think()
      const to = `${this.name} ${edit}`
      const diff = [{ type: 'review.set', from: { notes }, to: { notes: to } }]
      version = await this.send('pairs.edit', { pairId, label: 'Notes', diff }, version)
      notes = to
      this.tally.notes.set(pairId, notes)
    }
    await this.think()
    await this.send('pairs.decide', { pairId, decision: 'reject', milliseconds: 1 }, version)
    this.tally.decided.add(pairId)
  }

  /** Returns the pair's version after it. */
  private async send(
    command: string,
    input: Record<string, unknown> & { pairId: number },
    version: number,
  ): Promise<number> {
    const eventId = randomUUID()
    const madeOn = { version, ownEdits: [] }
    const started = performance.now()
    const result = await this.ask<EditResult>(command, { ...input, eventId, madeOn })
    this.tally.edits.push(performance.now() - started)
    this.tally.acknowledged.set(eventId, input.pairId)
    return result.version
  }

  private think(): Promise<void> {
    return wait(this.pause * (0.5 + Math.random()))
  }

  private async ask<T>(command: string, input: unknown): Promise<T> {
    const reply = await this.connection.send(command, input)
    if (reply.kind !== 'result') {
      this.tally.faults.push(`${this.name}: ${command}: ${reply.failure?.message ?? reply.kind}`)
      throw new Error(reply.failure?.message)
    }
    return reply.value as T
  }
}
