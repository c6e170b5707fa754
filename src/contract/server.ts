import { z } from 'zod'
import type { Commands, Contract, EventPayload, Events, Handlers, ParsedInput } from './define'
import { failWith, toFailure } from './errors'
import { isTooDeep, tooDeepReply, requestSchema } from './port'
import type { Reply, Request, Port } from './port'

export interface Server<E extends Events> {
  /** To every port that is connected. */
  emit<N extends keyof E & string>(event: N, payload: EventPayload<E, N>): void
  connect(port: Port): void
}

export interface ServerOptions {
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
  handlers: Handlers<C>,
  onBug: (command: string, error: unknown) => void,
  { checksOutputs = false, onFailure = () => undefined }: ServerOptions = {},
): Server<E> {
  const ports = new Set<Port>()

  async function answer(request: Request): Promise<Reply> {
    const { id, command } = request
    try {
      if (!Object.hasOwn(contract.commands, command)) {
        throw failWith('invalid-input', `There is no command "${command.slice(0, 80)}".`)
      }
      const parsed = contract.commands[command].input.safeParse(request.input)
      if (!parsed.success) {
        throw failWith('invalid-input', `${command}: ${z.prettifyError(parsed.error)}`)
      }
      const value = await handlers[command](parsed.data as ParsedInput<C, string>)
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

  return {
    emit(event, payload) {
      if (checksOutputs) {
        check(`the event ${event}`, contract.events[event], payload)
      }
      ports.forEach((port) => port.post({ kind: 'event', event, payload } satisfies Reply))
    },
    connect(port) {
      ports.add(port)
      port.onClose(() => ports.delete(port))
      port.onMessage((message) => {
        void replyTo(message, answer).then((reply) => {
          if (reply !== null && ports.has(port)) {
            port.post(reply)
          }
        })
      })
    },
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
