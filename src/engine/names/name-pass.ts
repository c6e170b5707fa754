import type { NamesDone } from '../../contract/proposal'
import type { StoredPair } from '../../store/pair-records'
import type { ProjectStore } from '../../store/project-store'

/** Names the things of a pair's proposal. */
interface Namer {
  /** False where names are turned off or cannot be made. */
  readonly isNaming: boolean
  lacksNames(pairId: number): boolean
  /** @throws ContractError */
  name(pairId: number, signal: AbortSignal): Promise<void>
}

/** Names pair after pair of a run, once none lacks a proposal; and single pairs that a person opens. */
export class NamePass {
  private left: number[] = []
  /** Each has one try in a run. */
  private readonly tried = new Set<number>()
  private done = 0
  private fromId: number | null = null
  /** The pairs that are named now, the first begun first. */
  readonly current = new Map<number, StoredPair>()

  constructor(
    private readonly store: Pick<ProjectStore, 'pair' | 'unnamed'>,
    private readonly namer: Namer,
    private readonly onFailure: (error: unknown, key: string | undefined, signal: AbortSignal) => void,
  ) {}

  /** A run begins. */
  reset(): void {
    this.left = []
    this.tried.clear()
    this.done = 0
  }

  /** The run was stopped. */
  stop(): void {
    this.left = []
    this.current.clear()
  }

  /** The next ones are those from this pair on. */
  orderFrom(fromId: number | null): void {
    this.fromId = fromId
    this.left = []
  }

  /** Null once all had their try. */
  next(): number | null {
    if (this.left.length === 0) {
      this.left = this.unnamed(this.fromId).filter((pairId) => !this.tried.has(pairId))
    }
    const pairId = this.left.shift() ?? null
    if (pairId !== null) {
      this.tried.add(pairId)
    }
    return pairId
  }

  /** Whether any are to come. */
  get isOn(): boolean {
    return this.namer.isNaming
  }

  /** Pairs whose names are to come, tried or not. @throws the store's error */
  get count(): number {
    return this.isOn ? this.store.unnamed.count() : 0
  }

  /** Whether any pair is left to name. */
  get hasNext(): boolean {
    return this.unnamed(null).some((pairId) => !this.tried.has(pairId))
  }

  /** Whether a pair waits for names, and is not being named now. */
  lacks(pairId: number): boolean {
    return !this.current.has(pairId) && this.namer.lacksNames(pairId)
  }

  /** In its turn or out of turn. Never throws. */
  async work(pairId: number, signal: AbortSignal): Promise<void> {
    this.tried.add(pairId)
    this.left = this.left.filter((id) => id !== pairId)
    let pair: StoredPair | undefined
    try {
      pair = this.store.pair(pairId)
      this.current.set(pairId, pair)
      await this.namer.name(pairId, signal)
    } catch (error) {
      this.onFailure(error, pair?.key, signal)
    }
    // unless it was stopped, and perhaps begun anew
    if (pair !== undefined && this.current.get(pairId) === pair) {
      this.current.delete(pairId)
      this.done += 1
    }
  }

  /** Null where nothing was to name. */
  status(): NamesDone | null {
    const total = this.done + this.current.size + this.left.length
    return total === 0 ? null : { done: this.done, total }
  }

  /** None where the store cannot be read: they are found again by the next run. */
  private unnamed(fromId: number | null): number[] {
    try {
      return this.namer.isNaming ? this.store.unnamed.pairIds(fromId) : []
    } catch (error) {
      console.error('names:', error)
      return []
    }
  }
}
