import { createClient } from '../../contract/client'
import type { Client } from '../../contract/client'
import type { ProviderName } from '../../contract/proposal'
import type { TrainingLine } from '../../contract/training'
import type { HostedProcess } from '../../process/process-host'
import { trainerContract } from '../../training/fine-tuning/trainer-contract'
import type { Trial } from '../../training/fine-tuning/trainer-contract'

export type TrainingOutcome = 'done' | 'paused' | 'undecided'

/** One training process. */
export class TrainerProcess {
  private readonly client: Client<typeof trainerContract.commands, typeof trainerContract.events>

  constructor(
    private readonly hosted: HostedProcess,
    onLine: (line: TrainingLine) => void,
  ) {
    this.client = createClient(trainerContract)
    this.client.on('line', onLine)
    this.client.connect(hosted.port)
  }

  /** Resolves when the run in this folder has ended. @throws ContractError; `disconnected` where the process has ended */
  async start(run: string, provider: ProviderName | null): Promise<TrainingOutcome> {
    return (await this.client.call('start', { run, provider })).outcome
  }

  /** Kills the process after so long. @throws ContractError as `start` */
  async try(run: string, provider: ProviderName, milliseconds: number): Promise<Trial> {
    const timer = setTimeout(() => this.hosted.kill(), milliseconds)
    try {
      return await this.client.call('try', { run, provider })
    } finally {
      clearTimeout(timer)
    }
  }

  /** After the step that it is at. */
  pause(): void {
    void this.client.call('pause', {}).catch(() => undefined)
  }

  kill(): void {
    this.hosted.kill()
  }
}
