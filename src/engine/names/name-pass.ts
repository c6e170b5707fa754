import type { NamesDone } from '../../contract/proposal'
import type { StoredPair } from '../../store/pair-records'
import type { UnnamedProposals } from '../../store/unnamed-proposals'

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
    private readonly proposals: Pick<UnnamedProposals, 'pairIds'>,
    private readonly namer: Namer,
    private readonly onFailure: (error: unknown, key: string, signal: AbortSignal) => void,
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

  /** Pairs whose names are to come, tried or not. */
  get count(): number {
    return this.unnamed(null).length
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
  async work(pair: StoredPair, signal: AbortSignal): Promise<void> {
    this.tried.add(pair.id)
    this.left = this.left.filter((pairId) => pairId !== pair.id)
    this.current.set(pair.id, pair)
    try {
      await this.namer.name(pair.id, signal)
    } catch (error) {
      this.onFailure(error, pair.key, signal)
    }
    if (this.current.get(pair.id) === pair) {
      this.current.delete(pair.id)
      this.done += 1
    }
  }

  /** Null where nothing was to name. */
  status(): NamesDone | null {
    const total = this.done + this.current.size + this.left.length
    return total === 0 ? null : { done: this.done, total }
  }

  private unnamed(fromId: number | null): number[] {
    return this.namer.isNaming ? this.proposals.pairIds(fromId) : []
  }
}
