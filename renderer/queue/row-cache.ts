import type { PairRow } from '../../src/contract/project'

/** What not every proposer says of a pair. */
const FIGURES = ['expectedIou', 'agreement'] as const
export type Figure = (typeof FIGURES)[number]

interface RowCacheOptions {
  fetchRows(ids: number[]): Promise<PairRow[]>
  onError(error: unknown): void
  /** Rows kept at most. */
  capacity: number
  /** Rows asked for at once. */
  batch: number
  /** Waiting time before stale rows are fetched anew, so that a burst of changes is one request. */
  settleMilliseconds: number
}

/**
 * Rows of the pairs on screen. Only the latest window is fetched, one request at a time, so that fast
 * scrolling over 100,000 pairs asks for what is looked at and not for what was passed. A stale row stays
 * on screen until the new one is there.
 */
export class RowCache {
  private readonly options: RowCacheOptions
  private readonly rows = new Map<number, PairRow>()
  private readonly stale = new Set<number>()
  private readonly listeners = new Set<() => void>()
  private wanted: readonly number[] = []
  private isFetching = false
  private figures: readonly Figure[] = []
  private settling: ReturnType<typeof setTimeout> | null = null
  /** Answers to requests from before the last `clear` are dropped. */
  private generation = 0

  constructor(options: RowCacheOptions) {
    this.options = options
  }

  get(id: number): PairRow | undefined {
    return this.rows.get(id)
  }

  /** Undefined where no row is kept, or it is an old one. */
  versionOf(id: number): number | undefined {
    return this.stale.has(id) ? undefined : this.rows.get(id)?.version
  }

  /** Whether any row that is kept has it. */
  has(figure: Figure): boolean {
    return this.figures.includes(figure)
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Names the window on screen; takes the place of the one before. */
  want(ids: readonly number[]): void {
    this.wanted = ids
    void this.fetchMissing()
  }

  /** @param version the pair's new one: a row that has it already is kept; null for always */
  markStale(id: number, version: number | null): void {
    const row = this.rows.get(id)
    if (row === undefined || row.version === version) {
      return
    }
    this.stale.add(id)
    this.fetchLater()
  }

  markAllStale(): void {
    ;[...this.rows.keys()].forEach((id) => this.stale.add(id))
    this.fetchLater()
  }

  private fetchLater(): void {
    this.settling ??= setTimeout(() => {
      this.settling = null
      void this.fetchMissing()
    }, this.options.settleMilliseconds)
  }

  clear(): void {
    this.generation += 1
    this.rows.clear()
    this.stale.clear()
    this.wanted = []
    this.figures = []
    this.notify()
  }

  private missing(): number[] {
    return this.wanted.filter((id) => !this.rows.has(id) || this.stale.has(id)).slice(0, this.options.batch)
  }

  private async fetchMissing(): Promise<void> {
    if (this.isFetching) {
      return
    }
    this.isFetching = true
    try {
      for (let ids = this.missing(); ids.length > 0; ids = this.missing()) {
        ids.forEach((id) => this.stale.delete(id))
        const { generation } = this
        const rows = await this.options.fetchRows(ids)
        if (generation === this.generation) {
          this.keep(rows)
        }
        if (rows.length < ids.length && generation === this.generation) {
          const found = new Set(rows.map(({ id }) => id))
          this.wanted = this.wanted.filter((id) => found.has(id) || this.rows.has(id) || !ids.includes(id))
        }
      }
    } catch (error) {
      this.wanted = []
      this.options.onError(error)
    } finally {
      this.isFetching = false
    }
  }

  private keep(rows: readonly PairRow[]): void {
    for (const row of rows) {
      this.rows.delete(row.id)
      this.rows.set(row.id, row)
    }
    const excess = this.rows.size - this.options.capacity
    if (excess > 0) {
      const onScreen = new Set(this.wanted)
      const old = [...this.rows.keys()].filter((id) => !onScreen.has(id)).slice(0, excess)
      old.forEach((id) => this.rows.delete(id))
    }
    const all = [...this.rows.values()]
    this.figures = FIGURES.filter((figure) => all.some((row) => row[figure] !== null))
    this.notify()
  }

  private notify(): void {
    this.listeners.forEach((listener) => listener())
  }
}
