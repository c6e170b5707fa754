import type { MessagePort } from 'node:worker_threads'
import { messageOf } from '../../contract/errors'
import { openFile } from './model-session'
import { copiedTensors, receivedTensors } from './device-protocol'
import type { FromDevice, ToDevice } from './device-protocol'
import type { GraphSession } from './graph-session'
import { RowSession, RunQueue } from './row-session'

/** One of the threads that use the device. */
interface User {
  readonly port: MessagePort
  isGone: boolean
  /** Files that were asked of it, by number. */
  readonly files: Map<number, (file: Uint8Array | null) => void>
}

interface Shared {
  readonly session: Promise<RowSession>
  /** How often each has it open. */
  readonly users: Map<User, number>
}

/** Sessions on a device for several threads. Threads that open the same graph share its session, and run it together. */
export class DeviceServer {
  private readonly queue = new RunQueue()
  private readonly shared = new Map<string, Shared>()
  private nextFile = 1

  /** @param onFewerRows a batch failed, for want of memory it may be, and the next ones are smaller */
  constructor(
    private readonly threads: number,
    private readonly onFewerRows: (rows: number, error: unknown) => void = () => {},
  ) {}

  connect(port: MessagePort): void {
    const user: User = { port, isGone: false, files: new Map() }
    port.on('message', (message: ToDevice) => void this.receive(user, message))
    port.on('close', () => void this.leave(user))
  }

  private async receive(user: User, message: ToDevice): Promise<void> {
    if (message.kind === 'file') {
      user.files.get(message.id)?.(message.file)
      user.files.delete(message.id)
      return
    }
    try {
      await this.answer(user, message)
    } catch (error) {
      send(user, { kind: 'failed', id: message.id, message: messageOf(error) })
    }
  }

  private async answer(user: User, message: Exclude<ToDevice, { kind: 'file' }>): Promise<void> {
    const { id, key } = message
    if (message.kind === 'open') {
      const { inputNames, outputNames, inputMetadata } = await this.open(user, message)
      send(user, { kind: 'opened', id, facts: { inputNames, outputNames, inputMetadata } })
    } else if (message.kind === 'release') {
      await this.release(user, key)
      send(user, { kind: 'released', id })
    } else {
      const session = await this.shared.get(key)?.session
      if (session === undefined) {
        throw new Error('The thread of the device was given no such graph.')
      }
      const outputs = await session.run(receivedTensors(message.feeds), message.fetches)
      const { sent, transfer } = copiedTensors(outputs, true)
      send(user, { kind: 'ran', id, outputs: sent }, transfer)
    }
  }

  private open(user: User, message: Extract<ToDevice, { kind: 'open' }>): Promise<GraphSession> {
    const { key, provider, batches, mostRows, traits } = message
    const known = this.shared.get(key)
    if (known !== undefined) {
      known.users.set(user, (known.users.get(user) ?? 0) + 1)
      return known.session
    }
    const users = new Map([[user, 1]])
    const session = RowSession.open({
      source: { batches, mostRows, traits, file: (rows) => this.file(users, key, rows) },
      isCpu: false,
      queue: this.queue,
      open: (file) => openFile(file, { provider, threads: this.threads }, traits),
      onFewerRows: this.onFewerRows,
    })
    this.shared.set(key, { session, users })
    // the next one to open it tries anew
    session.catch(() => this.shared.delete(key))
    return session
  }

  /** Of the first user that still has it. @throws Error where none has */
  private async file(
    users: ReadonlyMap<User, number>,
    key: string,
    rows: number | null,
  ): Promise<Uint8Array> {
    for (const user of users.keys()) {
      const file = await new Promise<Uint8Array | null>((resolve) => {
        const id = this.nextFile
        this.nextFile += 1
        user.files.set(id, resolve)
        send(user, { kind: 'need', id, key, rows })
        if (user.isGone) {
          resolve(null)
        }
      })
      if (file !== null) {
        return file
      }
    }
    throw new Error('No thread is left that has the graph.')
  }

  private async release(user: User, key: string): Promise<void> {
    const shared = this.shared.get(key)
    const others = (shared?.users.get(user) ?? 0) - 1
    if (others > 0) {
      shared?.users.set(user, others)
    } else {
      await this.forget(user, key)
    }
  }

  /** However often the user has it open. */
  private async forget(user: User, key: string): Promise<void> {
    const shared = this.shared.get(key)
    shared?.users.delete(user)
    if (shared?.users.size === 0) {
      this.shared.delete(key)
      await (await shared.session).release()
    }
  }

  private async leave(user: User): Promise<void> {
    user.isGone = true
    user.files.forEach((resolve) => resolve(null))
    for (const key of this.shared.keys()) {
      await this.forget(user, key).catch((error: unknown) => console.error('the device:', error))
    }
  }
}

/** A port that is gone takes nothing, and does not mind. */
function send(user: User, message: FromDevice, transfer: readonly ArrayBuffer[] = []): void {
  user.port.postMessage(message, [...transfer])
}
