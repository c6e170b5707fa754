import { framesOf, type FamilyNetwork } from '../../inference/family/network'
import { writeEntities } from '../../systems/blocks/entity-ids'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import type { EntityBank, EntitySearch, StageData } from '../../systems/sample'
import type { TrainingPixels } from '../../dataset/made/training-record'
import { addMasks } from './pair-inputs'
import type { TrainingPair } from './training-set'

/** The entities of training pairs, by what a network has learned so far; each pair is looked at once. */
export class EntityFinder {
  private readonly found = new Map<TrainingPair, readonly number[]>()

  constructor(
    private readonly network: FamilyNetwork,
    private readonly search: EntitySearch,
  ) {}

  /** Writes the input `entities` of a pair; its frames as they are, and the true masks where the search reads masks. */
  async write(out: BigInt64Array, pair: TrainingPair, pixels: TrainingPixels): Promise<void> {
    const bank = await this.network.bank()
    if (bank === null) return
    const known = this.found.get(pair) ?? (await this.look(pixels, bank))
    this.found.set(pair, known)
    writeEntities(out, known, bank.ids, this.search.count)
  }

  release(): Promise<void> {
    return this.network.release()
  }

  // one pair at a time: what is found does not depend on the pairs beside it
  private async look(pixels: TrainingPixels, { vectors }: EntityBank): Promise<readonly number[]> {
    const frames = { before: framesOf([pixels], 'before'), after: framesOf([pixels], 'after') }
    const masks = this.search.masked ? { masks: trueMasks(pixels) } : {}
    const { likeBefore, likeAfter } = await this.network.run('compare', { ...frames, ...masks, vectors })
    const [before, after] = [likeBefore, likeAfter].map(({ data }) => Array.from(data, Number))
    return this.search.choose(before, after)
  }
}

function trueMasks(pixels: TrainingPixels): StageData {
  const data = new Float32Array(2 * MASK_SIDE * MASK_SIDE)
  addMasks(data, pixels)
  return { data, shape: [1, 2, MASK_SIDE, MASK_SIDE] }
}
