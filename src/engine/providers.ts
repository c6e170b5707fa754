import type { ProviderName, ProviderReport, ProviderStatus } from '../contract/proposal'
import { candidateProviders, chooseProvider } from '../inference/providers'
import type { ProcessHost } from '../process/process-host'
import { WorkerLane } from './worker-lane'
import { toFailure } from '../contract/errors'

const probeMilliseconds = 60_000

/** Which execution providers work here, and which one proposals run on. */
export class Providers {
  private readonly host: ProcessHost
  private readonly onChange: (status: ProviderStatus) => void
  private reports: ProviderReport[] = []
  private wanted: ProviderStatus['wanted']
  private probing: Promise<void> | null = null
  private isProbed = false

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
    const choice = this.isProbed ? chooseProvider(this.wanted, this.reports) : { inUse: null, notice: null }
    return { reports: this.reports, wanted: this.wanted, ...choice }
  }

  setWanted(wanted: ProviderStatus['wanted']): void {
    if (wanted !== this.wanted) {
      this.wanted = wanted
      // what was not tried before must be now
      this.isProbed &&= wanted !== 'auto' && this.reports.some(({ name }) => name === wanted)
      this.onChange(this.status())
    }
  }

  /** The provider in use; probes on the first call. */
  async inUse(): Promise<ProviderName> {
    if (!this.isProbed) {
      await this.probe()
    }
    return this.status().inUse ?? 'cpu'
  }

  /** Tries each provider alone, in a process that is thrown away: a driver may crash it or hang. */
  async probe(): Promise<ProviderStatus> {
    this.probing ??= this.probeAll().finally(() => {
      this.probing = null
    })
    await this.probing
    return this.status()
  }

  /** A provider that was asked for by name is tried alone; the others only if it fails. */
  private async probeAll(): Promise<void> {
    const candidates = candidateProviders()
    const first = candidates.filter((name) => name === this.wanted)
    const reports = await this.probeEach(first.length > 0 && !this.isProbed ? first : candidates)
    if (!reports.some(({ isUsable }) => isUsable)) {
      const others = candidates.filter((name) => !reports.some((report) => report.name === name))
      reports.push(...(await this.probeEach(others)))
    }
    this.reports = reports
    this.isProbed = true
    this.onChange(this.status())
  }

  /** One after the other: their times are compared. */
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
      return await lane.call('probe', { provider }, { milliseconds: probeMilliseconds })
    } catch (error) {
      const reason = toFailure(error).message
      return { name: provider, isUsable: false, reason, maxError: null, milliseconds: null, device: null }
    } finally {
      lane.dispose()
    }
  }
}
