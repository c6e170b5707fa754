import type { ProcessHost } from '../process/process-host'
import { WorkerLane } from './worker-lane'

/** A lane for each kind of work on images, so that none waits for another. A process starts with its first call. */
export class Lanes {
  readonly proposals: WorkerLane
  readonly pictures: WorkerLane
  /** About the open pair; a person waits for the answer. */
  readonly questions: WorkerLane
  /** Near-duplicates, looked for before training. */
  readonly training: WorkerLane

  constructor(host: ProcessHost) {
    this.proposals = new WorkerLane(host)
    this.pictures = new WorkerLane(host)
    this.questions = new WorkerLane(host)
    this.training = new WorkerLane(host)
  }

  dispose(): void {
    for (const lane of [this.proposals, this.pictures, this.questions, this.training]) {
      lane.dispose()
    }
  }
}
