import { createClient } from '../../contract/client'
import { failWith, toFailure } from '../../contract/errors'
import type { ProviderName } from '../../contract/proposal'
import { candidateProviders } from '../../inference/providers'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import type { ProcessHost } from '../../process/process-host'
import { trainerContract } from '../../training/fine-tuning/trainer-contract'
import type { Trial } from '../../training/fine-tuning/trainer-contract'
import type { SyntheticRunOptions } from '../../training/synthetic/run-setup'
import { chooseByTrials, TRIAL_MILLISECONDS } from './trainer-processes'

interface Chosen {
  readonly provider: ProviderName
  /** What was found; null where there is nothing but the processor. */
  readonly message: MessageText | null
}

export interface ProviderQuestion {
  readonly host: ProcessHost
  /** The run as it would be on a provider. */
  optionsOn(provider: ProviderName): SyntheticRunOptions
  readonly signal: AbortSignal
  readonly candidates?: readonly ProviderName[]
}

/**
 * A few steps of a run on synthetic pairs on each provider, each in a throw-away process: the fastest is taken of those
 * that give the processor's loss. @throws ContractError where the processor cannot train, or `cancelled`
 */
export async function chooseSyntheticProvider(question: ProviderQuestion): Promise<Chosen> {
  const { candidates = candidateProviders() } = question
  const devices = candidates.filter((name) => name !== 'cpu')
  if (devices.length === 0) {
    return { provider: 'cpu', message: null }
  }
  const cpu = await tryOn('cpu', question)
  let best: Chosen & { pairsPerSecond: number } = { provider: 'cpu', message: null, pairsPerSecond: 0 }
  for (const device of devices) {
    const tried = await tryOn(device, question).catch((error: unknown) => ({ reason: messageTextOf(error) }))
    const chosen = chooseByTrials(device, cpu, tried)
    const pairsPerSecond = 'reason' in tried || chosen.provider === 'cpu' ? 0 : tried.pairsPerSecond
    if (best.message === null || pairsPerSecond > best.pairsPerSecond) {
      best = { ...chosen, pairsPerSecond }
    }
  }
  return { provider: best.provider, message: best.message }
}

async function tryOn(provider: ProviderName, question: ProviderQuestion): Promise<Trial> {
  const { host, optionsOn, signal } = question
  signal.throwIfAborted()
  const hosted = await host.start('training', { isQuiet: provider !== 'cpu' })
  const client = createClient(trainerContract)
  client.connect(hosted.port)
  const kill = (): void => hosted.kill()
  const timer = setTimeout(kill, TRIAL_MILLISECONDS)
  signal.addEventListener('abort', kill)
  try {
    return await client.call('trySynthetic', { options: optionsOn(provider) })
  } catch (error) {
    throw toFailure(error).code === 'disconnected' && !signal.aborted
      ? failWith('unavailable', message('training.trialEnded'))
      : error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
    kill()
  }
}
