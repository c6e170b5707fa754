import type { SeenClaim } from '../contract/claims'
import type { Caller } from '../contract/person'
import type { Claim, ClaimTable, Holder } from '../store/claims'
import { isInDatabase } from '../store/store-address'
import type { Emit } from './engine-options'
import { DeferredWork } from './deferred-work'
import type { OpenProject } from './project/open-project'

/** A claim that is not taken again is over after this time. Pages do so three times in it. */
const CLAIM_MILLISECONDS = 180_000

/** The same where the page's connection was lost: one that lives is back within seconds, and takes its pair again. */
const LOST_MILLISECONDS = 15_000

/** From a change of claims to the pages' knowing of it: several pages' changes are told of at once. */
const LOOK_MILLISECONDS = 200

/** Who is at which pair of the open project. Where it is not shared, nobody is, and the store is asked nothing. */
export class Claims {
  private readonly table: ClaimTable | null
  /** Pages of this program that have a claim. */
  private readonly own = new Set<string>()
  /** Where each of them was last heard of: the object is the connection's own. */
  private readonly connections = new Map<string, NonNullable<Caller>>()
  private shown = '[]'
  private readonly looks = new DeferredWork(LOOK_MILLISECONDS, () => this.tryLook())
  /** Milliseconds since 1970 at which the first claim that is known is over, by the clock of this machine. */
  private over = Infinity

  /** @param lasts whether claims outlast this program: pages of a server come back to the next one */
  constructor(
    { store, storeAddress, isEditable }: OpenProject,
    private readonly emit: Emit,
    { closing, lasts }: { closing: AbortSignal; lasts: boolean },
  ) {
    this.table = isEditable && isInDatabase(storeAddress) ? store.claims : null
    closing.addEventListener('abort', () => {
      this.looks.close()
      if (!lasts) {
        this.releaseAll()
      }
    })
  }

  /** The page sends its claims over this connection now; null where the connection is no person's of a team. */
  heard(holder: string, connection: Caller): void {
    if (this.table !== null && connection !== null) {
      this.connections.set(holder, connection)
    }
  }

  /** The connection has ended: claims of pages that come to no other one are over soon. */
  lost(connection: NonNullable<Caller>): void {
    const holders = [...this.connections].filter(([, last]) => last === connection).map(([holder]) => holder)
    try {
      for (const holder of holders) {
        this.connections.delete(holder)
        this.table?.shorten(holder, LOST_MILLISECONDS)
      }
    } catch (error) {
      // a database that is away: they are over by themselves
      console.error('claims:', error)
    }
    if (holders.length > 0) {
      this.looks.soon()
    }
  }

  take(pairId: number, holder: Holder, isForced: boolean): SeenClaim | null {
    if (this.table === null) {
      return null
    }
    this.own.add(holder.holder)
    const claim = this.table.take(pairId, holder, CLAIM_MILLISECONDS, isForced)
    this.looks.soon()
    return claim === null ? null : seen(claim)
  }

  takeFirst(pairIds: readonly number[], holder: Holder): number | null {
    if (this.table === null) {
      return pairIds.at(0) ?? null
    }
    this.own.add(holder.holder)
    const pairId = this.table.takeFirst(pairIds, holder, CLAIM_MILLISECONDS)
    this.looks.soon()
    return pairId
  }

  /** Also what it took from an engine before this one. */
  release(holder: string): void {
    this.own.delete(holder)
    this.connections.delete(holder)
    if (this.table !== null) {
      this.table.release(holder)
      this.looks.soon()
    }
  }

  list(): SeenClaim[] {
    return (this.table?.all() ?? []).map(seen)
  }

  /** Whether a claim that is known may be over: nothing in the store tells of that. */
  isOver(): boolean {
    return Date.now() > this.over
  }

  /** Tells the pages where the claims are others than they know. */
  look(): void {
    if (this.table === null) {
      return
    }
    const all = this.table.all()
    this.over = Date.now() + Math.min(...all.map(({ left }) => left))
    const claims = all.map(seen)
    const shown = JSON.stringify(claims)
    if (shown !== this.shown) {
      this.shown = shown
      this.emit('claims.changed', claims)
    }
  }

  private tryLook(): void {
    try {
      this.look()
    } catch (error) {
      // a database that is away is told of by whatever is asked for next
      console.error('claims:', error)
    }
  }

  private releaseAll(): void {
    try {
      this.own.forEach((holder) => this.table?.release(holder))
    } catch (error) {
      // a database that is away: they are over by themselves
      console.error('claims:', error)
    }
  }
}

/**
 * Claims as a caller may know them. Who knows the id of a page can end its claim, so ids of other people's pages are told
 * to nobody of a team.
 */
export function withoutOthersPages(claims: readonly SeenClaim[], caller: Caller): SeenClaim[] {
  return claims.map((claim) =>
    caller === null || claim.name === caller.name ? claim : { ...claim, holder: `another-${claim.pairId}` },
  )
}

function seen({ pairId, holder, name }: Claim): SeenClaim {
  return { pairId, holder, name }
}
