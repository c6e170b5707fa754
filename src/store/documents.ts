import { applyDiff } from '../domain/diff'
import { documentSchema } from '../domain/document'
import type { PairDocument } from '../domain/document'
import type { Database } from './database'
import { readJson } from './json'
import { unrejectedRegions } from '../domain/review'
import type { EventTable } from './events'

/** A snapshot is written after this many events, so that opening a pair replays fewer. */
const EVENTS_PER_SNAPSHOT = 32
const CACHED_DOCUMENTS = 8

/**
 * The documents of pairs: a snapshot, and the events since. An edit costs as much as its stroke, not as
 * much as the document; the documents of the last few pairs are kept in memory.
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

  /** @param base what the document was before the first event */
  get(pairId: number, version: number, base: () => PairDocument): PairDocument {
    if (version === 0) {
      return base()
    }
    const cached = this.cache.get(pairId)
    const document = cached?.version === version ? cached.document : this.replay(pairId, base)
    this.save(pairId, version, document)
    return document
  }

  /** After the event of this version was appended. */
  put(pairId: number, version: number, document: PairDocument): void {
    if (version % EVENTS_PER_SNAPSHOT === 0) {
      this.database
        .prepare('INSERT OR REPLACE INTO snapshots (pair_id, version, document) VALUES (?, ?, ?)')
        .run(pairId, version, JSON.stringify(document))
    }
    this.save(pairId, version, document)
  }

  /** What was put for this pair may have been rolled back. */
  forget(pairId: number): void {
    this.cache.delete(pairId)
  }

  private replay(pairId: number, base: () => PairDocument): PairDocument {
    const row = this.database
      .prepare('SELECT version, document FROM snapshots WHERE pair_id = ?')
      .get(pairId) as { version: number; document: string } | undefined
    const start = row === undefined ? base() : readJson(documentSchema, row.document, 'review')
    return this.events.diffsAfter(pairId, row?.version ?? 0).reduce(applyDiff, start)
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

/** Categories of the unrejected regions of touched pairs. */
export class CategoryTable {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** In use anywhere in the project, most used first; `change` is always among them. */
  list(): string[] {
    const rows = this.database
      .prepare('SELECT category FROM categories GROUP BY category ORDER BY count(*) DESC, category')
      .all() as { category: string }[]
    return [...new Set([...rows.map(({ category }) => category), 'change'])]
  }

  set(pairId: number, document: PairDocument): void {
    this.database.prepare('DELETE FROM categories WHERE pair_id = ?').run(pairId)
    const insert = this.database.prepare('INSERT OR IGNORE INTO categories (pair_id, category) VALUES (?, ?)')
    unrejectedRegions(document).forEach(({ category }) => insert.run(pairId, category))
  }
}
