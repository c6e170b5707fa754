import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { WorkQueue } from '../queue/work-queue'
import { programArgs } from './testing'

/** Workers in processes of their own. */
export class TestWorkers {
  private readonly running = new Set<ChildProcess>()

  /**
   * @param home of its files, as on a machine of its own
   * @param more words of the command
   */
  start(
    place: string,
    home: string,
    more: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    const args = [...programArgs, 'worker', '--database', place, '--provider', 'cpu', ...more]
    const worker = spawn(process.execPath, args, {
      stdio: process.env['DELTASCRIBE_TEST_OUTPUT'] === undefined ? 'ignore' : 'inherit',
      env: { ...process.env, DELTASCRIBE_HOME: home, ...env },
    })
    this.running.add(worker)
    worker.once('exit', () => this.running.delete(worker))
    return worker
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.running].map((worker) => killed(worker)))
  }
}

/** Resolves once it has ended. */
export async function killed(worker: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (worker.exitCode === null && worker.signalCode === null) {
    const ended = once(worker, 'exit')
    worker.kill(signal)
    await ended
  }
}

/**
 * The leases of killed workers are over, so the next one need not wait for that. It has a whole lease: a shorter one
 * would end while a busy machine keeps it from renewing it. No other worker may be at work.
 */
export async function endLeases(queue: WorkQueue): Promise<void> {
  await queue.ask(`UPDATE ${queue.schema}.job SET started_on = started_on - interval '1 hour', retry_delay = 1
    WHERE state = 'active'`)
}

/** On a busy machine, too. */
const PATIENCE_MILLISECONDS = 300_000

/** @throws Error that quotes what was waited for, where it does not become true */
export async function until(isTrue: () => boolean | Promise<boolean>, what = String(isTrue)): Promise<void> {
  const began = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - began > PATIENCE_MILLISECONDS) {
      throw new Error(`waited ${PATIENCE_MILLISECONDS / 1000} s in vain for ${what}`)
    }
    await wait(20)
  }
}
