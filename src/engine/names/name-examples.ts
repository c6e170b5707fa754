import type { KnownExample, NameExampleTable, StoredExample } from '../../store/name-examples'
import { LEAST_EXAMPLES, MOST_OF_A_WORD, TaughtNames } from '../../names/taught-names'

/** Names that people taught in this project, and, where they are shared, in all others. */
export class NameExamples {
  private taught: { encoder: string; names: TaughtNames } | null = null

  /** @param shared the examples of all projects; null where this one keeps its own to itself */
  constructor(
    private readonly own: NameExampleTable,
    private readonly shared: () => NameExampleTable | null,
  ) {}

  ofPair(pairId: number): KnownExample[] {
    return this.own.ofPair(pairId)
  }

  put(example: StoredExample, encoder: string, features: Float32Array): void {
    this.inBoth((table) => table.put(example, encoder, features))
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

  /** @param encoder what made the features that are asked about */
  namesFor(encoder: string): TaughtNames {
    if (this.taught?.encoder !== encoder) {
      const newestFirst = [
        ...this.own.newest(encoder, MOST_OF_A_WORD),
        ...(this.shared()?.newestOfOthers(encoder, MOST_OF_A_WORD) ?? []),
      ]
      this.taught = { encoder, names: new TaughtNames(newestFirst.toReversed()) }
    }
    return this.taught.names
  }

  /** Whether they are shared was changed. */
  sharingChanged(): void {
    this.taught = null
  }

  private inBoth(change: (table: NameExampleTable) => void): void {
    change(this.own)
    const shared = this.shared()
    if (shared !== null) {
      change(shared)
    }
    this.taught = null
  }
}
