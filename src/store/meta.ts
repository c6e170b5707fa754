import type { Database } from './database'

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
    this.database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value)
  }
}
