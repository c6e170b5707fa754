import type { HostedProcess, ProcessHost } from './process-host'
import { transferredPort, utilityMessageSchema } from './utility'
import type { UtilityParent } from './utility'

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
    start: (program, { isQuiet = false, logHome = '', heapMegabytes = 0, threads = 0 } = {}) =>
      new Promise((resolve, reject) => {
        if (program === 'engine') {
          reject(new Error(`${program} is started by the main process alone`))
          return
        }
        const id = nextId
        nextId += 1
        starting.set(id, { started: resolve, failed: reject })
        exits.set(id, [])
        parent.postMessage({ electron: 'start', id, program, isQuiet, logHome, heapMegabytes, threads })
      }),
  }
}
