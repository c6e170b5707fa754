import type { z } from 'zod'

/** One command: what goes in, what comes out. */
export interface CommandDefinition {
  input: z.ZodType
  output: z.ZodType
  /**
   * Asking twice does no more than asking once, so the client asks again by itself after the other side
   * was restarted. Edits are so because each carries an id of its own.
   */
  repeatable: boolean
}

export type Commands = Record<string, CommandDefinition>
export type Events = Record<string, z.ZodType>

/** One side's whole interface; `engine.ts` and `worker.ts` hold the two that exist. */
export interface Contract<C extends Commands, E extends Events> {
  commands: C
  events: E
}

export function ask<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): { input: I; output: O; repeatable: true } {
  return { input, output, repeatable: true }
}

export function act<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): { input: I; output: O; repeatable: false } {
  return { input, output, repeatable: false }
}

export type Input<C extends Commands, N extends keyof C> = z.input<C[N]['input']>
export type ParsedInput<C extends Commands, N extends keyof C> = z.output<C[N]['input']>
export type Output<C extends Commands, N extends keyof C> = z.output<C[N]['output']>
export type EventPayload<E extends Events, N extends keyof E> = z.output<E[N]>

/** What implements a contract's commands. */
export type Handlers<C extends Commands> = {
  [N in keyof C]: (input: ParsedInput<C, N>) => Output<C, N> | Promise<Output<C, N>>
}
