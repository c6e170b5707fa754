import type { Port } from '../contract/port'
import { multiplex } from './multiplex'
import type { Multiplexer } from './multiplex'
import type { HostedProcess, ProcessHost, ProgramName, StartOptions } from './process-host'

interface Shared {
  readonly hosted: HostedProcess
  readonly channels: Multiplexer
  users: number
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
    this.shared ??= this.startShared(program, options)
    const starting = this.shared
    const shared = await starting
    shared.users += 1
    const port = shared.channels.open()
    const leave = once(() => {
      shared.users -= 1
      if (shared.users === 0) {
        this.forget(starting)
        shared.hosted.kill()
      }
    })
    return channelOf(port, shared.hosted, leave)
  }

  private async startShared(program: ProgramName, options: StartOptions): Promise<Shared> {
    try {
      const hosted = await this.host.start(program, { ...options, sharesDevice: true })
      const shared = { hosted, channels: multiplex(hosted.port), users: 0 }
      hosted.onExit(() => {
        this.shared = null
      })
      return shared
    } catch (error) {
      this.shared = null
      throw error
    }
  }

  private forget(shared: Promise<Shared>): void {
    if (this.shared === shared) {
      this.shared = null
    }
  }
}

/** Ends by itself where the thread does, or the whole process. */
function channelOf(port: Port, hosted: HostedProcess, leave: () => void): HostedProcess {
  const listeners: ((code: number | null, signal: string | null) => void)[] = []
  const closed: (() => void)[] = []
  const end = once((code: number | null, signal: string | null) => {
    leave()
    closed.forEach((listener) => listener())
    listeners.forEach((listener) => listener(code, signal))
  })
  port.onClose(() => end(null, null))
  hosted.onExit(end)
  return {
    port: {
      post: (message) => port.post(message),
      onMessage: (listener) => port.onMessage(listener),
      onClose: (listener) => closed.push(listener),
      close: () => port.close(),
    },
    pid: hosted.pid,
    kill: () => port.close(),
    onExit: (listener) => listeners.push(listener),
  }
}

function once<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  let isDone = false
  return (...args) => {
    if (!isDone) {
      isDone = true
      work(...args)
    }
  }
}
