import { setTimeout } from 'node:timers/promises'
import { trustCache } from '../../buckets/ticket'
import { createClient } from '../../contract/client'
import type { Client } from '../../contract/client'
import { toFailure } from '../../contract/errors'
import type { PictureAddress } from '../../contract/picture'
import { loggedHost } from '../../process/process-host'
import { multiplex } from '../../process/multiplex'
import type { Multiplexer } from '../../process/multiplex'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { EngineBeat } from './engine-beat'
import { hostContract } from './host-contract'
import type { Question } from './host-contract'
import { bucketCacheFolder } from '../user-folder'
import type { LocatedPicture } from '../pictures/picture-files'
import type { SupervisorOptions } from './supervisor-options'
import { message, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** Failing this often in a row, with no longer life between, is not mended by another start. */
const MAX_QUICK_FAILURES = 5
const QUICK_MILLISECONDS = 5000

/** The same of one that is ended as it answers nothing, which is noticed late. */
const QUICK_SILENCE_MILLISECONDS = 150_000

/** For an engine that is busy when the program ends. */
const FINISH_MILLISECONDS = 10_000

/** Keeps one engine process alive: it is started again when it ends, with the same folder open. */
export class Supervisor {
  private readonly options: SupervisorOptions
  private readonly host: ProcessHost
  private readonly control: Client<typeof hostContract.commands, typeof hostContract.events>
  private folder: string | null = null
  /** Stays where an engine is started again. */
  private readonly chosen: Set<string>
  private isAsking = false
  private hosted: HostedProcess | null = null
  private isDisposed = false
  private quickFailures = 0
  private restartNotice: MessageText | null = null
  private beat: EngineBeat | null = null

  constructor(options: SupervisorOptions) {
    this.options = options
    // processes that are started before a bucket is opened read its copies too
    trustCache(bucketCacheFolder())
    this.chosen = new Set(options.chosenFolders)
    this.host = loggedHost(options.host, options.log, options.userFolder)
    this.control = createClient(hostContract)
    this.control.on('folder.changed', ({ folder }) => {
      this.folder = folder
    })
    this.control.on('language.changed', ({ language }) => options.onLanguage?.(language))
    this.control.on('asked', ({ id, question }) => void this.answer(id, question))
  }

  /** `folder` is opened at once; null opens none. @throws ContractError where the engine refuses to start */
  async start(folder: string | null): Promise<void> {
    this.folder = folder
    await this.startProcess()
  }

  /** @throws ContractError */
  locatePicture(address: PictureAddress): Promise<LocatedPicture> {
    return this.control.call('picture.locate', address)
  }

  /** The user chose it: the page may ask for what is in it. @throws ContractError */
  async allowFolder(folder: string): Promise<void> {
    this.chosen.add(folder)
    await this.control.call('folder.allow', { folder })
  }

  /** Whether a folder may be shown in the file manager. @throws ContractError */
  isShowable(folder: string): Promise<boolean> {
    return this.control.call('folder.isShowable', { folder })
  }

  private async answer(id: string, question: Question): Promise<void> {
    const isAllowed = !this.isAsking && (await this.ask(question))
    // an engine that has ended meanwhile waits for no answer
    await this.control.call('answered', { id, isAllowed }).catch(() => null)
  }

  /** One question at a time: a page that goes wrong covers the screen with none. */
  private async ask(question: Question): Promise<boolean> {
    this.isAsking = true
    try {
      const isAllowed = (await this.options.askPerson?.(question)) ?? false
      if (isAllowed && question.kind === 'folder') {
        this.chosen.add(question.path)
      }
      return isAllowed
    } finally {
      this.isAsking = false
    }
  }

  /** A folder that was given to the program while it runs. @throws ContractError */
  async openFolder(folder: string): Promise<void> {
    await this.control.call('folder.open', { folder })
  }

  enginePid(): number | undefined {
    return this.hosted?.pid
  }

  /** Ends the engine once it has stored what it was sent, or after this time. */
  async finish(milliseconds = FINISH_MILLISECONDS): Promise<void> {
    this.isDisposed = true
    this.beat?.end()
    if (this.hosted !== null) {
      const stored = this.control.call('finish', {}).catch(() => null)
      await Promise.race([stored, setTimeout(milliseconds, null, { ref: false })])
    }
    this.dispose()
  }

  dispose(): void {
    this.isDisposed = true
    this.beat?.end()
    this.hosted?.kill()
    this.options.log.write('info', 'program.ended')
    this.options.log.close()
  }

  private async startProcess(): Promise<void> {
    const { options } = this
    const hosted = await this.host.start('engine')
    if (this.isDisposed) {
      return hosted.kill()
    }
    const startedAt = Date.now()
    let isServing = false
    let quickMilliseconds = QUICK_MILLISECONDS
    this.hosted = hosted
    const carrier: Multiplexer = multiplex(hosted.port)
    hosted.onExit(() => this.ended(!isServing || Date.now() - startedAt < quickMilliseconds))
    this.control.connect(carrier.control)
    const beat = this.watch(hosted, () => (quickMilliseconds = QUICK_SILENCE_MILLISECONDS))
    options.onStarted({ hosted, openPort: (caller = null) => carrier.open(caller) })
    try {
      await this.control.call('start', {
        userFolder: options.userFolder,
        sampleFolder: options.sampleFolder,
        modelsFolder: options.modelsFolder,
        detectorFolder: options.detectorFolder,
        version: options.version,
        program: options.program,
        folder: this.folder,
        canAsk: options.askPerson !== undefined,
        otherFolders: options.otherFolders ?? 'use',
        chosenFolders: [...this.chosen],
        database: options.database ?? null,
        bucket: options.bucket ?? null,
        isTeam: options.isTeam ?? false,
        allowedOrigins: [...(options.allowedOrigins ?? [])],
        restartNotice: this.restartNotice,
      })
      isServing = true
      beat.serves()
    } catch (error) {
      // an engine that ended meanwhile is started again, as at any other time
      if (toFailure(error).code !== 'disconnected') {
        throw error
      }
    }
  }

  /** Ends an engine that answers nothing: it is started again then, as after any other end. */
  private watch(hosted: HostedProcess, onSilent: () => void): EngineBeat {
    this.beat = new EngineBeat(
      () => this.control.call('beat', {}),
      (seconds) => {
        onSilent()
        const notice = message('engine.silent', { seconds })
        this.restartNotice = notice
        this.options.log.write('error', 'engine.silent', { pid: hosted.pid, seconds })
        this.options.onSilent?.(notice)
        hosted.kill()
      },
      this.options.beatMilliseconds,
    )
    return this.beat
  }

  private ended(wasQuick: boolean): void {
    this.hosted = null
    this.beat?.end()
    if (this.isDisposed) {
      return
    }
    this.quickFailures = wasQuick ? this.quickFailures + 1 : 0
    if (this.quickFailures >= MAX_QUICK_FAILURES) {
      this.giveUp(message('engine.stoppedAtStart'))
      return
    }
    const { quickFailures } = this
    this.options.log.write('warning', 'engine.restarting', { quickFailures })
    this.startProcess().catch((error: unknown) => this.giveUp(messageTextOf(error)))
  }

  private giveUp(reason: MessageText): void {
    this.options.log.write('error', 'engine.given-up')
    this.dispose()
    const { folder } = this
    this.options.onGivenUp(
      folder === null
        ? message('engine.notKept', { reason })
        : message('engine.notKeptIn', { reason, folder }),
    )
  }
}
