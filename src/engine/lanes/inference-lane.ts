import { inferenceContract } from '../../inference/inference-contract'
import type { InferenceCommands } from '../../inference/inference-contract'
import type { ProcessHost, StartOptions } from '../../process/process-host'
import { ProcessLane } from './process-lane'

/** One inference process. */
export class InferenceLane extends ProcessLane<InferenceCommands, Record<never, never>> {
  constructor(host: ProcessHost, start: StartOptions = {}) {
    super({ host, program: 'inference', contract: inferenceContract, start })
  }
}
