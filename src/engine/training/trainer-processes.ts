import { createClient } from '../../contract/client'
import type { Client } from '../../contract/client'
import { toFailure } from '../../contract/errors'
import type { ProviderName } from '../../contract/proposal'
import type { TrainingLine } from '../../contract/training'
import { PROVIDER_TITLES } from '../../inference/providers'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { deviceOfRun } from '../../training/fine-tuning/fine-tune-setup'
import { trainerContract } from '../../training/fine-tuning/trainer-contract'
import type { Trial } from '../../training/fine-tuning/trainer-contract'
import { readJob } from '../../training/run-folder'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** A driver that takes longer for its first steps is none to train on. */
export const TRIAL_MILLISECONDS = 120_000
/** Relative difference of the first loss from the processor's above which an answer is wrong. */
const TOLERANCE = 1e-3

type TrainerClient = Client<typeof trainerContract.commands, typeof trainerContract.events>

/**
 * The processes of one attempt, one at a time. Where a provider must be chosen, each is tried in a throw-away process.
 * A process that ends while it trains on a device is followed by one that trains on the processor.
 */
export class TrainerProcesses {
  private client: TrainerClient
  private isPausing = false
  private isKilled = false
  /** Providers are being tried: nothing of that is kept. */
  private isTrying = false

  /** @param hosted the first one, which is at work already */
  constructor(
    private readonly host: ProcessHost,
    private hosted: HostedProcess,
    private readonly onLine: (line: TrainingLine) => void,
  ) {
    this.client = this.connect(hosted)
  }

  /** Trains the run in this folder. @throws ContractError; `disconnected` where a process has ended */
  async toEnd(run: string): Promise<'done' | 'paused'> {
    const outcome = await this.train(run, null)
    if (outcome !== 'undecided') {
      return outcome
    }
    const provider = await this.chooseProvider(run)
    if (provider === null) {
      return 'paused'
    }
    await this.next()
    return (await this.train(run, provider)) === 'done' ? 'done' : 'paused'
  }

  /** After the step that it is at. */
  pause(): void {
    this.isPausing = true
    if (this.isTrying) {
      this.hosted.kill()
    } else {
      void this.client.call('pause', {}).catch(() => undefined)
    }
  }

  /** For good. */
  kill(): void {
    this.isKilled = true
    this.hosted.kill()
  }

  private async train(run: string, provider: ProviderName | null): Promise<'done' | 'paused' | 'undecided'> {
    try {
      return (await this.client.call('start', { run, provider })).outcome
    } catch (error) {
      const device = deviceOfRun(run)
      if (toFailure(error).code !== 'disconnected' || device === null || this.isKilled || this.isPausing) {
        throw error
      }
      const text = message('training.processEnded', { provider: PROVIDER_TITLES[device] })
      this.onLine({ type: 'notice', message: text })
      await this.next()
      return (await this.client.call('start', { run, provider: 'cpu' })).outcome
    }
  }

  /** Null where it was paused meanwhile. @throws ContractError where the processor cannot train either */
  private async chooseProvider(run: string): Promise<ProviderName | null> {
    const { device } = readJob(run)
    if (device === null) {
      return 'cpu'
    }
    this.isTrying = true
    try {
      const cpu = await this.try(run, 'cpu')
      const tried = await this.try(run, device).catch((error: unknown) => ({
        reason: messageTextOf(error),
      }))
      const chosen = chooseByTrials(device, cpu, tried)
      if (this.isPausing) {
        return null
      }
      this.onLine({ type: 'notice', message: chosen.message })
      return chosen.provider
    } catch (error) {
      if (this.isPausing) {
        return null
      }
      throw error
    } finally {
      this.isTrying = false
    }
  }

  private async try(run: string, provider: ProviderName): Promise<Trial> {
    const text = message('training.trying', { provider: PROVIDER_TITLES[provider] })
    this.onLine({ type: 'phase', phase: 'measuring', message: text })
    const { hosted, client } = await this.next()
    const timer = setTimeout(() => hosted.kill(), TRIAL_MILLISECONDS)
    try {
      return await client.call('try', { run, provider })
    } finally {
      clearTimeout(timer)
    }
  }

  /** In the place of the one before. */
  private async next(): Promise<{ hosted: HostedProcess; client: TrainerClient }> {
    this.hosted.kill()
    const hosted = await this.host.start('training')
    this.hosted = hosted
    this.client = this.connect(hosted)
    if (this.isKilled || (this.isTrying && this.isPausing)) {
      hosted.kill()
    }
    return { hosted, client: this.client }
  }

  private connect(hosted: HostedProcess): TrainerClient {
    const client = createClient(trainerContract)
    client.on('line', this.onLine)
    client.connect(hosted.port)
    return client
  }
}

/**
 * The provider of a run after a few steps on both: the device where its answer is right and it is faster.
 * @param tried of the device; the reason where it failed
 */
export function chooseByTrials(
  device: ProviderName,
  cpu: Trial,
  tried: Trial | { reason: MessageText },
): { provider: ProviderName; message: MessageText } {
  const onCpu = { provider: PROVIDER_TITLES[device], rate: rounded(cpu.pairsPerSecond) }
  if ('reason' in tried) {
    return { provider: 'cpu', message: message('training.cpuAlone', { ...onCpu, reason: tried.reason }) }
  }
  const difference = Math.abs(tried.loss - cpu.loss) / Math.max(Math.abs(cpu.loss), Number.EPSILON)
  // a loss that is not a number compares with nothing
  if (!(difference <= TOLERANCE)) {
    return { provider: 'cpu', message: message('training.otherLoss', onCpu) }
  }
  const factor = tried.pairsPerSecond / cpu.pairsPerSecond
  return factor > 1
    ? {
        provider: device,
        message: message('training.byDevice', {
          ...onCpu,
          rate: rounded(tried.pairsPerSecond),
          factor: rounded(factor),
        }),
      }
    : { provider: 'cpu', message: message('training.byCpu', { ...onCpu, factor: rounded(1 / factor) }) }
}

function rounded(value: number): string {
  return value.toFixed(value < 9.95 ? 1 : 0)
}
