import type { ProviderName } from '../contract/proposal'
import { PROVIDER_TITLES } from '../inference/providers'
import { message } from '../messages/message'
import type { Message } from '../messages/message'

/** Proposals on each provider before one is chosen. */
const RUNS = 8
/** Of these the slower half is left out: the first ones open a model, and pairs differ. */
const COUNTED = RUNS / 2

/**
 * Whether a device or the processor makes a model's proposals, found from the times of the first ones. A device that
 * multiplies matrices faster may still be slower here: much of a proposal is not the network, and a small network is
 * many short calls.
 */
export class ProposalTimes {
  private readonly times = new Map<string, number[]>()
  private readonly decided = new Map<string, ProviderName>()

  /** @param device that passed its test */
  choose(proposer: string, device: ProviderName): ProviderName {
    const chosen = this.decided.get(keyOf(proposer, device))
    if (chosen !== undefined) {
      return chosen
    }
    return this.of(proposer, device).length < RUNS ? device : 'cpu'
  }

  /**
   * The time of a proposal while the choice is open; returns a sentence when this one has closed it in favour of the
   * processor.
   */
  record(
    proposer: string,
    device: ProviderName,
    provider: ProviderName,
    milliseconds: number,
  ): Message | null {
    const key = keyOf(proposer, device)
    if (this.decided.has(key)) {
      return null
    }
    this.of(proposer, provider).push(milliseconds)
    const [onDevice, onCpu] = [this.of(proposer, device), this.of(proposer, 'cpu')]
    if (onDevice.length < RUNS || onCpu.length < RUNS) {
      return null
    }
    const factor = typicalTime(onDevice) / typicalTime(onCpu)
    this.decided.set(key, factor > 1 ? 'cpu' : device)
    return factor > 1
      ? message('models.fasterOnCpu', {
          name: proposer,
          provider: PROVIDER_TITLES[device],
          factor: factor.toFixed(1),
        })
      : null
  }

  private of(proposer: string, provider: ProviderName): number[] {
    const key = keyOf(proposer, provider)
    const own = this.times.get(key) ?? []
    this.times.set(key, own)
    return own
  }
}

function keyOf(proposer: string, provider: ProviderName): string {
  return `${provider} ${proposer}`
}

/** Mean of the faster half. */
function typicalTime(times: readonly number[]): number {
  const counted = times.toSorted((a, b) => a - b).slice(0, COUNTED)
  return counted.reduce((sum, ms) => sum + ms, 0) / counted.length
}
