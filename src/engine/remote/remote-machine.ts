import type { RemoteStatus, RemoteTrial } from '../../contract/remote'
import { failWith } from '../../contract/errors'
import type { Emit, EngineOptions } from '../engine-options'
import type { OtherMachine } from '../proposals/proposal-machine'
import type { UserFiles } from '../user-folder'
import { AgreedMachines } from './agreed-machines'
import { RemoteProposals } from './remote-proposals'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'

type Options = Pick<EngineOptions, 'machine' | 'askPerson' | 'version' | 'isHeadless'>

/** The other machine that makes proposals, as the settings or the command line name it. */
export class RemoteMachine {
  private readonly agreed: AgreedMachines
  private proposals: RemoteProposals | null = null
  /** What `proposals` was made of. */
  private identity = 'null'
  private problem: MessageText | null = null

  constructor(
    private readonly options: Options,
    private readonly user: UserFiles,
    private readonly emit: Emit,
  ) {
    this.agreed = new AgreedMachines(user)
    this.take()
  }

  /** Null where this machine makes proposals. */
  current(): OtherMachine | null {
    return this.proposals
  }

  /** Of the machine that the command line names; null where it names none. */
  get namedProviders(): RemoteProposals['providers'] | null {
    return this.options.machine === undefined ? null : (this.proposals?.providers ?? null)
  }

  /** Takes another machine where the settings now name another. Returns whether they do. */
  settingsChanged(): boolean {
    const isOther = this.take()
    if (isOther) {
      this.emit('remote.changed', this.status())
    }
    return isOther
  }

  private take(): boolean {
    const wanted = this.wanted()
    const identity = JSON.stringify(wanted)
    if (identity === this.identity) {
      return false
    }
    this.identity = identity
    this.proposals?.dispose()
    this.problem = null
    this.proposals = wanted === null ? null : this.proposalsOf(wanted)
    return true
  }

  private proposalsOf({
    goesOnHere,
    ...machine
  }: NonNullable<ReturnType<RemoteMachine['wanted']>>): RemoteProposals {
    return new RemoteProposals({
      machine,
      goesOnHere,
      version: this.options.version,
      isAgreed: () => this.agreed.has(machine),
      onStatus: (status) => {
        if (this.options.machine !== undefined) {
          this.emit('provider.changed', status)
        }
      },
      onProblem: (problem) => {
        this.problem = problem
        this.emit('remote.changed', this.status())
      },
    })
  }

  /** The command line names its machine itself: what a page has set counts for pages. */
  private wanted(): { host: string; command: string; goesOnHere: boolean } | null {
    const { machine, isHeadless } = this.options
    if (machine !== undefined) {
      return { ...machine, goesOnHere: false }
    }
    const { isOn, host, command, goesOnHere } = this.user.getSettings().remote
    return isHeadless === true || !isOn || host === '' ? null : { host, command, goesOnHere }
  }

  status(): RemoteStatus {
    const { proposals, problem } = this
    return {
      host: proposals?.host ?? null,
      isAgreed: proposals !== null && this.agreed.has(proposals.machine),
      problem,
    }
  }

  /** @throws ContractError `unreachable`; `unavailable` where none is named, or nobody can be asked */
  async try(): Promise<RemoteTrial> {
    const { proposals } = this
    if (proposals === null) {
      throw failWith('unavailable', message('remote.nameOne'))
    }
    if (!(await this.agree(proposals))) {
      return { found: null, status: this.status() }
    }
    const facts = await proposals.inspect()
    const { reports, inUse } = await proposals.providers.probe()
    proposals.setProblem(null)
    this.emit('remote.changed', this.status())
    return { found: { ...facts, reports, inUse: inUse ?? 'cpu' }, status: this.status() }
  }

  /** Asks the person where they have not agreed yet. @throws ContractError `unavailable` */
  private async agree({ machine }: RemoteProposals): Promise<boolean> {
    if (this.agreed.has(machine)) {
      return true
    }
    const { askPerson = null } = this.options
    if (askPerson === null) {
      throw failWith('unavailable', message('remote.howToAllow', { host: machine.host }))
    }
    if (!(await askPerson({ kind: 'machine', ...machine }))) {
      return false
    }
    await this.agreed.add(machine)
    return true
  }

  dispose(): void {
    this.proposals?.dispose()
  }
}
