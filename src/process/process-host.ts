import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Port } from '../contract/port'
import { LOG_HOME_VARIABLE } from './log/log'
import { ownProgram } from './own-programs'

/** The programs that run in processes of their own. Each is an entry of the bundle. */
export type ProgramName = 'engine' | 'inference' | 'training' | 'dataset'

export interface HostedProcess {
  port: Port
  pid: number | undefined
  /** Ends it at once, whatever it does. Harmless where it has ended. */
  kill(): void
  /** `signal` is what ended it, where the system tells. */
  onExit(listener: (code: number | null, signal: string | null) => void): void
}

export interface StartOptions {
  /** What it writes to standard error is dropped: drivers complain there while they are only being tried. */
  isQuiet?: boolean
  /** The user's folder, for its log. */
  logHome?: string
  /** The most memory that its objects may take; it ends where they take more. 0 leaves it to the system. */
  heapMegabytes?: number
}

/** Starts our programs: as child processes of Node, or as utility processes of Electron. */
export interface ProcessHost {
  /** @throws Error where the system starts no process */
  start(program: ProgramName, options?: StartOptions): Promise<HostedProcess>
}

export const nodeProcessHost: ProcessHost = {
  async start(program, { isQuiet = false, logHome = '', heapMegabytes = 0 } = {}) {
    const { path, execArgv } = ownProgram(program)
    const child = fork(path, {
      serialization: 'advanced',
      execArgv: heapMegabytes === 0 ? execArgv : [...execArgv, `--max-old-space-size=${heapMegabytes}`],
      env: { ...process.env, [LOG_HOME_VARIABLE]: logHome },
      stdio: ['ignore', 'inherit', isQuiet ? 'ignore' : 'inherit', 'ipc'],
    })
    await once(child, 'spawn')
    // A message to a process that has just ended is an error event here; its exit tells the same.
    child.on('error', () => {})
    return {
      port: {
        post: (message) => {
          if (child.connected) {
            child.send(message as object)
          }
        },
        onMessage: (listener) => child.on('message', listener),
        onClose: (listener) => child.once('exit', listener),
        close: () => child.disconnect(),
      },
      pid: child.pid,
      kill: () => child.kill('SIGKILL'),
      onExit: (listener) => child.once('exit', listener),
    }
  },
}
