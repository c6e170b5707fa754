import { MessageChannelMain, utilityProcess, safeStorage } from 'electron'
import type { MessagePortMain, UtilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import { environmentFor } from '../src/process/process-host'
import type { HostedProcess, ProcessHost, ProgramName, StartOptions } from '../src/process/process-host'
import { transferredPort, utilityMessageSchema } from '../src/process/utility'
import type { UtilityMessage } from '../src/process/utility'

export interface MainProcessHost extends ProcessHost {
  /** Gives the running engine one more client. */
  addClient(port: MessagePortMain): void
}

/**
 * Starts programs as Electron utility processes. Only the main process can, so it also starts those that
 * the engine asks for, and ends them with it. It seals the engine's secrets for the same reason.
 */
export function mainProcessHost(): MainProcessHost {
  let engine: UtilityProcess | null = null

  return {
    async start(program, options = {}) {
      const { child, port } = fork(program, options)
      if (program === 'engine') {
        engine = child
        startOnRequest(child)
      }
      return hosted(child, port)
    },
    addClient(port) {
      engine?.postMessage({ electron: 'client' } satisfies UtilityMessage, [port])
    },
  }
}

/** A process and our end of the port to it. */
function fork(program: ProgramName, options: StartOptions): { child: UtilityProcess; port: MessagePortMain } {
  const { isQuiet = false, heapMegabytes = 0 } = options
  const path = fileURLToPath(new URL(`./${program}.js`, import.meta.url))
  const child = utilityProcess.fork(path, [], {
    serviceName: `deltascribe ${program}`,
    env: environmentFor(options),
    // Chromium hands V8's options on
    execArgv: heapMegabytes === 0 ? [] : [`--js-flags=--max-old-space-size=${heapMegabytes}`],
    // what a library prints on standard output belongs to no output of ours
    stdio: isQuiet ? 'ignore' : ['ignore', 'ignore', 'inherit'],
  })
  const { port1, port2 } = new MessageChannelMain()
  child.postMessage({ electron: 'parent' } satisfies UtilityMessage, [port1])
  return { child, port: port2 }
}

function hosted(child: UtilityProcess, port: MessagePortMain): HostedProcess {
  return {
    port: transferredPort(port),
    get pid() {
      return child.pid
    },
    kill: () => killHard(child),
    onExit: (listener) => child.once('exit', (code) => listener(code, null)),
  }
}

/** SIGKILL, since a process inside native code handles no other signal. */
function killHard(child: UtilityProcess): void {
  if (child.pid === undefined) {
    child.kill()
    return
  }
  try {
    process.kill(child.pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}

function startOnRequest(engine: UtilityProcess): void {
  const children = new Map<number, UtilityProcess>()
  const post = (message: UtilityMessage, ports: MessagePortMain[] = []): void =>
    engine.postMessage(message, ports)

  engine.on('message', (data: unknown) => {
    const message = utilityMessageSchema.parse(data)
    if (message.electron === 'start') {
      const { id, program, ...options } = message
      const { child, port } = fork(program, options)
      children.set(id, child)
      child.once('spawn', () => post({ electron: 'started', id, pid: child.pid }, [port]))
      child.once('exit', (code) => {
        children.delete(id)
        post({ electron: 'exited', id, code })
      })
    } else if (message.electron === 'kill') {
      const child = children.get(message.id)
      if (child !== undefined) {
        killHard(child)
      }
    } else if (message.electron === 'seal' || message.electron === 'unseal') {
      const { id, text } = message
      const answer = message.electron === 'seal' ? seal(text) : unseal(text)
      void answer.then((sealed) => post({ electron: 'sealed', id, text: sealed }))
    }
  })
  engine.once('exit', () => children.forEach(killHard))
}

/**
 * Encrypted for this user by the system, as base64. Null where the system has no key store: on Linux Electron
 * would then encrypt with a password that everybody knows.
 */
async function seal(text: string): Promise<string | null> {
  try {
    return (await hasKeyStore()) ? (await safeStorage.encryptStringAsync(text)).toString('base64') : null
  } catch {
    return null
  }
}

/** Null where it was sealed by another user or system, or the key store is locked. */
async function unseal(sealed: string): Promise<string | null> {
  try {
    const bytes = Buffer.from(sealed, 'base64')
    return (await hasKeyStore()) ? (await safeStorage.decryptStringAsync(bytes)).result : null
  } catch {
    return null
  }
}

async function hasKeyStore(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) {
    return false
  }
  return (
    process.platform !== 'linux' ||
    !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  )
}
