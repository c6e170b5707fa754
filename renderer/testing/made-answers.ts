import type { Output, ParsedInput } from '../../src/contract/define'
import { engineContract } from '../../src/contract/engine'
import type { EngineCommands, EngineHandlers } from '../../src/contract/engine'
import { ContractError, failWith } from '../../src/contract/errors'
import type { Failure } from '../../src/contract/errors'

export type Command = keyof EngineCommands
export type MadeHandlers = Partial<EngineHandlers>
type Handler = (input: unknown) => unknown

/** A command whose answer waits for the test. */
export interface Held<N extends Command> {
  answer(value: Output<EngineCommands, N>): void
  refuse(failure: Failure): void
}

/** Handlers that a test can replace one by one, and a record of their inputs. */
export class MadeAnswers {
  /** What no test may leave behind. */
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
    // one that nobody asked for is refused to nobody
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

  /** A value that the contract does not allow is a fault of the test. */
  answer(command: Command, input: unknown): Promise<unknown> {
    this.calls.push({ command, input })
    const answer = this.valueOf(command, input)
    this.underWay.add(answer)
    const done = (): boolean => this.underWay.delete(answer)
    answer.then(done, done)
    return answer
  }

  /** Lets go of what is held, and waits until all is answered. */
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
