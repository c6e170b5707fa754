import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { ProviderName, ProviderReport } from '../../src/contract/proposal'
import { quantile } from '../statistics'
import type { Case } from './case'
import { watchCard } from './card'
import type { Card, Monitor } from './card'
import { reportSchema } from './child'
import type { Order, Report } from './child'
import type { Measurement } from './record'
import { englishOf } from '../../src/messages/message'

/** Time to measure before the process is killed. */
const RESERVE_MS = 3000
const PROBE_MS = 30_000
/** What comes after the figures must not use up the time of other things. */
const PROFILE_MS = 15_000
/** A process that has told everything may hang in its driver. */
const END_MS = 3000
/** The end of what a process wrote. */
const LETTERS = 300

/** What a process told until it ended. */
interface Told {
  readonly reports: Report[]
  /** Null where it told all. */
  readonly problem: string | null
}

let running: ChildProcess | null = null

/** Ends the process that is at work, if any. */
export function endRunning(): void {
  running?.kill('SIGKILL')
}

/** Tries a provider in a process of its own. */
export async function probe(
  provider: ProviderName,
): Promise<{ report: ProviderReport | null; problem: string }> {
  const { reports, problem } = await runChild({ kind: 'probe', provider }, PROBE_MS, () => undefined)
  const told = reports.find((report) => report.kind === 'probe')?.report ?? null
  return { report: told, problem: englishOf(told?.reason ?? problem ?? 'it did not answer') }
}

/** Measures one thing on one provider in a process of its own, which is killed after `limitMs`. */
export async function runCase(
  one: Case,
  order: Omit<Extract<Order, { kind: 'measure' }>, 'kind' | 'id' | 'limitMs'>,
  limitMs: number,
  card: Card,
): Promise<Measurement> {
  const monitor = watchCard(order.provider === 'cpu' ? { ...card, hasMonitor: false } : card)
  const { reports, problem } = await runChild(
    { ...order, kind: 'measure', id: one.id, limitMs: Math.max(1000, limitMs - RESERVE_MS) },
    limitMs,
    (report) => follow(report, monitor),
  )
  const opened = reports.find((report) => report.kind === 'opened')
  const times = reports.flatMap((report) => (report.kind === 'time' ? [report] : []))
  const warmUps = reports.flatMap((report) => (report.kind === 'warm-up' ? [report.ms] : []))
  // of a process that was ended before its clock began: the first run compiles
  const counted = times.length > 0 ? times.map(({ ms }) => ms) : warmUps.slice(1)
  const isFromWarmUp = times.length === 0 && counted.length > 0
  const remark = isFromWarmUp ? `${problem ?? ''} (rate of ${counted.length} warm-up runs)` : problem
  return {
    kind: 'measurement',
    id: one.id,
    what: one.what,
    provider: order.provider,
    pairsPerSecond:
      counted.length === 0 || opened === undefined ? null : (1000 * opened.pairs) / quantile(counted, 0.5),
    repeats: counted.length,
    openMs: opened?.ms ?? null,
    rssMb: times.at(-1)?.rssMb ?? null,
    ...monitor.end(),
    profile: reports.find((report) => report.kind === 'profile')?.profile ?? null,
    difference: null,
    firstDifference: null,
    problem: remark,
  }
}

/** An answer that a process wrote; null where it wrote none. */
export function readAnswer(path: string): Float32Array | null {
  if (!existsSync(path)) {
    return null
  }
  const bytes = readFileSync(path)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

function follow(report: Report, monitor: Monitor): void {
  if (report.kind === 'answered') {
    monitor.startMeasuring()
  } else if (report.kind === 'measured') {
    monitor.stopMeasuring()
  }
}

function runChild(order: Order, limitMs: number, onReport: (report: Report) => void): Promise<Told> {
  const child = fork(process.argv[1], ['--order', JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  running = child
  const started = performance.now()
  const reports: Report[] = []
  let written = ''
  let isLate = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = `${written}${text}`.slice(-10 * LETTERS)
  })
  const stop = (): void => {
    isLate = true
    child.kill('SIGKILL')
  }
  const limits = [setTimeout(stop, limitMs)]
  child.on('message', (message) => {
    const report = reportSchema.parse(message)
    reports.push(report)
    onReport(report)
    if (report.kind === 'measured') {
      limits.push(setTimeout(stop, PROFILE_MS + 2 * preparation(reports)))
    } else if (report.kind === 'done') {
      limits.push(setTimeout(stop, END_MS))
    }
  })
  return new Promise((resolve) => {
    const end = (reason: string): void => {
      limits.forEach((limit) => clearTimeout(limit))
      running = null
      const told = reports.find((report) => report.kind === 'problem')?.message ?? null
      const isDone = reports.some(({ kind }) => kind === 'done')
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      const late = `stopped after ${seconds} s, ${stageOf(reports)}`
      resolve({ reports, problem: isDone ? null : shortened(told ?? (isLate ? late : reason)) })
    }
    child.once('error', ({ message }) => end(message))
    // after the last message and the last line
    child.once('close', (code, signal) =>
      end(`the process ended (${signal ?? `code ${code}`}), ${stageOf(reports)}: ${lastLine(written)}`),
    )
  })
}

/** Milliseconds to open a thing and to run it until its kernels are compiled. */
function preparation(reports: readonly Report[]): number {
  return reports.reduce((sum, report) => sum + ('ms' in report && report.kind !== 'time' ? report.ms : 0), 0)
}

function stageOf(reports: readonly Report[]): string {
  const last = reports.at(-1)?.kind
  const stages: Partial<Record<Report['kind'], string>> = {
    opened: 'at the first run',
    'warm-up': 'while it warmed up',
    answered: 'while it was measured',
    time: 'while it was measured',
    measured: 'after it was measured, at the profile',
    profile: 'at its end',
  }
  return (last === undefined ? undefined : stages[last]) ?? 'while it was opened'
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > LETTERS ? `${line.slice(0, LETTERS)} ...` : line
}
