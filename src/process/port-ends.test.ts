import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { portPair } from '../contract/port'
import type { Port } from '../contract/port'
import { socketPort } from '../engine/server/socket-port'
import { multiplex } from './multiplex'
import { nodeProcessHost } from './process-host'
import type { HostedProcess } from './process-host'
import { SharedProcessHost } from './shared-process-host'
import { streamPort } from './stream-port'
import { transferredPort } from './utility'
import type { TransferredPort } from './utility'

/** A port, and what ends its other side. */
interface Case {
  port: Port
  end(): unknown
}

function channel(): Case {
  const [carrier, other] = portPair(structuredClone)
  const far = multiplex(other)
  let opened: Port | null = null
  far.onOpen((port) => (opened = port))
  const port = multiplex(carrier).open()
  return { port, end: () => opened?.close() }
}

async function sharedProcess(): Promise<Case> {
  const exits: Parameters<HostedProcess['onExit']>[0][] = []
  const [port] = portPair(structuredClone)
  const hosted = {
    port,
    pid: 1,
    kill: () => undefined,
    onExit: (listener: (typeof exits)[0]) => exits.push(listener),
  }
  const shared = await new SharedProcessHost({ start: () => Promise.resolve(hosted) }).start('inference')
  return { port: shared.port, end: () => exits.forEach((listener) => listener(0, null)) }
}

const cases: Record<string, () => Case | Promise<Case>> = {
  'in memory': () => {
    const [port, other] = portPair(structuredClone)
    return { port, end: () => other.close() }
  },
  'over another port': channel,
  'over streams': () => {
    const input = new PassThrough()
    return { port: streamPort(input, new PassThrough()), end: () => input.destroy() }
  },
  'over a socket': () => {
    const socket = new EventEmitter()
    return { port: socketPort(socket as WebSocket), end: () => socket.emit('close') }
  },
  'of Electron': () => {
    const emitter = new EventEmitter()
    return { port: transferredPort(emitter as unknown as TransferredPort), end: () => emitter.emit('close') }
  },
  'to a process': async () => {
    const { port, kill } = await nodeProcessHost.start('synth-worker', { isQuiet: true })
    return { port, end: kill }
  },
  'to a process that is shared': sharedProcess,
}

test.each(Object.entries(cases))(
  'a port %s tells all who listen of its end once, and at once who listens later',
  async (_, open) => {
    const { port, end } = await open()
    const heard: string[] = []
    port.onClose(() => heard.push('first'))
    const closed = new Promise<void>((resolve) => port.onClose(resolve))
    port.onClose(() => heard.push('second'))
    await new Promise(setImmediate)
    end()
    await closed
    end()
    await new Promise(setImmediate)
    expect(heard).toEqual(['first', 'second'])
    port.onClose(() => heard.push('late'))
    expect(heard).toEqual(['first', 'second', 'late'])
  },
)
