import { useEffect, useSyncExternalStore } from 'react'
import type { PairRow } from '../../src/contract/project'
import { isSequenceReading } from '../../src/domain/sequence'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { followMappings } from '../state/mapping'
import { attempt, notifyError } from '../state/notices'
import { keepDecision } from './bulk'
import { closeCaptionPairs } from './caption-pairs'
import { EVERYTHING, usePairList } from './list'
import { forgetMap } from './map/map-store'
import { positionOf } from './neighbours'
import { showVersionsOf } from './shown-versions'
import { forgetSimilar } from './similar/similar'

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

const rowCache = new RowCache({
  fetchRows: (ids) => engine.call('pairs.rows', { ids }),
  onError: notifyError,
  capacity: 5000,
  batch: 200,
  settleMilliseconds: 120,
})

function subscribe(listener: () => void): () => void {
  return rowCache.subscribe(listener)
}

/** The row of a pair; undefined until it has been fetched by `useRowWindow`. */
export function useRow(id: number): PairRow | undefined {
  return useSyncExternalStore(subscribe, () => rowCache.get(id))
}

/** Whether any pair's proposer says how far captions and regions agree; new proposals may since the list was found. */
export function useHasAgreement(): boolean {
  const hasAgreement = usePairList((list) => list.hasAgreement)
  return useSyncExternalStore(subscribe, () => rowCache.has('agreement')) || hasAgreement
}

/** Whether any pair that was on screen has an IoU that its proposal expects. */
export function useHasExpectedIou(): boolean {
  return useSyncExternalStore(subscribe, () => rowCache.has('expectedIou'))
}

/** Fetches the rows on screen. */
export function useRowWindow(ids: readonly number[]): void {
  useEffect(() => rowCache.want(ids), [ids])
}

let isFollowing = false
let folder: string | null = null

/** Keeps rows and the list in step with the engine for as long as the page lives. */
export function followPairs(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  showVersionsOf({
    versionOf: (id) => rowCache.versionOf(id),
    renew: (id) => rowCache.markStale(id, null),
  })
  engine.on('pair.changed', ({ pairId, version, isProposal }) => {
    rowCache.markStale(pairId, isProposal ? null : version)
    usePairList.getState().markStale()
  })
  // no edit: the version stays
  engine.on('pair.windowChanged', ({ pairId }) => rowCache.markStale(pairId, null))
  followMappings()
}

/** Called whenever a project is opened, read anew, or closed. */
export function startPairs(identity: string | null): void {
  if (identity === folder) {
    return
  }
  folder = identity
  rowCache.clear()
  usePairList.getState().reset()
  const reading = useEngineState.getState().project?.reading.id
  if (reading !== undefined && isSequenceReading(reading)) {
    usePairList.setState({ order: 'sequence' })
  }
  forgetMap()
  forgetSimilar()
  keepDecision()
  closeCaptionPairs()
  if (identity !== null) {
    void begin()
  }
}

/** Puts the cursor on the first pair that nobody has decided about. */
async function begin(): Promise<void> {
  const { find, order } = usePairList.getState()
  await find()
  const first = usePairList.getState().cursorId
  const unreviewed = await attempt(
    engine.call('pairs.find', { filter: { ...EVERYTHING, states: ['unreviewed'] }, order }),
  )
  const { ids, cursorId, moveTo } = usePairList.getState()
  const target = unreviewed?.ids[0]
  if (target !== undefined && cursorId === first && positionOf(ids, target) !== -1) {
    moveTo(target)
  }
}
