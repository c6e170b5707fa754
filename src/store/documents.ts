import { applyDiff, DiffError, diffSchema } from '../domain/diff'
import type { Diff } from '../domain/diff'
import type { HistoryEvent } from '../domain/history'
import { documentSchema, UNNAMED } from '../domain/document'
import type { PairDocument } from '../domain/document'
import { RleError } from '../mask/rle'
import type { Database } from './database'
import { damagedRow, readJson } from './json'
import { unrejectedRegions } from '../domain/review'

/** A snapshot is written after this many events, so that opening a pair replays fewer. */
const EVENTS_PER_SNAPSHOT = 32
const CACHED_DOCUMENTS = 8

/**
 * The documents of pairs: a snapshot, and the events since. The cost of an edit depends on its stroke, not on the
 * document; the documents of the last few pairs are kept in memory.
 */
export class DocumentTable {
  private readonly database: Database
  private readonly events: EventTable
  /** By pair, the most recently used last. */
  private readonly cache = new Map<number, { version: number; document: PairDocument }>()

  constructor(database: Database, events: EventTable) {
    this.database = database
    this.events = events
  }

  /** @param base makes the document before the first event */
  get(pairId: number, version: number, base: () => PairDocument): PairDocument {
    if (version === 0) {
      return base()
    }
    const cached = this.cache.get(pairId)
    const document = cached?.version === version ? cached.document : this.replay(pairId, base)
    this.save(pairId, version, document)
    return document
  }

  /** Called after the event of this version was appended. */
  put(pairId: number, version: number, document: PairDocument): void {
    if (version % EVENTS_PER_SNAPSHOT === 0) {
      this.database
        .prepare(`INSERT INTO snapshots (pair_id, version, document) VALUES (?, ?, ?)
           ON CONFLICT (pair_id) DO UPDATE SET version = excluded.version, document = excluded.document`)
        .run(pairId, version, JSON.stringify(document))
    }
    this.save(pairId, version, document)
  }

  /** Drops a cached document: its transaction may have been rolled back. */
  forget(pairId: number): void {
    this.cache.delete(pairId)
  }

  private replay(pairId: number, base: () => PairDocument): PairDocument {
    const row = this.database
      .prepare('SELECT version, document FROM snapshots WHERE pair_id = ?')
      .get(pairId) as { version: number; document: string } | undefined
    const start = row === undefined ? base() : readJson(documentSchema, row.document, 'review')
    const diffs = this.events.diffsAfter(pairId, row?.version ?? 0)
    try {
      return diffs.reduce(applyDiff, start)
    } catch (error) {
      throw error instanceof DiffError || error instanceof RleError ? damagedRow('edit', error) : error
    }
  }

  private save(pairId: number, version: number, document: PairDocument): void {
    this.cache.delete(pairId)
    this.cache.set(pairId, { version, document })
    const [oldest] = this.cache.keys()
    if (this.cache.size > CACHED_DOCUMENTS) {
      this.cache.delete(oldest)
    }
  }
}

/** Categories of the unrejected regions of each pair. */
export class CategoryTable {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /**
   * Categories in use anywhere in the project, most used first; `UNNAMED` is always among them.
   * @param reviewer whose blind reviews count too
   */
  list(reviewer: string | null = null): string[] {
    const rows = this.database
      .prepare(
        `SELECT category FROM categories JOIN pairs ON pairs.id = pair_id
         WHERE review_of IS NULL OR reviewer = ? GROUP BY category ORDER BY count(*) DESC, category`,
      )
      .all(reviewer ?? '') as { category: string }[]
    return [...new Set([...rows.map(({ category }) => category), UNNAMED])]
  }

  /** Categories with the number of pairs of this reading that have one; the most first. */
  counts(): { category: string; pairCount: number }[] {
    return this.database
      .prepare(
        `SELECT category, count(*) AS "pairCount" FROM categories JOIN pairs ON pairs.id = pair_id
         WHERE position IS NOT NULL GROUP BY category ORDER BY "pairCount" DESC, category`,
      )
      .all() as { category: string; pairCount: number }[]
  }

  set(pairId: number, document: PairDocument): void {
    this.database.prepare('DELETE FROM categories WHERE pair_id = ?').run(pairId)
    const insert = this.database.prepare(
      'INSERT INTO categories (pair_id, category) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    unrejectedRegions(document).forEach(({ category }) => insert.run(pairId, category))
  }
}

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

const COLUMNS = 'pair_id, version, event_id, kind, label, actor, at'

function fromRecord({ pair_id, event_id, ...record }: EventRecord): StoredEvent {
  return { ...record, pairId: pair_id, eventId: event_id }
}

/** Append-only: events are never changed, later ones follow. */
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
      .prepare(`SELECT ${COLUMNS} FROM events WHERE pair_id = ? ORDER BY version`)
      .all(pairId) as EventRecord[]
    return records.map(fromRecord)
  }

  /** Reads only as many as are taken, a few at a time: a pair can have thousands. */
  *newestFirst(pairId: number): Generator<StoredEvent> {
    const statement = this.database.prepare(
      `SELECT ${COLUMNS} FROM events WHERE pair_id = ? AND version < ? ORDER BY version DESC LIMIT ?`,
    )
    let before = 2 ** 31 - 1
    for (let count = 2; before > 1; count *= 2) {
      const records = statement.all(pairId, before, count) as EventRecord[]
      yield* records.map(fromRecord)
      before = records.length < count ? 0 : (records.at(-1)?.version ?? 0)
    }
  }

  /** Oldest first. */
  diffsAfter(pairId: number, version: number): Diff[] {
    const rows = this.database
      .prepare('SELECT diff FROM events WHERE pair_id = ? AND version > ? ORDER BY version')
      .all(pairId, version) as { diff: string }[]
    return rows.map(({ diff }) => readJson(diffSchema, diff, 'edit'))
  }

  /** Events after this version, oldest first, each with a function that reads its diff. */
  since(pairId: number, version: number): (Omit<StoredEvent, 'pairId'> & { diffOf: () => Diff })[] {
    const rows = this.database
      .prepare(
        `SELECT version, event_id AS "eventId", kind, label, actor, at, diff FROM events
         WHERE pair_id = ? AND version > ? ORDER BY version`,
      )
      .all(pairId, version) as (Omit<StoredEvent, 'pairId'> & { diff: string })[]
    return rows.map(({ diff, ...event }) => ({ ...event, diffOf: () => readJson(diffSchema, diff, 'edit') }))
  }

  /** Null if no event has this id. */
  find(eventId: string): { pairId: number; diff: Diff } | null {
    const record = this.database
      .prepare('SELECT pair_id, diff FROM events WHERE event_id = ?')
      .get(eventId) as { pair_id: number; diff: string } | undefined
    return record === undefined
      ? null
      : { pairId: record.pair_id, diff: readJson(diffSchema, record.diff, 'edit') }
  }
}
