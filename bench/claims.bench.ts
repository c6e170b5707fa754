import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresLocation } from '../src/store/postgres/location'
import { openPostgres } from '../src/store/postgres/postgres-database'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { ProjectStore } from '../src/store/project-store'
import { describeTimes, quantile } from './statistics'

/**
 * Time to the next free pair with 100,000 pairs, while others are at pairs on the way: the claim is stored when it
 * returns. Limit: 50 ms at p95. Beside it, what an edit pays to see that nobody changed the same: its statement alone.
 * `DELTASCRIBE_BENCH_PAIRS` sets the count.
 */
const COUNT = Number(process.env['DELTASCRIBE_BENCH_PAIRS'] ?? 100_000)
const STEPS = 300
const OTHERS = 50
/** As many as the page sends. */
const CANDIDATES = 200
const LIMIT_MILLISECONDS = 50
const MINUTES = 10 * 60_000

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const programs = serverPrograms()
const server = programs === null ? null : await startTestServer(programs)
let failures = 0
try {
  measure('a file', new ProjectStore(join(folder, 'project.db')))
  if (server !== null) {
    measure('PostgreSQL', new ProjectStore(openPostgres(postgresLocation(server.url))))
  }
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true })
}
process.exit(failures)

function measure(name: string, store: ProjectStore): void {
  const keys = Array.from({ length: COUNT }, (_, number) => `p${String(number).padStart(6, '0')}`)
  store.pairs.synchronise(
    keys.map((key) => ({
      key,
      split: null,
      before: `A/${key}`,
      after: `B/${key}`,
      label: null,
      caption: null,
    })),
  )
  const ids = store.pairs.find({ states: null, search: '', hasProblem: null }, 'key')
  // every other pair of the way is somebody's
  for (let other = 0; other < OTHERS; other += 1) {
    store.claims.take(ids[2 * other + 1], { holder: `page-of-${other}`, name: `Person ${other}` }, MINUTES)
  }
  const page = { holder: 'page-of-ann', name: 'Ann' }
  const times: number[] = []
  let at = 0
  for (let step = 0; step < STEPS; step += 1) {
    const start = performance.now()
    const taken = store.claims.takeFirst(ids.slice(at, at + CANDIDATES), page, MINUTES)
    times.push(performance.now() - start)
    at = ids.indexOf(taken ?? ids[0]) + 1
  }
  const p95 = quantile(times, 0.95)
  console.log(`next pair, ${COUNT} pairs, ${OTHERS} others, in ${name}: ${describeTimes(times)}`)
  console.log(`  p95 / limit of ${LIMIT_MILLISECONDS} ms: ${(p95 / LIMIT_MILLISECONDS).toFixed(2)}`)
  failures += p95 > LIMIT_MILLISECONDS ? 1 : 0
  store.close()
}
