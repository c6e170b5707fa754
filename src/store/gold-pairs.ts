import type { Database } from './database'

/** Pairs whose own document is the truth that blind reviews of them are scored against. */
export class GoldPairTable {
  constructor(private readonly database: Database) {}

  /** Of this reading, in its order. */
  list(): { id: number; key: string }[] {
    return this.database
      .prepare('SELECT id, key FROM pairs WHERE is_gold = 1 AND position IS NOT NULL ORDER BY position')
      .all() as { id: number; key: string }[]
  }

  set(pairId: number, isGold: boolean): void {
    this.database.prepare('UPDATE pairs SET is_gold = ? WHERE id = ?').run(isGold ? 1 : 0, pairId)
  }
}
