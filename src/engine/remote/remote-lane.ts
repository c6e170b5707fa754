import type { Input, Output } from '../../contract/define'
import { failWith } from '../../contract/errors'
import type { InferenceCommands } from '../../inference/inference-contract'
import type { ProcessHost } from '../../process/process-host'
import { InferenceLane } from '../lanes/inference-lane'
import { message } from '../../messages/message'

/** An inference process on another machine. A request during which the connection ends is made once more. */
export class RemoteLane extends InferenceLane {
  constructor(
    host: ProcessHost,
    private readonly machine: string,
  ) {
    super(host)
  }

  /** @throws ContractError `disconnected` where the connection ended twice; `unreachable` */
  override async call<N extends keyof InferenceCommands & string>(
    command: N,
    input: Input<InferenceCommands, N>,
    limits: { milliseconds: number; signal?: AbortSignal | undefined },
  ): Promise<Output<InferenceCommands, N>> {
    const { crashes } = this
    try {
      return await super.call(command, input, limits)
    } catch (error) {
      if (this.crashes === crashes) {
        throw error
      }
    }
    try {
      return await super.call(command, input, limits)
    } catch (error) {
      if (this.crashes === crashes + 1) {
        throw error
      }
      throw failWith('disconnected', message('remote.endedTwice', { host: this.machine }))
    }
  }
}
