import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePairFolder } from '../src/images/testing'
import { queueOf } from '../src/queue/proposal-job'
import { WorkQueue } from '../src/queue/work-queue'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { describeTimes, quantile } from './statistics'
import { askForAll, jobOf, proposalRate } from './workers/proposing'

/**
 * What the queue in PostgreSQL costs a job, from taking it to telling that it is done, one at a time. Limit: 5 ms at the
 * median. Then proposals a second by 1, 2 and 4 workers of one lane each, from the first that is done to the last.
 */
const JOBS = 500
const LIMIT_MILLISECONDS = 5
const PAIRS = 60
const WORKERS = [1, 2, 4]

const programs = serverPrograms()
if (programs === null) {
  console.log('This needs a PostgreSQL server of Debian, 15 or later.')
  process.exit(0)
}
const home = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const server = await startTestServer(programs)
let failures = 0
try {
  await measureQueue(`${server.url}&schema=queue`)
  const folder = join(home, 'pairs')
  await makePairFolder(folder, { count: PAIRS, width: 512, height: 384, layout: 'a-b' })
  let alone = 0
  for (const count of WORKERS) {
    const place = `${server.url}&schema=workers${count}`
    const asked = await askForAll(folder, place, join(home, 'user'))
    const workers = Array.from({ length: count }, () => ({ home: join(home, 'user') }))
    const rate = await proposalRate(place, asked, workers)
    alone = alone === 0 ? rate : alone
    console.log(
      `${count} workers: ${rate.toFixed(2)} proposals/s, ${(rate / alone).toFixed(2)} times one worker`,
    )
  }
} finally {
  await server.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
process.exit(failures)

async function measureQueue(place: string): Promise<void> {
  const queue = await WorkQueue.open(place)
  const jobs = Array.from({ length: JOBS }, (_, index) => jobOf(`pair_${index}`))
  const start = performance.now()
  await queue.add(jobs)
  const added = (performance.now() - start) / JOBS
  const names = [queueOf(jobs[0].proposer)]
  const times: number[] = []
  for (let index = 0; index < JOBS; index += 1) {
    const begun = performance.now()
    const [taken] = await queue.take(names, 1)
    await queue.done(taken)
    times.push(performance.now() - begun)
  }
  await queue.close()
  const median = quantile(times, 0.5)
  console.log(`asking: ${added.toFixed(3)} ms a job; taking it and telling its end: ${describeTimes(times)}`)
  console.log(`  median / limit of ${LIMIT_MILLISECONDS} ms: ${(median / LIMIT_MILLISECONDS).toFixed(2)}`)
  failures += median > LIMIT_MILLISECONDS ? 1 : 0
}
