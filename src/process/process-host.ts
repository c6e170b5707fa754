import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Inbox } from '../contract/port'
import type { Port } from '../contract/port'
import { LOG_HOME_VARIABLE, failureFields } from './log/log'
import type { Log } from './log/log'
import { ownProgram } from './own-programs'
import { performance } from 'node:perf_hooks'

/** The programs that run in processes of their own. Each is an entry of the bundle. */
export type ProgramName = 'engine' | 'inference' | 'training' | 'dataset' | 'caption' | 'synth-worker'

export interface HostedProcess {
  port: Port
  pid: number | undefined
  /** Ends it at once, whatever it does. Does nothing if it has ended. */
  kill(): void
  /** `signal` is the signal that ended it, if the system gives one. */
  onExit(listener: (code: number | null, signal: string | null) => void): void
}

export interface StartOptions {
  /** Drops its standard error: drivers write there even while they are only tested. */
  isQuiet?: boolean
  /** The user's folder, for its log. */
  logHome?: string
  /** Limit of its object memory; it ends if it needs more. 0 leaves it to the system. */
  heapMegabytes?: number
  /** Of one operator, in an inference process. 0 takes half of the cores. */
  threads?: number
  /** An inference process with one device, and channels over its port, each of which has a thread. */
  sharesDevice?: boolean
}

/** Names the threads of one operator to an inference process; 0 for half of the cores. */
export const THREADS_VARIABLE = 'DELTASCRIBE_THREADS'

/** `1` for an inference process whose threads share one device. */
export const SHARES_DEVICE_VARIABLE = 'DELTASCRIBE_SHARES_DEVICE'

/** ONNX Runtime sends figures of its use to Microsoft, and leaves logs in the temporary folder, where this is not set. */
export const NO_TELEMETRY = { ORT_DISABLE_TELEMETRY: '1' }

/** What a program is told by its environment. */
export function environmentFor({
  logHome = '',
  threads = 0,
  sharesDevice = false,
}: StartOptions): NodeJS.ProcessEnv {
  const own = {
    [LOG_HOME_VARIABLE]: logHome,
    [THREADS_VARIABLE]: String(threads),
    [SHARES_DEVICE_VARIABLE]: sharesDevice ? '1' : '0',
  }
  return { ...process.env, ...NO_TELEMETRY, ...own }
}

/** Starts our programs: as child processes of Node, or as utility processes of Electron. */
export interface ProcessHost {
  /** @throws Error if the system cannot start a process */
  start(program: ProgramName, options?: StartOptions): Promise<HostedProcess>
}

const STDERR = 2

export const nodeProcessHost: ProcessHost = {
  start: (program, options) => startFile(ownProgram(program), options),
}

/** @throws Error if the system cannot start a process */
export async function startFile(
  { path, execArgv }: ReturnType<typeof ownProgram>,
  options: StartOptions = {},
): Promise<HostedProcess> {
  const { isQuiet = false, heapMegabytes = 0 } = options
  const child = fork(path, {
    serialization: 'advanced',
    execArgv: heapMegabytes === 0 ? execArgv : [...execArgv, `--max-old-space-size=${heapMegabytes}`],
    env: environmentFor(options),
    // what a library prints there belongs to no output of ours: that may be JSON, or messages
    stdio: ['ignore', isQuiet ? 'ignore' : STDERR, isQuiet ? 'ignore' : 'inherit', 'ipc'],
  })
  await once(child, 'spawn')
  // A message to a process that has just ended is an error event here; its exit is reported anyway.
  child.on('error', () => {})
  const inbox = new Inbox()
  child.once('exit', () => inbox.close())
  return {
    port: {
      post: (message) => {
        if (child.connected) {
          child.send(message as object)
        }
      },
      onMessage: (listener) => child.on('message', listener),
      onClose: (listener) => inbox.onClose(listener),
      close: () => child.disconnect(),
    },
    pid: child.pid,
    kill: () => child.kill('SIGKILL'),
    onExit: (listener) => child.once('exit', listener),
  }
}

/** Starts processes through `host`, and logs their starts and ends. They log into the same user's folder. */
export function loggedHost(host: ProcessHost, log: Log, userFolder: string): ProcessHost {
  return {
    async start(program, options) {
      try {
        const hosted = await host.start(program, { ...options, logHome: userFolder })
        return logged(hosted, program, log)
      } catch (error) {
        log.write('error', 'process.not-started', { program, ...failureFields(error) })
        throw error
      }
    },
  }
}

/** An end that nobody asked for is a warning. */
function logged(hosted: HostedProcess, program: ProgramName, log: Log): HostedProcess {
  const startedAt = performance.now()
  const { pid } = hosted
  let isKilled = false
  log.write('info', 'process.started', { program, pid })
  hosted.onExit((code, signal) => {
    const milliseconds = Math.round(performance.now() - startedAt)
    const level = isKilled || code === 0 ? 'info' : 'warning'
    log.write(level, 'process.exited', { program, pid, code, signal, milliseconds, isKilled })
  })
  return {
    port: hosted.port,
    get pid() {
      return hosted.pid
    },
    kill() {
      isKilled = true
      hosted.kill()
    },
    onExit: (listener) => hosted.onExit(listener),
  }
}

let used = nodeProcessHost

/** Starts the processes of the command line: by Node, or by Electron's main process where that runs it. */
export const commandHost: ProcessHost = { start: (program, options) => used.start(program, options) }

/** Before the first command. */
export function setCommandHost(host: ProcessHost): void {
  used = host
}
