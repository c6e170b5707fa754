import { Inbox } from '../contract/port'
import { multiplex } from './multiplex'
import type { Multiplexer } from './multiplex'
import type { HostedProcess, ProcessHost, ProgramName, StartOptions } from './process-host'

type ExitListener = (code: number | null, signal: string | null) => void

interface Shared {
  readonly hosted: HostedProcess
  readonly channels: Multiplexer
  /** One of each that uses it. */
  readonly ends: Set<ExitListener>
}

/**
 * Gives each that asks a channel to one process, which has a thread for it (`StartOptions.sharesDevice`). To kill what
 * was given ends the thread; with the last one the process ends, which also frees a device that hangs.
 */
export class SharedProcessHost implements ProcessHost {
  private shared: Promise<Shared> | null = null

  constructor(private readonly host: ProcessHost) {}

  /** @throws Error if the system cannot start a process */
  async start(program: ProgramName, options: StartOptions = {}): Promise<HostedProcess> {
    this.shared ??= this.begin(program, options)
    const starting = this.shared
    const shared = await starting
    return channelOf(shared, () => {
      if (shared.ends.size === 0) {
        this.forget(starting)
        shared.hosted.kill()
      }
    })
  }

  private begin(program: ProgramName, options: StartOptions): Promise<Shared> {
    const starting = this.startShared(program, options)
    const forget = (): void => this.forget(starting)
    void starting.then(({ hosted, ends }) => {
      hosted.onExit((code, signal) => {
        forget()
        ;[...ends].forEach((end) => end(code, signal))
      })
    }, forget)
    return starting
  }

  private async startShared(program: ProgramName, options: StartOptions): Promise<Shared> {
    const hosted = await this.host.start(program, { ...options, sharesDevice: true })
    return { hosted, channels: multiplex(hosted.port), ends: new Set() }
  }

  /** Another one may have begun meanwhile: the end of a process is told late. */
  private forget(shared: Promise<Shared>): void {
    if (this.shared === shared) {
      this.shared = null
    }
  }
}

/** Ends by itself where the thread does, or the whole process. @param onEnd when it does, before it is told */
function channelOf({ hosted, channels, ends }: Shared, onEnd: () => void): HostedProcess {
  const port = channels.open()
  const listeners: ExitListener[] = []
  const inbox = new Inbox()
  const end: ExitListener = (code, signal) => {
    if (ends.delete(end)) {
      onEnd()
      inbox.close()
      listeners.forEach((listener) => listener(code, signal))
    }
  }
  ends.add(end)
  port.onClose(() => end(null, null))
  return {
    port: {
      post: (message) => port.post(message),
      onMessage: (listener) => port.onMessage(listener),
      onClose: (listener) => inbox.onClose(listener),
      close: () => port.close(),
    },
    pid: hosted.pid,
    kill: () => port.close(),
    onExit: (listener) => listeners.push(listener),
  }
}
