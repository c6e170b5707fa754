import type { Parameter } from '../../../graph'
import { familyParameters } from '../../layers/encoder-parameters'
import { ccrcLayout } from '../network/stages'
import type { CcrcNetwork } from '../network/network'
import { ccrcTraining } from '../network/training'
import type { CcrcParts } from '../network/training'
import type { FamilySizes } from '../../network'
import { replicaBatchSize, trainingStage } from '../../../training/task'
import type { TrainingStage } from '../../../training/task'

export interface CcrcStage extends TrainingStage {
  readonly parts: CcrcParts
}

export interface CcrcStagesOptions {
  readonly batch: number
  readonly replicas: number
  readonly parts: CcrcParts
  readonly captionFrom: number
  readonly refineFrom: number
}

/** The stages of CCRC's training: regions, then captions, then refinement by captions. Each makes a step more expensive. */
export class CcrcStages {
  readonly network: CcrcNetwork
  readonly parameters: readonly Parameter[]
  private readonly stages = new Map<string, CcrcStage>()

  /** @throws RangeError where the batch cannot be shared evenly */
  constructor(
    private readonly options: CcrcStagesOptions,
    sizes: FamilySizes,
  ) {
    replicaBatchSize(options)
    const { network, parameters } = ccrcLayout(sizes, familyParameters(sizes))
    this.network = network
    this.parameters = parameters
  }

  /** The stage at a fraction of the run. */
  stageAt(share: number): CcrcStage {
    const { parts, captionFrom, refineFrom } = this.options
    const captioned = parts.captioned && share >= captionFrom
    return this.stage({ ...parts, captioned, refined: captioned && parts.refined && share >= refineFrom })
  }

  /** The stage of one of its graphs. @throws RangeError for another graph */
  stageOf(graph: CcrcStage['graph']): CcrcStage {
    const own = [...this.stages.values()].find((stage) => stage.graph === graph)
    if (own === undefined) {
      throw new RangeError('this graph is of no stage')
    }
    return own
  }

  private stage(parts: CcrcParts): CcrcStage {
    const key = JSON.stringify(parts)
    const cached = this.stages.get(key)
    if (cached !== undefined) {
      return cached
    }
    const { replicas } = this.options
    const graph = ccrcTraining(this.network, this.parameters, replicaBatchSize(this.options), parts, replicas)
    const stage = { parts, ...trainingStage(graph) }
    this.stages.set(key, stage)
    return stage
  }
}
