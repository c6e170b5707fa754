import { workerContract } from '../../inference/inference-contract'
import type { WorkerCommands } from '../../inference/inference-contract'
import type { ProcessHost, StartOptions } from '../../process/process-host'
import { ProcessLane } from './process-lane'

/** One inference process. */
export class WorkerLane extends ProcessLane<WorkerCommands, Record<never, never>> {
  constructor(host: ProcessHost, start: StartOptions = {}) {
    super({ host, program: 'inference', contract: workerContract, start })
  }
}
