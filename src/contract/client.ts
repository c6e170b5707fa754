import type { Commands, Contract, EventPayload, Events, Input, Output } from './define'
import { ContractError, failWith } from './errors'
import { replySchema } from './port'
import type { Port } from './port'
import { message, messageTextOf } from '../messages/message'

export interface Client<C extends Commands, E extends Events> {
  /** @throws ContractError with the failure that the other side named. */
  call<N extends keyof C & string>(command: N, input: Input<C, N>): Promise<Output<C, N>>
  /** Returns the function that stops listening. */
  on<N extends keyof E & string>(event: N, listener: (payload: EventPayload<E, N>) => void): () => void
  /** A new port to a restarted other side: idempotent commands still waiting are sent again, in order. */
  connect(port: Port): void
  /** Whether a port is connected now, and when that changes. */
  isConnected(): boolean
  onConnection(listener: (isConnected: boolean) => void): () => void
}

interface Waiting {
  command: string
  input: unknown
  resolve: (value: unknown) => void
  reject: (error: ContractError) => void
}

// oxlint-disable-next-line max-lines-per-function -- small functions over one table of waiting calls
export function createClient<C extends Commands, E extends Events>(contract: Contract<C, E>): Client<C, E> {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const connectionListeners = new Set<(isConnected: boolean) => void>()
  let current: Port | null = null
  let nextId = 1

  function receive(message: unknown): void {
    const reply = replySchema.parse(message)
    if (reply.kind === 'event') {
      // The payload comes from our own engine process, over a port nothing else can reach.
      listeners.get(reply.event)?.forEach((listener) => listener(reply.payload as never))
      return
    }
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.kind === 'result') {
      call?.resolve(reply.value)
    } else {
      call?.reject(new ContractError(reply.failure))
    }
  }

  function lost(port: Port): void {
    if (current !== port) {
      return
    }
    current = null
    for (const [id, call] of waiting) {
      if (!contract.commands[call.command].isIdempotent) {
        waiting.delete(id)
        call.reject(failWith('disconnected', message('engine.stopped', { command: call.command })))
      }
    }
    connectionListeners.forEach((listener) => listener(false))
  }

  function send(id: number, call: Waiting): void {
    try {
      current?.post({ kind: 'request', id, command: call.command, input: call.input })
    } catch (error) {
      // it cannot be sent at all, so it is not sent again either
      waiting.delete(id)
      call.reject(error instanceof ContractError ? error : failWith('invalid-input', messageTextOf(error)))
    }
  }

  return {
    call(command, input) {
      return new Promise((resolve, reject) => {
        const call: Waiting = { command, input, resolve: resolve as (value: unknown) => void, reject }
        const id = nextId
        nextId += 1
        waiting.set(id, call)
        send(id, call)
      })
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    connect(port) {
      // the news that a port is gone can come later than the next port
      const before = current
      if (before !== null) {
        lost(before)
        before.close()
      }
      current = port
      port.onClose(() => lost(port))
      port.onMessage(receive)
      // one that was closed already was told to be lost
      if (current === port) {
        waiting.forEach((call, id) => send(id, call))
        connectionListeners.forEach((listener) => listener(true))
      }
    },
    isConnected: () => current !== null,
    onConnection(listener) {
      connectionListeners.add(listener)
      return () => connectionListeners.delete(listener)
    },
  }
}
