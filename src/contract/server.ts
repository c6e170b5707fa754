import { z } from 'zod'
import type { Commands, Contract, EventPayload, Events, Handlers, ParsedInput } from './define'
import type { Caller } from './person'
import { failWith, toFailure } from './errors'
import { isTooDeep, tooDeepReply, requestSchema } from './port'
import type { Reply, Request, Port } from './port'

export interface Server<E extends Events> {
  /** To every port that is connected. */
  emit<N extends keyof E & string>(event: N, payload: EventPayload<E, N>): void
  /** @param caller who sends what comes on this port; null if absent */
  connect(port: Port, caller?: Caller): void
}

export interface ServerOptions<C extends Commands = Commands, E extends Events = Events> {
  /** Throws where this caller may not send this command: no handler sees it then. */
  authorise?: (command: keyof C & string, input: unknown, caller: Caller) => void
  /** What one caller is shown of an event; undefined where they are not told. */
  shownTo?: <N extends keyof E & string>(
    event: N,
    payload: EventPayload<E, N>,
    caller: Caller,
  ) => EventPayload<E, N> | undefined
  /** Whether outputs and events are held against their schemas too: in development and in tests. */
  checksOutputs?: boolean
  /** Is told of every failure, bugs too. */
  onFailure?: (command: string, error: unknown) => void
}

/**
 * Answers a contract's commands on any number of ports. Every input is parsed before a handler sees it.
 * @param onBug is told of what is thrown and is no `ContractError`
 */
export function serve<C extends Commands, E extends Events>(
  contract: Contract<C, E>,
  handlers: Handlers<C, [caller: Caller]>,
  onBug: (command: string, error: unknown) => void,
  {
    checksOutputs = false,
    onFailure = () => undefined,
    authorise = () => undefined,
    shownTo = (_event, payload) => payload,
  }: ServerOptions<C, E> = {},
): Server<E> {
  const ports = new Map<Port, Caller>()
  const answer = answerer(contract, handlers, onBug, { checksOutputs, onFailure, authorise })

  return {
    emit(event, payload) {
      if (checksOutputs) {
        check(`the event ${event}`, contract.events[event], payload)
      }
      ports.forEach((caller, port) => {
        const shown = shownTo(event, payload, caller)
        if (shown !== undefined) {
          port.post({ kind: 'event', event, payload: shown } satisfies Reply)
        }
      })
    },
    connect(port, caller = null) {
      ports.set(port, caller)
      port.onClose(() => ports.delete(port))
      port.onMessage((message) => {
        void replyTo(message, (request) => answer(request, caller)).then((reply) => {
          if (reply !== null && ports.has(port)) {
            port.post(reply)
          }
        })
      })
    },
  }
}

/** Parses what comes in, asks whether the caller may, and turns what is thrown into a reply. */
function answerer<C extends Commands, E extends Events>(
  contract: Contract<C, E>,
  handlers: Handlers<C, [caller: Caller]>,
  onBug: (command: string, error: unknown) => void,
  { checksOutputs, onFailure, authorise }: Required<Omit<ServerOptions<C, E>, 'shownTo'>>,
): (request: Request, caller: Caller) => Promise<Reply> {
  return async (request, caller) => {
    const { id, command } = request
    try {
      if (!Object.hasOwn(contract.commands, command)) {
        throw failWith('invalid-input', `There is no command "${command.slice(0, 80)}".`)
      }
      const parsed = contract.commands[command].input.safeParse(request.input)
      if (!parsed.success) {
        throw failWith('invalid-input', `${command}: ${z.prettifyError(parsed.error)}`)
      }
      authorise(command, parsed.data, caller)
      const value = await handlers[command](parsed.data as ParsedInput<C, string>, caller)
      if (checksOutputs) {
        check(`the output of ${command}`, contract.commands[command].output, value)
      }
      return { kind: 'result', id, value }
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'internal') {
        onBug(command, error)
      }
      onFailure(command, error)
      return { kind: 'failure', id, failure }
    }
  }
}

/** Null for what is no request. */
async function replyTo(
  message: unknown,
  answer: (request: Request) => Promise<Reply>,
): Promise<Reply | null> {
  if (isTooDeep(message)) {
    return tooDeepReply(message)
  }
  const request = requestSchema.safeParse(message)
  return request.success ? answer(request.data) : null
}

/** @throws Error with what is wrong, and where in the value */
function check(what: string, schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    throw new Error(`${what} breaks the contract: ${z.prettifyError(parsed.error)}`)
  }
}
