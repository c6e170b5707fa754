import type { z } from 'zod'
import { inTransaction } from './database'
import type { Database } from './database'
import { StoreError } from './store-error'
import { message } from '../messages/message'

/** Reads a JSON column. @throws StoreError where the stored text is not what `schema` says. */
export function readJson<T extends z.ZodType>(schema: T, text: string, what: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw damagedRow(what, error)
  }
}

export function damagedRow(what: string, cause?: unknown): StoreError {
  return new StoreError(message('problems.damagedRow', { what }), { cause, isDamage: true })
}

export function readNullableJson<T extends z.ZodType>(
  schema: T,
  text: string | null,
  what: string,
): z.output<T> | null {
  return text === null ? null : readJson(schema, text, what)
}

/** Small facts about the project, by name. */
export class MetaTable {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  get(name: string): string | null {
    const row = this.database.prepare('SELECT value FROM meta WHERE name = ?').get(name) as
      | { value: string }
      | undefined
    return row?.value ?? null
  }

  set(name: string, value: string): void {
    this.database
      .prepare(
        'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(name, value)
  }

  /** Nobody else changes it between the reading and the writing. @param change gets null where there is none */
  change(name: string, change: (value: string | null) => string): void {
    inTransaction(this.database, () => this.set(name, change(this.get(name))))
  }
}
