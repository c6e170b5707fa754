import type { ProviderName, ProviderReport, ProviderStatus } from '../contract/proposal'
import { candidateProviders, chooseProvider } from '../inference/providers'
import type { ProcessHost } from '../process/process-host'
import { WorkerLane } from './worker-lane'
import { toFailure } from '../contract/errors'

const PROBE_MILLISECONDS = 60_000

/** Which execution providers work here, and which one proposals run on. */
export class Providers {
  private readonly host: ProcessHost
  private readonly onChange: (status: ProviderStatus) => void
  private reports: ProviderReport[] = []
  private wanted: ProviderStatus['wanted']
  private probing: Promise<void> | null = null
  private isProbed = false
  /** One that passed its test broke at its work since. */
  private hasFallenBack = false

  constructor(
    host: ProcessHost,
    wanted: ProviderStatus['wanted'],
    onChange: (status: ProviderStatus) => void,
  ) {
    this.host = host
    this.wanted = wanted
    this.onChange = onChange
  }

  status(): ProviderStatus {
    const { reports, wanted } = this
    if (!this.isProbed) {
      return { reports, wanted, inUse: null, notice: null, isFallback: false }
    }
    const choice = chooseProvider(wanted, reports)
    const isFallback = choice.isFallback || (wanted === 'auto' && this.hasFallenBack)
    return { reports, wanted, ...choice, isFallback }
  }

  setWanted(wanted: ProviderStatus['wanted']): void {
    if (wanted !== this.wanted) {
      this.wanted = wanted
      // what was not tried before must be now
      this.isProbed &&= wanted !== 'auto' && this.reports.some(({ name }) => name === wanted)
      this.onChange(this.status())
    }
  }

  /** The provider in use; tries the one that was asked for by name, all on `auto`, before the first answer. */
  async inUse(): Promise<ProviderName> {
    while (!this.isProbed) {
      await this.once(candidateProviders().filter((name) => [name, 'auto'].includes(this.wanted)))
    }
    return this.status().inUse ?? 'cpu'
  }

  /**
   * A provider that passed its test and broke at its work is not used before the next test. The CPU cannot be
   * given up. What serves instead is told with the status.
   */
  fallBackToCpu(provider: ProviderName, reason: string): void {
    const failed = {
      name: provider,
      isUsable: false,
      reason,
      maxError: null,
      milliseconds: null,
      device: null,
    }
    this.reports = this.reports.map((report) =>
      report.name === provider && provider !== 'cpu' ? failed : report,
    )
    this.hasFallenBack ||= provider !== 'cpu'
    this.onChange(this.status())
  }

  /** Tries every provider again. */
  async probe(): Promise<ProviderStatus> {
    await this.probing // it may be at one provider alone
    await this.once(candidateProviders())
    return this.status()
  }

  private async once(names: readonly ProviderName[]): Promise<void> {
    this.probing ??= this.probeAll(names).finally(() => {
      this.probing = null
    })
    await this.probing
  }

  /** The others are tried only where none of these can be used. */
  private async probeAll(names: readonly ProviderName[]): Promise<void> {
    const { wanted } = this
    const reports = await this.probeEach(names)
    if (!reports.some(({ isUsable }) => isUsable)) {
      const others = candidateProviders().filter((name) => !names.includes(name))
      reports.push(...(await this.probeEach(others)))
    }
    this.reports = reports
    this.hasFallenBack = false
    // what was asked for meanwhile may not have been tried
    this.isProbed = wanted === this.wanted || reports.some(({ name }) => name === this.wanted)
    this.onChange(this.status())
  }

  /**
   * Each alone, in a process that is thrown away, as a driver may crash it or hang; one after the other, as
   * their times are compared.
   */
  private async probeEach(names: readonly ProviderName[]): Promise<ProviderReport[]> {
    const reports: ProviderReport[] = []
    for (const name of names) {
      reports.push(await this.probeOne(name))
    }
    return reports
  }

  private async probeOne(provider: ProviderName): Promise<ProviderReport> {
    const lane = new WorkerLane(this.host, { isQuiet: true })
    try {
      return await lane.call('probe', { provider }, { milliseconds: PROBE_MILLISECONDS })
    } catch (error) {
      const reason = toFailure(error).message
      return { name: provider, isUsable: false, reason, maxError: null, milliseconds: null, device: null }
    } finally {
      lane.dispose()
    }
  }
}

/** As much of `Providers` as is needed to ask on one. */
export interface ProviderChoice {
  inUse(): Promise<ProviderName>
  fallBackToCpu(provider: ProviderName, reason: string): void
}

/**
 * What fails on the provider in use is asked again on the CPU. Only where that answers was it the provider's
 * fault, and it is given up. @throws what `put` throws
 */
export async function onProvider<T>(
  providers: ProviderChoice,
  put: (provider: ProviderName) => Promise<T>,
): Promise<T> {
  const provider = await providers.inUse()
  try {
    return await put(provider)
  } catch (error) {
    const { code, message } = toFailure(error)
    if (code !== 'unavailable' || provider === 'cpu') {
      throw error
    }
    const answer = await put('cpu')
    providers.fallBackToCpu(provider, message)
    return answer
  }
}
