import { DatabaseSync } from '@photostructure/sqlite'
import { z } from 'zod'
import { whyOutside } from '../inside'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex, sha256OfFile, sha256Schema } from '../../process/sha256'

/** Journal of a stopped export. SQLite, so that a row is there whole and only one program writes. */

const path = z
  .string()
  .min(1)
  .refine((one) => whyOutside(one) === null)

/** A file in a draft. */
const fileSchema = z.object({
  /** Relative, with forward slashes. */
  path,
  sha256: sha256Schema,
  bytes: z.int(),
  /** False for a file that goes into an archive. */
  stays: z.boolean(),
  /** False for a file that goes into the archive without lying on the disk before. */
  isWritten: z.boolean(),
})
export type ExportedFile = z.infer<typeof fileSchema>

const pairSchema = z.object({
  entry: z.object({
    before: path,
    after: path,
    label: path.nullable(),
    convertedImages: z.int(),
    commonGrid: z.string().nullable(),
    sources: z.object({ before: sha256Schema, after: sha256Schema }),
  }),
  files: z.array(fileSchema),
})
export type JournalPair = z.infer<typeof pairSchema>

const archiveSchema = z.object({ file: fileSchema, parts: z.array(fileSchema) })
type JournalArchive = z.infer<typeof archiveSchema>

const moveSchema = z.object({ from: path, to: path })
type JournalMove = z.infer<typeof moveSchema>

type Database = InstanceType<typeof DatabaseSync>

/** SQLite's result code, sqlite.org/rescode.html. */
const SQLITE_BUSY = 5

/** The journal is in use by another program. */
export class JournalBusy extends Error {
  override name = 'JournalBusy'
}

export class Journal {
  private readonly database: Database
  private readonly statements = new Map<string, ReturnType<Database['prepare']>>()

  /**
   * Opens or makes the journal, for this program alone until it is closed. It is not flushed to the disk: after a
   * power cut its rows are compared with the files.
   * @throws JournalBusy, and SQLite's error if the file is damaged
   */
  constructor(file: string) {
    this.database = new DatabaseSync(file)
    try {
      this.database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; ' +
          'BEGIN EXCLUSIVE; ' +
          'CREATE TABLE IF NOT EXISTS pairs (key TEXT PRIMARY KEY, row TEXT NOT NULL); ' +
          'CREATE TABLE IF NOT EXISTS archives (path TEXT PRIMARY KEY, row TEXT NOT NULL); ' +
          'CREATE TABLE IF NOT EXISTS moves (id INTEGER PRIMARY KEY, row TEXT NOT NULL); ' +
          'CREATE TABLE IF NOT EXISTS choice (id INTEGER PRIMARY KEY, row TEXT NOT NULL); COMMIT',
      )
    } catch (error) {
      this.database.close()
      const { errcode } = error as { errcode?: unknown }
      throw typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
        ? new JournalBusy('in use', { cause: error })
        : error
    }
  }

  /** Rows by key; invalid rows are skipped. */
  pairs(): Map<string, JournalPair> {
    return new Map(
      this.rows('SELECT key, row FROM pairs').flatMap(({ key, row }) => {
        const read = pairSchema.safeParse(row)
        return read.success ? [[String(key), read.data] as const] : []
      }),
    )
  }

  addPair(key: string, row: JournalPair): void {
    this.run('INSERT OR REPLACE INTO pairs VALUES (?, ?)', key, JSON.stringify(row))
  }

  removePair(key: string): void {
    this.run('DELETE FROM pairs WHERE key = ?', key)
  }

  archives(): JournalArchive[] {
    return this.rows('SELECT row FROM archives').flatMap(({ row }) => {
      const read = archiveSchema.safeParse(row)
      return read.success ? [read.data] : []
    })
  }

  addArchive(row: JournalArchive): void {
    this.run('INSERT OR REPLACE INTO archives VALUES (?, ?)', row.file.path, JSON.stringify(row))
  }

  removeArchives(): void {
    this.run('DELETE FROM archives')
  }

  /** First to last. */
  moves(): JournalMove[] {
    return this.rows('SELECT row FROM moves ORDER BY id').flatMap(({ row }) => {
      const read = moveSchema.safeParse(row)
      return read.success ? [read.data] : []
    })
  }

  addMove(move: JournalMove): void {
    this.run('INSERT INTO moves (row) VALUES (?)', JSON.stringify(move))
  }

  removeMoves(): void {
    this.run('DELETE FROM moves')
  }

  /** As text; null where none was set. */
  get choice(): string | null {
    const found = this.rows('SELECT row FROM choice')
    return typeof found.at(0)?.row === 'string' ? (found[0].row as string) : null
  }

  set choice(text: string) {
    this.run('INSERT OR REPLACE INTO choice VALUES (1, ?)', JSON.stringify(text))
  }

  close(): void {
    this.database.close()
  }

  private rows(sql: string): { key?: unknown; row: unknown }[] {
    const found = this.database.prepare(sql).all() as { key?: unknown; row: unknown }[]
    return found.map(({ key, row }) => ({ key, row: parsed(String(row)) }))
  }

  private run(sql: string, ...values: string[]): void {
    const statement = this.statements.get(sql) ?? this.database.prepare(sql)
    this.statements.set(sql, statement)
    statement.run(...values)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Largest file that is read at once, bytes. */
const READ_WHOLE = 2 ** 24

/** SHA-256 in hexadecimal. @param bytes size of the file, if known: a large one is read in pieces */
export async function hashOrNull(path: string, bytes = 0): Promise<string | null> {
  try {
    return bytes > READ_WHOLE ? await sha256OfFile(path) : sha256Hex(await readFile(path))
  } catch {
    return null
  }
}

/** Removes links, does not follow them. */
export async function removeOthers(root: string, folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      await removeOthers(root, path, kept)
    } else if (!kept.has(path)) {
      await rm(join(root, path), { force: true })
    }
  }
}
