import type { Input, Output } from '../../contract/define'
import type { InferenceCommands } from '../../inference/inference-contract'
import type { ProcessHost, StartOptions } from '../../process/process-host'
import { InferenceLane } from '../lanes/inference-lane'

type Limits = Parameters<InferenceLane['call']>[2]

/**
 * A lane for proposals: on a device a thread of the process that holds it, on the processor a process that it may
 * share with other lanes. What is asked about a pair goes where its proposal was made, as its pixels are there.
 */
export class ProposalLane extends InferenceLane {
  /** Null before it has proposed: names may come first. */
  private isOnDevice: boolean | null = null

  /** @param deviceHost gives threads of one process; @param cpu the lane for the processor */
  constructor(
    deviceHost: ProcessHost,
    start: StartOptions,
    private readonly cpu: InferenceLane,
  ) {
    super(deviceHost, start)
  }

  override call<N extends keyof InferenceCommands & string>(
    command: N,
    input: Input<InferenceCommands, N>,
    limits: Limits,
  ): Promise<Output<InferenceCommands, N>> {
    const isProposing = command === 'propose' || command === 'compareProposals'
    if (isProposing || (command === 'name' && this.isOnDevice === null)) {
      const { provider } = input as Input<InferenceCommands, 'propose' | 'name'>
      this.isOnDevice = provider !== 'cpu'
    }
    return this.isOnDevice === true
      ? super.call(command, input, limits)
      : this.cpu.call(command, input, limits)
  }

  override dispose(): void {
    super.dispose()
    this.cpu.dispose()
  }
}
