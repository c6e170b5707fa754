import { MessageChannel } from 'node:worker_threads'
import type { Port } from '../contract/port'
import { multiplex } from '../process/multiplex'
import { startThread } from '../process/own-programs'
import type { DeviceThreadData } from './device-thread'
import type { ProposingThreadData } from './proposing-thread'

/**
 * A process with one device and several threads that propose: these decode, register and describe pairs, each for one
 * channel of `carrier`, while the device runs the networks of all of them. A channel that is closed ends its thread.
 */
export function shareDevice(carrier: Port, threads: number): void {
  const device = startThread('device-thread', { threads } satisfies DeviceThreadData)
  // without the device nothing here is of use
  device.once('exit', () => process.exit(1))
  multiplex(carrier).onOpen((port) => {
    const { port1, port2 } = new MessageChannel()
    device.postMessage(port1, [port1])
    const data: ProposingThreadData = { threads, device: port2 }
    const thread = startThread('proposing-thread', data, [port2])
    thread.on('error', (error) => console.error('inference: a thread ended:', error))
    thread.on('message', (message) => port.post(message))
    thread.once('exit', () => port.close())
    port.onMessage((message) => thread.postMessage(message))
    port.onClose(() => void thread.terminate())
  })
}
