import { ContractError } from '../contract/errors'
import type { Job } from '../contract/work'
import { remark } from './output'
import { stoppable } from './with-engine'
import type { EngineClient } from './with-engine'

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
