import type { Parameter, TrainingGraph } from '../../graph'
import { familyParameters } from '../../systems/blocks/sight'
import { ccrcLayout } from '../../systems/ccrc/inference'
import type { Ccrc } from '../../systems/ccrc/model'
import { ccrcTraining, type CcrcParts } from '../../systems/ccrc/training'
import type { FamilySizes } from '../../systems/family'
import { shareOfBatch } from './shared-step'

export interface CcrcStage {
  readonly parts: CcrcParts
  readonly graph: TrainingGraph
}

export interface CcrcStagesOptions {
  readonly batch: number
  readonly replicas: number
  readonly parts: CcrcParts
  readonly captionFrom: number
  readonly refineFrom: number
}

/** First to see, then to speak, then to change what is seen by what is said: each makes a step dearer. */
export class CcrcStages {
  readonly chain: Ccrc
  readonly parameters: readonly Parameter[]
  private readonly made = new Map<string, CcrcStage>()

  /** @throws RangeError where the batch cannot be shared evenly */
  constructor(
    private readonly options: CcrcStagesOptions,
    sizes: FamilySizes,
  ) {
    shareOfBatch(options)
    const { chain, parameters } = ccrcLayout(sizes, familyParameters(sizes))
    this.chain = chain
    this.parameters = parameters
  }

  /** The stage at a share of the run. */
  at(share: number): CcrcStage {
    const { parts, captionFrom, refineFrom } = this.options
    const captioned = parts.captioned && share >= captionFrom
    return this.make({ ...parts, captioned, refined: captioned && parts.refined && share >= refineFrom })
  }

  private make(parts: CcrcParts): CcrcStage {
    const key = JSON.stringify(parts)
    const known = this.made.get(key)
    if (known !== undefined) return known
    const { replicas } = this.options
    const graph = ccrcTraining(this.chain, this.parameters, shareOfBatch(this.options), parts, replicas)
    const stage = { parts, graph }
    this.made.set(key, stage)
    return stage
  }
}
