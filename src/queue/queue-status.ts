import { workersStatusSchema } from '../contract/workers'
import type { WorkersStatus } from '../contract/workers'
import { CAPTION_QUEUES } from './caption-job'
import { PROPOSAL_QUEUES } from './proposal-job'
import { WorkerRuns } from './worker-runs'
import { WorkerSigns } from './worker-signs'
import type { WorkQueue } from './work-queue'

/** Time that counts for the rate. Minutes. */
const RATE_MINUTES = 5
const MOST_FAILURES = 200
/** Jobs that are one pair each. */
const OF_PAIRS = `(name LIKE '${PROPOSAL_QUEUES}%' OR name LIKE '${CAPTION_QUEUES}%')`

const { jobs: jobsSchema, failures: failuresSchema } = workersStatusSchema.shape

/** @throws ContractError `unavailable`; StoreError */
export async function readWorkersStatus(queue: WorkQueue): Promise<WorkersStatus> {
  const { ask, schema } = queue
  const jobs = await ask(
    `SELECT coalesce(data->'proposer'->>'name', data->>'model') AS proposer,
         coalesce(data->'proposer'->>'version', data->>'address') AS version,
         count(*) FILTER (WHERE state < 'active')::int AS waiting,
         count(*) FILTER (WHERE state = 'active')::int AS active,
         count(*) FILTER (WHERE state = 'completed')::int AS done,
         count(*) FILTER (WHERE state = 'failed')::int AS failed
       FROM ${schema}.job WHERE ${OF_PAIRS} GROUP BY 1, 2 ORDER BY max(created_on) DESC`,
  )
  const [{ made }] = await ask(
    `SELECT count(*)::int AS made FROM ${schema}.job
       WHERE name LIKE '${PROPOSAL_QUEUES}%' AND state = 'completed' AND completed_on > now() - interval '${RATE_MINUTES} minutes'`,
  )
  // one that was asked for again since has another job
  const failures = await ask(
    `SELECT data->>'pair' AS pair, coalesce(data->'proposer'->>'name', data->>'model') AS proposer,
         coalesce(output->>'message', output->'value'->>'message', '') AS reason
       FROM ${schema}.job AS job WHERE ${OF_PAIRS} AND state = 'failed' AND NOT EXISTS (
         SELECT 1 FROM ${schema}.job AS later WHERE later.name = job.name
           AND later.singleton_key = job.singleton_key AND later.created_on > job.created_on)
       ORDER BY completed_on DESC LIMIT ${MOST_FAILURES}`,
  )
  return {
    workers: await new WorkerSigns(queue).list(),
    jobs: jobsSchema.parse(jobs),
    rate: Number(made) / RATE_MINUTES,
    failures: failuresSchema.parse(failures),
    runs: await new WorkerRuns(queue).list(),
  }
}
