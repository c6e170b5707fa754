import { z } from 'zod'

/** One command: what goes in, what comes out. */
export interface CommandDefinition {
  input: z.ZodType
  output: z.ZodType
  /**
   * Sending it twice has the effect of sending it once, so the client sends it again when the other side was
   * restarted. Edits are idempotent because each carries an event id, which is counted once.
   */
  isIdempotent: boolean
}

export type Commands = Record<string, CommandDefinition>
export type Events = Record<string, z.ZodType>

/** One side's whole interface; `engine.ts` and `worker.ts` hold the two that exist. */
export interface Contract<C extends Commands, E extends Events> {
  commands: C
  events: E
}

/** A command that the client sends again after a restart: a read, or a write that is counted once. */
export function idempotent<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): { input: I; output: O; isIdempotent: true } {
  return { input, output, isIdempotent: true }
}

/** A command that is sent at most once: where the other side stops before it answers, the call fails. */
export function once<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): { input: I; output: O; isIdempotent: false } {
  return { input, output, isIdempotent: false }
}

export type Input<C extends Commands, N extends keyof C> = z.input<C[N]['input']>
export type ParsedInput<C extends Commands, N extends keyof C> = z.output<C[N]['input']>
export type Output<C extends Commands, N extends keyof C> = z.output<C[N]['output']>
export type EventPayload<E extends Events, N extends keyof E> = z.output<E[N]>

/** Implementation of a contract's commands. `Rest` is what a handler may ask for beside its input. */
export type Handlers<C extends Commands, Rest extends unknown[] = []> = {
  [N in keyof C]: (input: ParsedInput<C, N>, ...rest: Rest) => Output<C, N> | Promise<Output<C, N>>
}

// Inputs and answers that several commands have.

export const nothing = z.object({})
export const done = z.null()
export const pairId = z.object({ pairId: z.int() })
export const storePath = z.string().max(4096).optional()

export const folder = z.string().min(1).max(4096)
