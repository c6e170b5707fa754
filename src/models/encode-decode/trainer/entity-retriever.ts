import { uniformAt } from '../../../graph/random'
import { framesOf } from '../../layers/pixels'
import type { StagedModel } from '../predictor/staged-model'
import { writeEntities } from '../../pair-data'
import { MASK_SIDE } from '../../layers/sizes'
import type {
  EntityBank,
  EntitySearch,
  PairFrames,
  StageData,
  FillContext,
  FillInputs,
  Sample,
} from '../../pair-data'
import { setImmediate } from 'node:timers/promises'
import { PAIR_INPUTS } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'
import { zeroInputs, sliceInputs } from '../../../training/data/batch-inputs'
import type { BatchInputs } from '../../../training/data/batch-inputs'

/** The pair in which entities are retrieved. */
export interface RetrievalInput {
  /** 128 x 128, three bytes a pixel. */
  readonly before: Uint8Array
  readonly after: Uint8Array
  /**
   * The true change masks [2, 128, 128] in 0..1, or null for the network's own masks. Called only where the search reads
   * masks. A model that is trained on true masks alone relies too much on its own masks later.
   */
  readonly masks: () => Float32Array | null
}

/** Share of pairs whose entities are retrieved with the true masks. */
const TRUE_MASK_SHARE = 0.5

/** Whether entities of this pair are retrieved with the true masks. @param seed of the pair */
export function usesTrueMasks(seed: number): boolean {
  return uniformAt(seed, 0) < TRUE_MASK_SHARE
}

/** Retrieves the entities of training pairs with the current network, once for each pair. */
export class EntityRetriever {
  private readonly cache = new Map<unknown, readonly number[]>()

  constructor(
    private readonly network: StagedModel,
    private readonly search: EntitySearch,
  ) {}

  /** Writes the input `entities` of a pair. @param key the same for the same pair, and no other's */
  async write(out: BigInt64Array, key: unknown, input: () => RetrievalInput): Promise<void> {
    const bank = await this.network.bank()
    if (bank === null) {
      return
    }
    const cached = this.cache.get(key) ?? (await this.retrieve(input(), bank))
    this.cache.set(key, cached)
    writeEntities(out, cached, bank.ids, this.search.count)
  }

  release(): Promise<void> {
    return this.network.release()
  }

  // one pair at a time: the result must not depend on the rest of the batch
  private async retrieve(input: RetrievalInput, { vectors }: EntityBank): Promise<readonly number[]> {
    const frames = { before: framesOf([input], 'before'), after: framesOf([input], 'after') }
    const masks = await this.masksOf(input, frames)
    const { likeBefore, likeAfter } = await this.network.run('compare', { ...frames, ...masks, vectors })
    const [before, after] = [likeBefore, likeAfter].map(({ data }) => Array.from(data, Number))
    return this.search.select(before, after)
  }

  private async masksOf(input: RetrievalInput, frames: PairFrames): Promise<Record<string, StageData>> {
    const { predictMasks: ownMasks } = this.search
    if (ownMasks === undefined) {
      return {}
    }
    const cached = input.masks()
    return { masks: cached === null ? await ownMasks(this.network.run, frames) : toStageData(cached) }
  }
}

function toStageData(data: Float32Array): StageData {
  return { data, shape: [1, 2, MASK_SIDE, MASK_SIDE] }
}

/** The inputs of one family, beside those that all families read. */
export class FamilyInputs {
  private readonly specs: InputSpecs

  constructor(
    inputs: InputSpecs,
    private readonly fill: FillInputs,
  ) {
    this.specs = Object.fromEntries(Object.entries(inputs).filter(([name]) => !(name in PAIR_INPUTS)))
  }

  /** Zeros for the inputs that a phase reads. */
  zeros(n: number, inputNames: ReadonlySet<string>): BatchInputs<string> {
    return zeroInputs(
      Object.fromEntries(Object.entries(this.specs).filter(([name]) => inputNames.has(name))),
      n,
    )
  }

  /** Other work of this process continues between the samples. */
  async write(batch: BatchInputs<string>, samples: readonly Sample[], context: FillContext): Promise<void> {
    if (Object.keys(batch).length === 0) {
      return
    }
    const n = samples.length
    for (const [item, sample] of samples.entries()) {
      await setImmediate()
      const other = samples[(item + 1 + Math.floor(context.random() * (n - 1))) % n]
      const parts = Object.entries(sliceInputs(batch, item, n)).map(([name, { data }]) => [name, data])
      this.fill(Object.fromEntries(parts), sample, other, context)
    }
  }
}
