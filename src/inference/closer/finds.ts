import type { Sees } from './look'
import type { Found } from './placed'

/** What a network has seen, with the chance that anything changed in it. */
export interface WithChance {
  readonly chance: number
}

/** A network that can be asked what changed in a part of a pair. */
export interface Finds<Seen extends WithChance, Own extends Found> extends Sees<Seen> {
  /** Whatever the chance. */
  find(seen: Seen): Promise<readonly Own[]>
}
