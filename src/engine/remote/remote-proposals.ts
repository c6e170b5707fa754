import { failWith } from '../../contract/errors'
import type { MachineFacts } from '../../contract/remote'
import type { ProviderStatus } from '../../contract/proposal'
import type { ProcessHost } from '../../process/process-host'
import { Digests } from '../../remote/file-sender'
import { inspectMachine, remoteProcessHost } from '../../remote/remote-host'
import type { Machine } from '../../remote/remote-host'
import { DeviceCheck } from '../providers/device-check'
import { LanePool } from '../lanes/lane-pool'
import type { OtherMachine } from '../proposals/proposal-machine'
import { ProviderTrial } from '../providers/provider-trial'
import { Providers } from '../providers/providers'
import { RemoteLane } from './remote-lane'
import { message, englishOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** While one proposes, the other's files are on the way. */
const LANES = 2

/** The files of a model that it lacks are sent with the first proposal. */
const MILLISECONDS = 1_800_000

interface RemoteOptions {
  machine: Machine
  goesOnHere: boolean
  version: string
  /** Whether the person agreed that files go there. Asked before each connection. */
  isAgreed: () => boolean
  onStatus: (status: ProviderStatus) => void
  onProblem: (problem: MessageText | null) => void
  wanted?: ProviderStatus['wanted']
}

/** Proposals that another machine makes. Its processes start with the first one. */
export class RemoteProposals implements OtherMachine {
  readonly lanes: LanePool
  readonly providers: Providers
  readonly milliseconds = MILLISECONDS
  readonly cpuLanes = LANES
  readonly check = new DeviceCheck()
  readonly trial = new ProviderTrial({ cpuLanes: LANES, mostAtOnce: LANES })
  readonly machine: Machine
  readonly goesOnHere: boolean
  private problem: MessageText | null = null

  constructor(private readonly options: RemoteOptions) {
    const { machine, goesOnHere, version, onStatus, wanted = 'auto' } = options
    this.machine = machine
    this.goesOnHere = goesOnHere
    const host = this.asked(remoteProcessHost({ machine, version, digests: new Digests() }))
    this.lanes = new LanePool(Array.from({ length: LANES }, () => new RemoteLane(host, machine.host)))
    this.providers = new Providers(host, wanted, onStatus, async () => (await this.inspect()).providers)
  }

  get host(): string {
    return this.machine.host
  }

  /** What is found there. @throws ContractError `unreachable` */
  inspect(): Promise<MachineFacts> {
    this.requireAgreed()
    return inspectMachine(this.options)
  }

  setProblem(problem: MessageText | null): void {
    if (problem === null || this.problem === null || englishOf(problem) !== englishOf(this.problem)) {
      this.problem = problem
      this.options.onProblem(problem)
    }
  }

  dispose(): void {
    this.lanes.dispose()
  }

  private asked(host: ProcessHost): ProcessHost {
    return {
      start: (program, options) => {
        this.requireAgreed()
        return host.start(program, options)
      },
    }
  }

  /** @throws ContractError `unreachable` */
  private requireAgreed(): void {
    if (!this.options.isAgreed()) {
      throw failWith('unreachable', message('remote.nobodyAgreed', { host: this.host }))
    }
  }
}
