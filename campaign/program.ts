import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../build/build'
import type { Turn } from './attack'
import { answered } from './deadline'
import { Loss } from './loss'
import { processTree, requireGone } from './processes'

/** The built `deltascribe`. */
const PROGRAM = join(root, 'dist', 'node', 'deltascribe.js')

export interface Ended {
  code: number | null
  signal: string | null
  out: string
  err: string
}

export interface Running {
  child: ChildProcess
  ended: Promise<Ended>
}

/** @param home the user's data folder */
export function startProgram(
  args: readonly string[],
  home: string,
  environment: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...environment, DELTASCRIBE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, signal: null, out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => (ended.out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (ended.err += text.toString()))
  return {
    child,
    ended: once(child, 'close').then(([code, signal]: (number | string | null)[]) => ({
      ...ended,
      code: code as number | null,
      signal: signal as string | null,
    })),
  }
}

/** To its end. @throws Loss `dead` where it hangs or a signal ends it */
export async function runProgram(turn: Turn, args: readonly string[], home: string): Promise<Ended> {
  turn.tally.attempts += 1
  const { child, ended } = startProgram(args, home)
  const what = `deltascribe ${args.join(' ')}`
  try {
    const end = await answered(what, ended)
    if (end.signal !== null) {
      throw new Loss('dead', `${what} was ended by ${end.signal}: ${end.err.slice(-1000)}`)
    }
    return end
  } finally {
    child.kill('SIGKILL')
  }
}

/** As `runProgram`. @throws Loss `lost` where its exit code is not 0 */
export async function runWell(turn: Turn, args: readonly string[], home: string): Promise<Ended> {
  const end = await runProgram(turn, args, home)
  if (end.code !== 0) {
    throw new Loss('lost', `deltascribe ${args.join(' ')} ended with ${end.code}: ${end.err.slice(-1000)}`)
  }
  return end
}

/** Runs it and kills it at this moment. Returns whether it ended by that. */
export async function runAndKill(
  turn: Turn,
  args: readonly string[],
  home: string,
  moment: () => Promise<unknown>,
): Promise<boolean> {
  turn.tally.attempts += 1
  const { child, ended } = startProgram(args, home)
  await Promise.race([moment(), ended])
  return (await killTree(turn, child, ended)).signal === 'SIGKILL'
}

/** Ends a program as the system would, without last words. @throws Loss `left` where a process of it is left */
export async function killTree(turn: Turn, child: ChildProcess, ended: Promise<Ended>): Promise<Ended> {
  const tree = processTree(child.pid ?? 0)
  if (child.kill('SIGKILL')) {
    turn.tally.kills += 1
  }
  const end = await answered('a killed program ends', ended)
  await requireGone(tree)
  return end
}

/** A moment at random within the time that the work takes when nothing disturbs it. */
export function within(turn: Turn, milliseconds: number): () => Promise<unknown> {
  const delay = turn.random.next() * milliseconds
  return () => setTimeout(delay)
}
