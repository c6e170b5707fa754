import { Parameters } from '../../graph'
import type { Parameter, TrainingGraph } from '../../graph'
import { ccrc, type Ccrc, type CcrcSizes } from '../../systems/ccrc/model'
import { ccrcTraining, type CcrcParts } from '../../systems/ccrc/training'
import { TrainStep, type TrainingState } from '../train-step'

export interface CcrcStage {
  readonly parts: CcrcParts
  readonly graph: TrainingGraph
}

export interface CcrcStagesOptions {
  readonly batch: number
  readonly replicas: number
  readonly threads: number | undefined
  readonly parts: CcrcParts
  readonly captionFrom: number
  readonly refineFrom: number
}

export class CcrcStages {
  readonly chain: Ccrc
  readonly parameters: readonly Parameter[]
  private readonly made = new Map<string, CcrcStage>()

  constructor(
    private readonly options: CcrcStagesOptions,
    sizes: CcrcSizes,
  ) {
    const p = Parameters.create()
    this.chain = ccrc(p, sizes)
    this.parameters = p.list()
  }

  at(share: number): CcrcStage {
    const { parts, refineFrom } = this.options
    return this.make({ ...parts, refined: parts.refined && share >= refineFrom })
  }

  open({ graph }: CcrcStage, from: ReadonlyMap<string, Float32Array> | TrainingState): Promise<TrainStep> {
    const { threads } = this.options
    return TrainStep.create(graph, from, threads === undefined ? {} : { threads })
  }

  private make(parts: CcrcParts): CcrcStage {
    const key = JSON.stringify(parts)
    const known = this.made.get(key)
    if (known !== undefined) return known
    const graph = ccrcTraining(this.chain, this.parameters, this.options.batch, parts)
    const stage = { parts, graph }
    this.made.set(key, stage)
    return stage
  }
}
