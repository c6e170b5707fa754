import type { EventPayload, ParsedInput, Output } from '../../src/contract/define'
import { engineContract } from '../../src/contract/engine'
import type { EngineCommands, EngineEvents, EngineHandlers } from '../../src/contract/engine'
import { ContractError, failWith } from '../../src/contract/errors'
import type { Failure } from '../../src/contract/errors'
import { portPair } from '../../src/contract/port'
import type { Port } from '../../src/contract/port'
import { serve } from '../../src/contract/server'
import { engine } from '../engine'

/** The engine's end of the port, as tests make it: the real contract and server, with handlers of their own. */
export interface MadeEngine {
  /** In place of what it answered before. */
  on<N extends Command>(command: N, handler: EngineHandlers[N]): void
  /** From now on the command fails like this. */
  refuse(command: Command, failure: Failure): void
  /** From now on the command waits until the test gives the answer. */
  hold<N extends Command>(command: N): Held<N>
  /** Inputs of a command, in order. */
  inputsOf<N extends Command>(command: N): ParsedInput<EngineCommands, N>[]
  emit<N extends keyof EngineEvents>(event: N, payload: EventPayload<EngineEvents, N>): void
  /** A port as after a start, or a restart, of the engine. */
  connect(): void
  disconnect(): void
  /** Cancels held answers, waits until all is answered, and returns the problems that fail a test. */
  end(): Promise<string[]>
}

/** @param defaults answers that a test need not give; a command without one fails the test by its name */
export function makeEngine(defaults: MadeHandlers): MadeEngine {
  const answers = new MadeAnswers(defaults)
  const { problems } = answers
  const server = serve(
    engineContract,
    handlersOf(answers),
    (command, error) => {
      // a refusal that a test asked for is no bug
      if (!(error instanceof ContractError)) {
        problems.push(`"${command}" broke: ${String(error)}`)
      }
    },
    { checksOutputs: true },
  )
  let port: Port | null = null
  return {
    on: (command, handler) => answers.on(command, handler as (input: unknown) => unknown),
    refuse: (command, failure) => answers.on(command, () => Promise.reject(new ContractError(failure))),
    hold: (command) => answers.hold(command),
    inputsOf: (command) => answers.inputsOf(command),
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
      await answers.end()
      port?.close()
      return problems
    },
  }
}

function handlersOf(answers: MadeAnswers): EngineHandlers {
  const names = Object.keys(engineContract.commands) as Command[]
  return Object.fromEntries(
    names.map((name) => [name, (input: unknown) => answers.answer(name, input)]),
  ) as unknown as EngineHandlers
}

/** Inputs that the contract refuses never reach a handler, so they are found in the reply. */
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

type Command = keyof EngineCommands
export type MadeHandlers = Partial<EngineHandlers>
type Handler = (input: unknown) => unknown

/** A command whose answer waits for the test. */
interface Held<N extends Command> {
  answer(value: Output<EngineCommands, N>): void
  refuse(failure: Failure): void
}

/** Handlers that a test can replace one by one, and a record of their inputs. */
class MadeAnswers {
  /** Problems that fail a test. */
  readonly problems: string[] = []
  private readonly handlers: Map<string, Handler>
  private readonly calls: { command: string; input: unknown }[] = []
  private readonly underWay = new Set<Promise<unknown>>()
  private readonly waiting = new Set<(error: ContractError) => void>()

  constructor(defaults: MadeHandlers) {
    this.handlers = new Map(Object.entries(defaults) as [string, Handler][])
  }

  on(command: Command, handler: Handler): void {
    this.handlers.set(command, handler)
  }

  hold<N extends Command>(command: N): Held<N> {
    const { promise, resolve, reject } = settlable<Output<EngineCommands, N>>()
    // no unhandled rejection if nothing awaits it
    promise.catch(() => undefined)
    this.waiting.add(reject)
    this.on(command, () => promise)
    return { answer: resolve, refuse: (failure) => reject(new ContractError(failure)) }
  }

  /** In order. */
  inputsOf<N extends Command>(wanted: N): ParsedInput<EngineCommands, N>[] {
    return this.calls
      .filter(({ command }) => command === wanted)
      .map(({ input }) => input as ParsedInput<EngineCommands, N>)
  }

  /** Records the call and answers it. The test fails if its answer is a value that the contract does not allow. */
  answer(command: Command, input: unknown): Promise<unknown> {
    this.calls.push({ command, input })
    const answer = this.valueOf(command, input)
    this.underWay.add(answer)
    const done = (): boolean => this.underWay.delete(answer)
    answer.then(done, done)
    return answer
  }

  /** Cancels held answers, and waits until all is answered. */
  async end(): Promise<void> {
    this.waiting.forEach((refuse) => refuse(failWith('cancelled', 'The test is over.')))
    while (this.underWay.size > 0) {
      await Promise.allSettled(this.underWay)
    }
  }

  private async valueOf(command: Command, input: unknown): Promise<unknown> {
    const handler = this.handlers.get(command)
    if (handler === undefined) {
      this.problems.push(`"${command}" was asked, and the test has no handler for it`)
      throw failWith('unavailable', `The test has no handler for "${command}".`)
    }
    return engineContract.commands[command].output.parse(await handler(input))
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
