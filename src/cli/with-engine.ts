import { createClient } from '../contract/client'
import type { Client } from '../contract/client'
import { engineContract } from '../contract/engine'
import type { EngineCommands, EngineEvents } from '../contract/engine'
import { portPair } from '../contract/port'
import { createEngine } from '../engine/engine'
import type { EngineOptions } from '../engine/engine-options'
import { appPaths, userFolder } from '../engine/user-folder'
import { commandHost } from '../process/process-host'
import { EXIT_CODES, remark } from './output'
import { ContractError } from '../contract/errors'
import type { Job } from '../contract/work'

export type EngineClient = Client<EngineCommands, EngineEvents>

/**
 * An engine in this process, with its inference in child processes, for as long as `work` takes.
 * @param options `access` is `look` for a command that reads a project, `edit` for one that writes to it
 */
export async function withEngine<T>(
  work: (client: EngineClient) => Promise<T>,
  options: Pick<EngineOptions, 'connector' | 'access' | 'machine' | 'program' | 'database' | 'bucket'>,
): Promise<T> {
  const { sample, models, detector, version } = appPaths()
  const engine = createEngine({
    host: commandHost,
    userFolder: userFolder(),
    sampleFolder: sample,
    modelsFolder: models,
    detectorFolder: detector,
    version,
    isHeadless: true,
    ...options,
  })
  const client: EngineClient = createClient(engineContract)
  const [near, far] = portPair(structuredClone)
  engine.connect(far)
  client.connect(near)
  try {
    return await work(client)
  } finally {
    engine.dispose()
  }
}

/** For `stoppable`: whatever the work is at. */
export const AT_ONCE = 1800

/**
 * Runs work that Ctrl+C, a polite kill and the end of the terminal end tidily. A second Ctrl+C ends the program at
 * once; the end of a terminal is told more than once, by the shell and by the system.
 * @param milliseconds after which the program ends, where its work has not
 */
export async function stoppable<T>(
  work: (signal: AbortSignal) => Promise<T>,
  milliseconds: number | null = null,
): Promise<T> {
  const controller = new AbortController()
  let late: NodeJS.Timeout | undefined
  const stop = (): void => {
    controller.abort()
    if (milliseconds !== null) {
      late ??= setTimeout(endNow, milliseconds)
    }
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  process.on('SIGHUP', stop)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(late)
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    process.off('SIGHUP', stop)
  }
}

function endNow(): void {
  remark('deltascribe: Stopped. Hidden folders beside the target may be left: their names end in .partial.')
  process.exit(EXIT_CODES.stopped)
}

/** Starts a job and waits for its end. Ctrl+C cancels it. On a terminal a line tells how far it is. */
export function runJob(client: EngineClient, start: () => Promise<Job>): Promise<Job> {
  return stoppable(async (signal) => {
    const ended = jobEnd(client)
    const { id, title } = await start()
    remark(title)
    const cancel = (): void => void client.call('jobs.cancel', { jobId: id })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) {
      cancel()
    }
    return ended(id)
  })
}

/** @throws ContractError the failure of a job that has no report */
export function failureOf({ failure }: Job): ContractError {
  return new ContractError(failure ?? { code: 'internal', message: 'The job ended without a report.' })
}

/** Waits for a job that is begun after this. */
function jobEnd(client: EngineClient): (id: number) => Promise<Job> {
  const ended = new Map<number, Job>()
  let notify: (() => void) | null = null
  client.on('job.changed', (job) => {
    if (job.state !== 'running') {
      ended.set(job.id, job)
      notify?.()
    } else if (process.stderr.isTTY && job.total > 0) {
      process.stderr.write(`\r${job.done}/${job.total}   ${job.done === job.total ? '\n' : ''}`)
    }
  })
  return (id) =>
    new Promise((resolve) => {
      notify = () => {
        const job = ended.get(id)
        if (job !== undefined) {
          resolve(job)
        }
      }
      notify()
    })
}
