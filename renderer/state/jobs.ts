import type { Job } from '../../src/contract/work'
import { text } from '../text/chosen'

/** In place of its earlier state, or behind the others. */
export function withJob(jobs: readonly Job[], job: Job): Job[] {
  return jobs.some(({ id }) => id === job.id)
    ? jobs.map((old) => (old.id === job.id ? job : old))
    : [...jobs, job]
}

/** Jobs that ended with the engine that ran them; one that is started again may take their number. */
export function interruptedJobs(before: readonly Job[], present: readonly Job[]): Job[] {
  return before
    .filter(({ id, state }) => state === 'running' && !present.some((job) => job.id === id))
    .map(asInterrupted)
}

function asInterrupted(job: Job): Job {
  const failure = { code: 'disconnected', message: text.shell.jobs.interrupted[job.kind] } as const
  return { ...job, state: 'failed', failure }
}
