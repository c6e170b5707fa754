import type { EventPayload, Output, ParsedInput } from '../../src/contract/define'
import { engineContract } from '../../src/contract/engine'
import type { EngineCommands, EngineEvents, EngineHandlers } from '../../src/contract/engine'
import { ContractError, failWith } from '../../src/contract/errors'
import type { Failure } from '../../src/contract/errors'
import { portPair } from '../../src/contract/port'
import type { Port } from '../../src/contract/port'
import { serve } from '../../src/contract/server'
import { engine } from '../engine'

export type Command = keyof EngineCommands
export type MadeHandlers = Partial<EngineHandlers>

/** A command whose answer waits for the test. */
export interface Held<N extends Command> {
  answer(value: Output<EngineCommands, N>): void
  refuse(failure: Failure): void
}

/** The engine's end of the port, as tests make it: the real contract and server, with handlers of their own. */
export interface MadeEngine {
  /** In place of what it answered before. */
  on<N extends Command>(command: N, handler: EngineHandlers[N]): void
  /** From now on the command fails like this. */
  refuse(command: Command, failure: Failure): void
  /** From now on the command is not answered before the test says what. */
  hold<N extends Command>(command: N): Held<N>
  /** What a command was asked with, in order. */
  asked<N extends Command>(command: N): ParsedInput<EngineCommands, N>[]
  emit<N extends keyof EngineEvents>(event: N, payload: EventPayload<EngineEvents, N>): void
  /** A port as after a start, or a restart, of the engine. */
  connect(): void
  disconnect(): void
  /** Lets go of what is held, waits until all is answered, and returns what no test may leave behind. */
  end(): Promise<string[]>
}

type AnyHandler = (input: unknown) => unknown

/** @param defaults answers that a test need not give; a command without one fails the test by its name */
export function makeEngine(defaults: MadeHandlers): MadeEngine {
  const handlers = new Map<string, AnyHandler>(Object.entries(defaults) as [string, AnyHandler][])
  const calls: { command: string; input: unknown }[] = []
  const problems: string[] = []
  const underWay = new Set<Promise<unknown>>()
  const waiting = new Set<(error: ContractError) => void>()
  let port: Port | null = null

  async function handle(command: Command, input: unknown): Promise<unknown> {
    calls.push({ command, input })
    const handler = handlers.get(command)
    if (handler === undefined) {
      problems.push(`"${command}" was asked, and the test has no handler for it`)
      throw failWith('unavailable', `The test has no handler for "${command}".`)
    }
    return engineContract.commands[command].output.parse(await handler(input))
  }

  const server = serve(engineContract, contractHandlers(followed), (command, error) => {
    // what a test refuses with is no bug
    if (!(error instanceof ContractError)) {
      problems.push(`"${command}" broke: ${String(error)}`)
    }
  })

  function followed(command: Command, input: unknown): Promise<unknown> {
    const answer = handle(command, input)
    underWay.add(answer)
    const done = (): unknown => underWay.delete(answer)
    answer.then(done, done)
    return answer
  }

  function hold<N extends Command>(command: N): Held<N> {
    const settle = settlable<Output<EngineCommands, N>>()
    // one that nobody asked for is refused to nobody
    settle.promise.catch(() => undefined)
    waiting.add(settle.reject)
    handlers.set(command, () => settle.promise)
    return { answer: settle.resolve, refuse: (failure) => settle.reject(new ContractError(failure)) }
  }

  return {
    on: (command, handler) => void handlers.set(command, handler as AnyHandler),
    refuse: (command, failure) =>
      void handlers.set(command, () => Promise.reject(new ContractError(failure))),
    hold,
    asked: <N extends Command>(wanted: N) =>
      calls.flatMap(({ command, input }) =>
        command === wanted ? [input as ParsedInput<EngineCommands, N>] : [],
      ),
    emit(event, payload) {
      engineContract.events[event].parse(payload)
      server.emit(event, payload)
    },
    connect() {
      const [near, far] = portPair((message) => structuredClone(message))
      port = near
      server.connect(watched(far, problems))
      engine.connect(near)
    },
    disconnect: () => port?.close(),
    async end() {
      waiting.forEach((refuse) => refuse(failWith('cancelled', 'The test is over.')))
      while (underWay.size > 0) {
        await Promise.allSettled(underWay)
      }
      port?.close()
      return problems
    },
  }
}

function settlable<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void } {
  const ends: { resolve?: (value: T) => void; reject?: (error: Error) => void } = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(ends, { resolve, reject }))
  return {
    promise,
    resolve: (value) => ends.resolve?.(value),
    reject: (error) => ends.reject?.(error),
  }
}

function contractHandlers(handle: (command: Command, input: unknown) => Promise<unknown>): EngineHandlers {
  const names = Object.keys(engineContract.commands) as Command[]
  return Object.fromEntries(
    names.map((name) => [name, (input: unknown) => handle(name, input)]),
  ) as unknown as EngineHandlers
}

/** Inputs that the contract refuses never reach a handler, so they are heard of on their way back. */
function watched(port: Port, problems: string[]): Port {
  return {
    post(message) {
      const { failure } = message as { failure?: Failure }
      if (failure?.code === 'invalid-input') {
        problems.push(failure.message)
      }
      port.post(message)
    },
    onMessage: (listener) => port.onMessage(listener),
    onClose: (listener) => port.onClose(listener),
    close: () => port.close(),
  }
}
