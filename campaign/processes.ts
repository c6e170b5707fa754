import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Loss } from './loss'

/** A variable that every process of a turn inherits: by it those that are left are found. */
const MARK = 'DELTASCRIBE_CAMPAIGN_TURN'
/** After it no process of a killed program may be left; beside other tests each of them has less of the machine. */
const GONE_SECONDS = process.env['VITEST'] === undefined ? 5 : 20

/** Processes can be looked at by files. */
export const canLookAtProcesses = process.platform === 'linux'

/** Processes started from now on are known as those of this turn. */
export function markProcesses(turn: string): void {
  process.env[MARK] = turn
}

/** Processes started by this work are those of another turn: they last. */
export async function withMark<T>(turn: string, work: () => Promise<T>): Promise<T> {
  const own = process.env[MARK] ?? ''
  markProcesses(turn)
  try {
    return await work()
  } finally {
    markProcesses(own)
  }
}

interface Process {
  pid: number
  parent: number
  /** Numbers are given again: a process is its number and when it began. */
  began: string
}

/** Null where there is none, or it has ended and was only not collected yet. */
function processOf(pid: number): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name, in brackets, may hold anything
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state, parent] = fields
    const startTime = 19
    return state === 'Z' || state === 'X' ? null : { pid, parent: Number(parent), began: fields[startTime] }
  } catch {
    return null
  }
}

function allProcesses(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => processOf(Number(pid)) ?? [])
}

/** A process and all that it started, and those started. */
export function processTree(root: number): Process[] {
  if (!canLookAtProcesses) {
    return []
  }
  const all = allProcesses()
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) {
    tree.push(...all.filter(({ parent }) => parent === pid))
  }
  return tree
}

/** What a process started itself. */
export function childrenOf(parent: number): number[] {
  return processTree(parent)
    .filter((child) => child.parent === parent)
    .map(({ pid }) => pid)
}

/** @throws Loss `left` where one of them still runs after `GONE_SECONDS` */
export async function requireGone(processes: readonly Process[]): Promise<void> {
  await requireNone('of a program that was killed', () =>
    processes.filter(({ pid, began }) => processOf(pid)?.began === began),
  )
}

/** Of this turn. @throws Loss `left` where one still runs after `GONE_SECONDS` */
export async function requireNoneOfTurn(): Promise<void> {
  await requireNone('of a turn that is over', ofTurn)
}

async function requireNone(whose: string, left: () => Process[]): Promise<void> {
  const began = performance.now()
  if (!canLookAtProcesses) {
    return
  }
  while (left().length > 0) {
    if (performance.now() - began > GONE_SECONDS * 1000) {
      const names = left().map(({ pid }) => `${pid} (${commandOf(pid)})`)
      left().forEach(({ pid }) => process.kill(pid, 'SIGKILL'))
      throw new Loss('left', `processes ${whose} are left after ${GONE_SECONDS} s: ${names.join(', ')}`)
    }
    await setTimeout(50)
  }
}

function ofTurn(): Process[] {
  const mark = `${MARK}=${process.env[MARK] ?? ''}`
  return allProcesses().filter(({ pid }) => pid !== process.pid && environmentOf(pid).includes(mark))
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(-120)
  } catch {
    return 'gone'
  }
}
