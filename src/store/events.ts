import { diffSchema } from '../domain/diff'
import type { Diff } from '../domain/diff'
import type { HistoryEvent } from '../domain/history'
import type { Database } from './database'
import { readJson } from './json'

export interface StoredEvent extends HistoryEvent {
  pairId: number
  version: number
  actor: string
  /** Milliseconds since 1970. */
  at: number
}

interface EventRecord {
  pair_id: number
  version: number
  event_id: string
  kind: StoredEvent['kind']
  label: string
  actor: string
  at: number
}

/** Append-only: what was done is never changed, only followed. */
export class EventTable {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  append(event: StoredEvent, diff: Diff): void {
    this.database
      .prepare(
        'INSERT INTO events (pair_id, version, event_id, kind, label, actor, at, diff) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        event.pairId,
        event.version,
        event.eventId,
        event.kind,
        event.label,
        event.actor,
        event.at,
        JSON.stringify(diff),
      )
  }

  /** Oldest first. */
  ofPair(pairId: number): StoredEvent[] {
    const records = this.database
      .prepare(
        'SELECT pair_id, version, event_id, kind, label, actor, at FROM events WHERE pair_id = ? ORDER BY version',
      )
      .all(pairId) as EventRecord[]
    return records.map((record) => ({
      pairId: record.pair_id,
      eventId: record.event_id,
      version: record.version,
      kind: record.kind,
      label: record.label,
      actor: record.actor,
      at: record.at,
    }))
  }

  /** Oldest first. */
  diffsAfter(pairId: number, version: number): Diff[] {
    const rows = this.database
      .prepare('SELECT diff FROM events WHERE pair_id = ? AND version > ? ORDER BY version')
      .all(pairId, version) as { diff: string }[]
    return rows.map(({ diff }) => readJson(diffSchema, diff, 'edit'))
  }

  /** Null where no event has this id. */
  find(eventId: string): { pairId: number; diff: Diff } | null {
    const record = this.database
      .prepare('SELECT pair_id, diff FROM events WHERE event_id = ?')
      .get(eventId) as { pair_id: number; diff: string } | undefined
    return record === undefined
      ? null
      : { pairId: record.pair_id, diff: readJson(diffSchema, record.diff, 'edit') }
  }
}
