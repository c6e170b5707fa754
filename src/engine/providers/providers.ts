import type { ProviderName, ProviderReport, ProviderStatus } from '../../contract/proposal'
import { candidateProviders, chooseProvider } from '../../inference/providers'
import type { ProcessHost } from '../../process/process-host'
import { InferenceLane } from '../lanes/inference-lane'
import { toFailure } from '../../contract/errors'
import type { ProposalPlan } from '../proposals/proposal-plan'

const PROBE_MILLISECONDS = 60_000

/** The CPU where it was chosen by name. It is not tried, as nothing could serve in its place. */
const UNTRIED_CPU: ProviderReport = {
  name: 'cpu',
  isUsable: true,
  reason: null,
  maxError: null,
  milliseconds: null,
  device: null,
}

type Plan = Pick<ProposalPlan, 'provider' | 'precision'>

/** The execution providers that work here, and the one that proposals run on. */
export class Providers {
  private readonly host: ProcessHost
  private readonly onChange: (status: ProviderStatus) => void
  private reports: ProviderReport[] = []
  private wanted: ProviderStatus['wanted']
  private probing: Promise<void> | null = null
  private isProbed = false
  /** A provider that passed its test has failed at its work since. */
  private hasFallenBack = false
  /** Of the proposals that are made now; null before the first. */
  private plan: Plan | null = null

  constructor(
    host: ProcessHost,
    wanted: ProviderStatus['wanted'],
    onChange: (status: ProviderStatus) => void,
    /** Those that the machine may have. */
    private readonly candidates: () => Promise<readonly ProviderName[]> = async () => candidateProviders(),
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
    const { provider = null, precision = 'full' } = this.plan ?? {}
    const isElsewhere = choice.inUse !== 'cpu' && provider !== null && provider !== choice.inUse
    return {
      reports,
      wanted,
      ...choice,
      ...(isElsewhere ? { proposesOn: provider } : {}),
      precision: choice.inUse === 'cpu' ? 'full' : precision,
      isFallback,
    }
  }

  get isAutomatic(): boolean {
    return this.wanted === 'auto'
  }

  /** Of the proposals that are made now. */
  setPlan(plan: Plan): void {
    const { provider, precision } = this.plan ?? {}
    if (plan.provider !== provider || plan.precision !== precision) {
      this.plan = plan
      this.onChange(this.status())
    }
  }

  /** By its driver; null where it gives none, or was not tried. */
  deviceName(provider: ProviderName): string | null {
    return this.reports.find(({ name }) => name === provider)?.device ?? null
  }

  setWanted(wanted: ProviderStatus['wanted']): void {
    if (wanted !== this.wanted) {
      this.wanted = wanted
      this.plan = null
      // a provider that was not tested must be tested now
      this.isProbed &&= wanted !== 'auto' && this.reports.some(({ name }) => name === wanted)
      this.onChange(this.status())
    }
  }

  /** The provider in use. Before the first answer, tests the device chosen by name, or all on `auto`. */
  async inUse(): Promise<ProviderName> {
    while (!this.isProbed) {
      if (this.wanted === 'cpu' && this.probing === null) {
        this.reports = [UNTRIED_CPU]
        this.isProbed = true
        this.onChange(this.status())
        break
      }
      const candidates = await this.candidates()
      await this.once(candidates.filter((name) => [name, 'auto'].includes(this.wanted)))
    }
    return this.status().inUse ?? 'cpu'
  }

  /** The device that proposals run on; null where the processor makes them. */
  async device(): Promise<ProviderName | null> {
    const provider = await this.inUse()
    return provider === 'cpu' ? null : provider
  }

  /**
   * A provider that passed its test and failed at its work is not used before the next test. The CPU cannot be given
   * up. The status names the replacement.
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
    this.plan = null
    this.hasFallenBack ||= provider !== 'cpu'
    this.onChange(this.status())
  }

  /** Tries every provider again. */
  async probe(): Promise<ProviderStatus> {
    await this.probing // it may be at one provider alone
    await this.once(await this.candidates())
    return this.status()
  }

  private async once(names: readonly ProviderName[]): Promise<void> {
    this.probing ??= this.probeAll(names).finally(() => {
      this.probing = null
    })
    await this.probing
  }

  /** The others are tested only if none of these can be used. */
  private async probeAll(names: readonly ProviderName[]): Promise<void> {
    const { wanted } = this
    const reports = await this.probeEach(names)
    if (!reports.some(({ isUsable }) => isUsable)) {
      const others = (await this.candidates()).filter((name) => !names.includes(name))
      reports.push(...(await this.probeEach(others)))
    }
    this.reports = reports
    this.plan = null
    this.hasFallenBack = false
    // a provider chosen meanwhile may not have been tested
    this.isProbed = wanted === this.wanted || reports.some(({ name }) => name === this.wanted)
    this.onChange(this.status())
  }

  /**
   * Tests each alone, in a process that is discarded, as a driver may crash it or hang; one after the other, as their
   * times are compared.
   */
  private async probeEach(names: readonly ProviderName[]): Promise<ProviderReport[]> {
    const reports: ProviderReport[] = []
    for (const name of names) {
      reports.push(await this.probeOne(name))
    }
    return reports
  }

  private async probeOne(provider: ProviderName): Promise<ProviderReport> {
    const lane = new InferenceLane(this.host, { isQuiet: true })
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

/** The part of `Providers` that chooses a provider for a request. */
export interface ProviderChoice {
  inUse(): Promise<ProviderName>
  /** Whether the user left the choice to us. */
  readonly isAutomatic: boolean
  fallBackToCpu(provider: ProviderName, reason: string): void
  /** Of the proposals that are made now. */
  setPlan?(plan: Plan): void
}

/**
 * Repeats a request that fails on the provider in use on the CPU. Only if that succeeds was it the provider's fault,
 * and the provider is given up. @throws the errors of `put`
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
