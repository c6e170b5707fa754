import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { inTransaction } from './database'
import type { Row } from './database'
import { applyDiff, DiffError } from '../domain/diff'
import type { PairDocument } from '../domain/document'
import { RleError } from '../mask/rle'
import { ProjectStore } from './project-store'
import { StoreError } from './store-error'
import { message, messageTextOf } from '../messages/message'

/**
 * Copies a store, with edits that are still in its write-ahead log, from a folder that may be read-only. The copy
 * appears whole or not at all. @throws StoreError
 */
export function copyStore(from: string, to: string): void {
  const made = `${to}.part`
  const forget = (): void =>
    [made, `${made}-wal`, `${made}-shm`].forEach((path) => rmSync(path, { force: true }))
  try {
    forget()
    try {
      copyOpen(from, made)
    } catch {
      // SQLite opens no store with a write-ahead log where it cannot write beside it
      forget()
      copyFiles(from, made)
    }
    renameSync(made, to)
  } catch (error) {
    const reason = messageTextOf(error)
    throw new StoreError(message('store.notCopied', { from, to, reason }), { cause: error })
  } finally {
    forget()
  }
}

/** As another program may be writing to it. */
function copyOpen(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
}

function copyFiles(from: string, to: string): void {
  for (const end of ['', '-wal']) {
    if (existsSync(from + end)) {
      copyFileSync(from + end, to + end)
    }
  }
  const database = new DatabaseSync(to)
  try {
    // takes in the log, so that there is one file to move
    database.exec('PRAGMA journal_mode = DELETE')
  } finally {
    database.close()
  }
}

/** Of the pairs as they were found: without it the next opening puts back those that were lost. */
const FOUND_PAIRS = 'contents'

/** A new store with the rows of another one that are whole. */
export class RescuedStore extends ProjectStore {
  /** @param rows by table, those of pairs first */
  static write(path: string, rows: ReadonlyMap<string, readonly Row[]>): void {
    mkdirSync(dirname(path), { recursive: true })
    const store = new RescuedStore(path)
    try {
      store.take(rows)
    } finally {
      store.close()
    }
  }

  private take(rows: ReadonlyMap<string, readonly Row[]>): void {
    const pairIds = new Set((rows.get('pairs') ?? []).map(({ id }) => id))
    inTransaction(this.database, () => {
      for (const [table, list] of rows) {
        for (const row of list) {
          const isOfLostPair = 'pair_id' in row && !pairIds.has(row['pair_id'])
          if (!isOfLostPair && row['name'] !== FOUND_PAIRS) {
            this.insert(table, row)
          }
        }
      }
      this.database.exec(
        `UPDATE pairs SET base_proposal_id = NULL
         WHERE base_proposal_id IS NOT NULL AND base_proposal_id NOT IN (SELECT id FROM proposals)`,
      )
      pairIds.forEach((pairId) => {
        this.settle(Number(pairId))
        this.proposals.distances.renew(Number(pairId))
      })
    })
  }

  private insert(table: string, row: Row): void {
    const columns = Object.keys(row)
    const places = columns.map(() => '?').join(', ')
    this.database
      .prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
      .run(...Object.values(row))
  }

  /** The document goes as far as its edits follow each other; later ones fit nothing. */
  private settle(pairId: number): void {
    const pair = this.pair(pairId)
    const snapshot = this.documentAt(pairId)
    let { document, version } = snapshot ?? { document: this.baseDocument(pair), version: 0 }
    try {
      for (const event of this.events.ofPair(pairId).filter((one) => one.version > version)) {
        if (event.version !== version + 1) {
          break
        }
        document = applyDiff(document, this.events.find(event.eventId)?.diff ?? [])
        version = event.version
      }
    } catch (error) {
      if (!(error instanceof DiffError || error instanceof RleError)) {
        throw error
      }
    }
    this.database.prepare('DELETE FROM events WHERE pair_id = ? AND version > ?').run(pairId, version)
    this.follow(pair, document, version)
  }

  /** The snapshot; null where there is none. */
  private documentAt(pairId: number): { document: PairDocument; version: number } | null {
    const row = this.database
      .prepare('SELECT version, document FROM snapshots WHERE pair_id = ?')
      .get(pairId) as { version: number; document: string } | undefined
    return row === undefined
      ? null
      : { document: JSON.parse(row.document) as PairDocument, version: row.version }
  }
}

/** SQLite opens no file that is shorter than its head says: what is missing becomes empty pages, which are damaged. */
export function fillUp(path: string): string[] {
  const head = headOf(path)
  if (head.length < HEAD_BYTES) {
    return []
  }
  const stored = head.readUInt16BE(PAGE_SIZE_AT)
  const wanted = (stored === 1 ? LARGEST_PAGE : stored) * head.readUInt32BE(PAGE_COUNT_AT)
  const { size } = statSync(path)
  if (size >= wanted || wanted > size * MOST_MISSING) {
    return []
  }
  truncateSync(path, wanted)
  return [`The file: it ends after ${size} of ${wanted} bytes.`]
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

/** The head of a store: sqlite.org/fileformat2.html#the_database_header. */
const [HEAD_BYTES, PAGE_SIZE_AT, PAGE_COUNT_AT, LARGEST_PAGE] = [100, 16, 28, 65_536]
/** A head that claims more than so many times the file is damaged itself. */
const MOST_MISSING = 1000
