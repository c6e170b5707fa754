import { createClient } from '../contract/client'
import type { Client } from '../contract/client'
import type { PictureAddress } from '../contract/picture'
import type { Port } from '../contract/port'
import { multiplex } from '../process/multiplex'
import type { Multiplexer } from '../process/multiplex'
import type { HostedProcess, ProcessHost } from '../process/process-host'
import { hostContract } from './host-contract'
import type { LocatedPicture } from './picture-cache'

export interface SupervisorOptions {
  host: ProcessHost
  userFolder: string
  sampleFolder: string
  version: string
  /** Called for each engine process once it serves; connect clients anew here. */
  onStarted: (engine: SupervisedEngine) => void
}

export interface SupervisedEngine {
  hosted: HostedProcess
  /** A client's port, where ports cannot be handed over. */
  openPort(): Port
}

/** Failing this often in a row, with no longer life between, is not mended by another start. */
const maxQuickFailures = 5
const quickMilliseconds = 5000

/** Keeps one engine process alive: it is started again when it ends, with the same folder open. */
export class Supervisor {
  private readonly options: SupervisorOptions
  private readonly control: Client<typeof hostContract.commands, typeof hostContract.events>
  private folder: string | null = null
  private hosted: HostedProcess | null = null
  private isDisposed = false
  private quickFailures = 0

  constructor(options: SupervisorOptions) {
    this.options = options
    this.control = createClient(hostContract)
    this.control.on('folder.changed', ({ folder }) => {
      this.folder = folder
    })
  }

  /** `folder` is opened at once; null opens none. */
  async start(folder: string | null): Promise<void> {
    this.folder = folder
    await this.startProcess()
  }

  /** @throws ContractError */
  locatePicture(address: PictureAddress): Promise<LocatedPicture> {
    return this.control.call('picture.locate', address)
  }

  enginePid(): number | undefined {
    return this.hosted?.pid
  }

  dispose(): void {
    this.isDisposed = true
    this.hosted?.kill()
  }

  private async startProcess(): Promise<void> {
    const { host, userFolder, sampleFolder, version, onStarted } = this.options
    const hosted = await host.start('engine')
    const startedAt = Date.now()
    this.hosted = hosted
    const carrier: Multiplexer = multiplex(hosted.port)
    hosted.onExit(() => this.ended(Date.now() - startedAt))
    this.control.connect(carrier.control)
    onStarted({ hosted, openPort: () => carrier.open() })
    await this.control.call('start', { userFolder, sampleFolder, version, folder: this.folder })
  }

  private ended(lifeMilliseconds: number): void {
    if (this.isDisposed) {
      return
    }
    this.quickFailures = lifeMilliseconds < quickMilliseconds ? this.quickFailures + 1 : 0
    if (this.quickFailures >= maxQuickFailures) {
      console.error('The engine stopped several times right after its start and was given up.')
      return
    }
    this.startProcess().catch((error: unknown) => console.error('starting the engine again:', error))
  }
}
