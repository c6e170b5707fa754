import { z } from 'zod'
import { Inbox } from '../contract/port'
import type { Port } from '../contract/port'
import type { HostedProcess, ProcessHost } from './process-host'

/**
 * Messages of Electron's utility processes. Only the main process can start one, so a process that needs another
 * requests it here. All other traffic goes over transferred ports.
 */
export const utilityMessageSchema = z.discriminatedUnion('electron', [
  /** From main, with a port: the port to the process that requested this one. Always first. */
  z.object({ electron: z.literal('parent') }),
  /** From main, with a port: a page that connects to the engine. */
  z.object({ electron: z.literal('client') }),
  /** From main, with a port, in answer to `start`. */
  z.object({ electron: z.literal('started'), id: z.int(), pid: z.int().optional() }),
  z.object({ electron: z.literal('exited'), id: z.int(), code: z.number().nullable() }),
  /** To main. */
  z.object({
    electron: z.literal('start'),
    id: z.int(),
    program: z.enum(['inference', 'training', 'dataset', 'caption']),
    isQuiet: z.boolean(),
    logHome: z.string(),
    heapMegabytes: z.int(),
    threads: z.int().nonnegative(),
    sharesDevice: z.boolean(),
  }),
  z.object({ electron: z.literal('kill'), id: z.int() }),
  /** To main, from the engine: `text` to be encrypted for this user by the system, or decrypted. */
  z.object({ electron: z.literal('seal'), id: z.int(), text: z.string() }),
  z.object({ electron: z.literal('unseal'), id: z.int(), text: z.string() }),
  /** From main, in answer; null if the system has no key store, or cannot decrypt the text. */
  z.object({ electron: z.literal('sealed'), id: z.int(), text: z.string().nullable() }),
])
export type UtilityMessage = z.infer<typeof utilityMessageSchema>

/** Electron's MessagePortMain, as far as it is used here. */
export interface TransferredPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
  start(): void
  close(): void
}

/** Electron's addition to `process` in a utility process. */
export interface UtilityParent {
  postMessage(message: UtilityMessage): void
  on(event: 'message', listener: (event: { data: unknown; ports: TransferredPort[] }) => void): void
}

/** Null outside Electron. */
export function utilityParent(): UtilityParent | null {
  return (process as { parentPort?: UtilityParent }).parentPort ?? null
}

export function transferredPort(port: TransferredPort): Port {
  const inbox = new Inbox()
  port.on('close', () => inbox.close())
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data))
      port.start()
    },
    onClose: (listener) => inbox.onClose(listener),
    close: () => port.close(),
  }
}

/** Calls `listener` for each message of one kind that comes with a port. */
export function onUtilityPort(
  parent: UtilityParent,
  kind: 'parent' | 'client',
  listener: (port: Port) => void,
): void {
  parent.on('message', ({ data, ports }) => {
    const message = utilityMessageSchema.parse(data)
    if (message.electron === kind && ports.length === 1) {
      listener(transferredPort(ports[0]))
    }
  })
}

/** Starts programs through Electron's main process, for a utility process that cannot do it itself. */
export function utilityProcessHost(parent: UtilityParent): ProcessHost {
  const starting = new Map<number, { started(hosted: HostedProcess): void; failed(error: Error): void }>()
  const exits = new Map<number, ((code: number | null, signal: string | null) => void)[]>()
  let nextId = 1

  parent.on('message', ({ data, ports }) => {
    const message = utilityMessageSchema.parse(data)
    if (message.electron === 'started' && ports.length === 1) {
      const { id, pid } = message
      starting.get(id)?.started({
        port: transferredPort(ports[0]),
        pid,
        kill: () => parent.postMessage({ electron: 'kill', id }),
        onExit: (listener) => exits.get(id)?.push(listener),
      })
      starting.delete(id)
    } else if (message.electron === 'exited') {
      starting.get(message.id)?.failed(new Error(`the process ended at its start, with ${message.code}`))
      starting.delete(message.id)
      exits.get(message.id)?.forEach((listener) => listener(message.code, null))
      exits.delete(message.id)
    }
  })

  return {
    start: (program, options = {}) =>
      new Promise((resolve, reject) => {
        if (program === 'engine' || program === 'synth-worker') {
          reject(new Error(`${program} is started by the main process alone`))
          return
        }
        const id = nextId
        nextId += 1
        starting.set(id, { started: resolve, failed: reject })
        exits.set(id, [])
        const {
          isQuiet = false,
          logHome = '',
          heapMegabytes = 0,
          threads = 0,
          sharesDevice = false,
        } = options
        const how = { isQuiet, logHome, heapMegabytes, threads, sharesDevice }
        parent.postMessage({ electron: 'start', id, program, ...how })
      }),
  }
}
