import { createHash } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import type { Tensor } from 'onnxruntime-node'
import type { ProviderName } from '../../contract/proposal'
import type { GraphSession, GraphSource, Tensors } from './graph-session'
import type { SharedDevice } from './model-session'
import { copiedTensors, receivedTensors } from './device-protocol'
import type { FromDevice, ToDevice } from './device-protocol'

interface Pending {
  done(answer: FromDevice): void
  failed(error: Error): void
}

/** The device that another thread of this process holds. */
export class DeviceClient implements SharedDevice {
  private readonly pending = new Map<number, Pending>()
  private readonly sources = new Map<string, GraphSource>()
  private nextId = 1

  /** @param port to the thread with the device */
  constructor(private readonly port: MessagePort) {
    port.on('message', (message: FromDevice) => this.receive(message))
    port.on('close', () => this.fail(new Error('The thread of the device has ended.')))
  }

  /** @throws Error in ONNX Runtime's words */
  async open(source: GraphSource, provider: ProviderName): Promise<GraphSession> {
    const { batches, mostRows, traits } = source
    const file = await source.file(batches === 'sized' ? 1 : null)
    const how = JSON.stringify([provider, batches, mostRows, traits])
    const key = createHash('sha256').update(file).update(how).digest('hex')
    this.sources.set(key, source)
    const opened = await this.ask((id) => ({ kind: 'open', id, key, provider, batches, mostRows, traits }))
    if (opened.kind !== 'opened') {
      throw new Error('The thread of the device gave another answer.')
    }
    return {
      ...opened.facts,
      run: (feeds, fetches) => this.run(key, feeds, fetches),
      release: async () => {
        await this.ask((id) => ({ kind: 'release', id, key }))
      },
    }
  }

  private async run(
    key: string,
    feeds: Tensors,
    fetches: readonly string[] | undefined,
  ): Promise<Record<string, Tensor>> {
    const { sent, transfer } = copiedTensors(feeds)
    const ran = await this.ask((id) => ({ kind: 'run', id, key, feeds: sent, fetches }), transfer)
    return ran.kind === 'ran' ? receivedTensors(ran.outputs) : {}
  }

  private ask(message: (id: number) => ToDevice, transfer: readonly ArrayBuffer[] = []): Promise<FromDevice> {
    const id = this.nextId
    this.nextId += 1
    return new Promise((done, failed) => {
      this.pending.set(id, { done, failed })
      this.port.postMessage(message(id), [...transfer])
    })
  }

  private receive(message: FromDevice): void {
    if (message.kind === 'need') {
      void this.sendFile(message.id, message.key, message.rows)
      return
    }
    const pending = this.pending.get(message.id)
    this.pending.delete(message.id)
    if (message.kind === 'failed') {
      pending?.failed(new Error(message.message))
    } else {
      pending?.done(message)
    }
  }

  private async sendFile(id: number, key: string, rows: number | null): Promise<void> {
    let file: Uint8Array | null = null
    try {
      file = (await this.sources.get(key)?.file(rows)) ?? null
    } catch (error) {
      console.error('a graph for the device:', error)
    }
    this.port.postMessage({ kind: 'file', id, file } satisfies ToDevice)
  }

  private fail(error: Error): void {
    const all = [...this.pending.values()]
    this.pending.clear()
    all.forEach(({ failed }) => failed(error))
  }
}
