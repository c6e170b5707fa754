import { randomUUID } from 'node:crypto'
import type { KnownExample, StoredExample } from '../../store/name-examples'
import { REGION_ENCODER } from '../../names/rule'
import { LEAST_EXAMPLES, MOST_OF_A_WORD } from '../../names/taught-names'
import type { NameExample } from '../../names/taught-names'
import { join } from 'node:path'
import { openDatabase } from '../../store/sqlite-database'
import type { Database } from '../../store/database'
import { EXAMPLE_MIGRATIONS } from '../../store/migrations'
import { NameExampleTable } from '../../store/name-examples'

/** Names that people taught in this project, and, where they are shared, in all others. */
export class NameExamples {
  /** Of the examples: another one for each change of them. */
  revision: string = randomUUID()

  /** @param shared the examples of all projects; null where this one keeps its own to itself */
  constructor(
    private readonly own: NameExampleTable,
    private readonly shared: () => NameExampleTable | null,
  ) {}

  ofPair(pairId: number): KnownExample[] {
    return this.own.ofPair(pairId)
  }

  put(example: StoredExample, features: Float32Array): void {
    this.inBoth((table) => table.put(example, REGION_ENCODER, features))
  }

  rename(example: StoredExample, word: string): void {
    this.inBoth((table) => table.rename(example, word))
  }

  remove(example: StoredExample): void {
    this.inBoth((table) => table.remove(example))
  }

  /** The examples of this word serve no more, in no project that shares them. */
  forget(word: string): void {
    this.inBoth((table) => table.forget(word))
  }

  /** Each word with its examples, the most used first. */
  counts(): { word: string; count: number; isUsed: boolean }[] {
    const counts = new Map<string, number>()
    for (const { word, count } of [...this.own.counts(), ...(this.shared()?.countsOfOthers() ?? [])]) {
      counts.set(word, (counts.get(word) ?? 0) + count)
    }
    return [...counts]
      .map(([word, count]) => ({ word, count, isUsed: count >= LEAST_EXAMPLES }))
      .toSorted((a, b) => b.count - a.count)
  }

  /** Whether any word has examples enough. */
  get isTaught(): boolean {
    return this.counts().some(({ isUsed }) => isUsed)
  }

  /** As many as can count. */
  oldestFirst(): NameExample[] {
    const newestFirst = [
      ...this.own.newest(REGION_ENCODER, MOST_OF_A_WORD),
      ...(this.shared()?.newestOfOthers(REGION_ENCODER, MOST_OF_A_WORD) ?? []),
    ]
    return newestFirst.toReversed()
  }

  /** Whether they are shared was changed. */
  sharingChanged(): void {
    this.revision = randomUUID()
  }

  private inBoth(change: (table: NameExampleTable) => void): void {
    change(this.own)
    const shared = this.shared()
    if (shared !== null) {
      change(shared)
    }
    this.revision = randomUUID()
  }
}

const FILE_NAME = 'name-examples.db'

/** Names that people taught, for all projects, in the user's folder. Opened when they are first needed. */
export class SharedExamples {
  private database: Database | null = null

  constructor(private readonly userFolder: string) {}

  /**
   * As a project sees them.
   * @throws StoreError where the file cannot be used
   */
  of(storeFolder: string): NameExampleTable {
    this.database ??= openDatabase(join(this.userFolder, FILE_NAME), EXAMPLE_MIGRATIONS)
    return new NameExampleTable(this.database, storeFolder)
  }

  close(): void {
    this.database?.close()
    this.database = null
  }
}
