import { uniformAt } from '../../graph/random'
import { framesOf, type FamilyNetwork } from '../../inference/family/network'
import { writeEntities } from '../../systems/blocks/entity-ids'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import type { EntityBank, EntitySearch, LookFrames, StageData } from '../../systems/sample'

/** A pair as entities are looked for in it. */
export interface Searched {
  /** 128 x 128, three bytes a pixel. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  /**
   * What truly changed [2, 128, 128] in 0..1, or null for what the network takes to have changed; asked for where the
   * search reads masks. A model that learns from true masks alone trusts what it will be told of its own too far.
   */
  readonly masks: () => Float32Array | null
}

/** Share of pairs in which entities are looked for under the true masks. */
const TOLD_TRULY = 0.5

/** Whether a pair is one of those. @param seed the pair's own */
export function isToldTruly(seed: number): boolean {
  return uniformAt(seed, 0) < TOLD_TRULY
}

/** The entities of training pairs, by what a network has learned so far; each is looked at once. */
export class EntityFinder {
  private readonly found = new Map<unknown, readonly number[]>()

  constructor(
    private readonly network: FamilyNetwork,
    private readonly search: EntitySearch,
  ) {}

  /** Writes the input `entities` of a pair. @param key the same for the same pair, and no other's */
  async write(out: BigInt64Array, key: unknown, searched: () => Searched): Promise<void> {
    const bank = await this.network.bank()
    if (bank === null) return
    const known = this.found.get(key) ?? (await this.look(searched(), bank))
    this.found.set(key, known)
    writeEntities(out, known, bank.ids, this.search.count)
  }

  release(): Promise<void> {
    return this.network.release()
  }

  // one pair at a time: what is found does not depend on the pairs beside it
  private async look(searched: Searched, { vectors }: EntityBank): Promise<readonly number[]> {
    const frames = { before: framesOf([searched], 'before'), after: framesOf([searched], 'after') }
    const masks = await this.masksOf(searched, frames)
    const { likeBefore, likeAfter } = await this.network.run('compare', { ...frames, ...masks, vectors })
    const [before, after] = [likeBefore, likeAfter].map(({ data }) => Array.from(data, Number))
    return this.search.choose(before, after)
  }

  private async masksOf(searched: Searched, frames: LookFrames): Promise<Record<string, StageData>> {
    const { ownMasks } = this.search
    if (ownMasks === undefined) return {}
    const known = searched.masks()
    return { masks: known === null ? await ownMasks(this.network.run, frames) : asStage(known) }
  }
}

function asStage(data: Float32Array): StageData {
  return { data, shape: [1, 2, MASK_SIDE, MASK_SIDE] }
}
