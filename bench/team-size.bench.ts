import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { postgresLocation } from '../src/store/postgres/location'
import { openPostgres } from '../src/store/postgres/postgres-database'
import { ProjectStore } from '../src/store/project-store'
import { foundPair } from '../src/store/testing'

/**
 * What grows with the pairs of a project in PostgreSQL: milliseconds of each statement that a server of a team waits
 * for, beside the limit of an edit.
 * `npx tsx bench/team-size.bench.ts`; `DELTASCRIBE_BENCH_PAIRS` sets the count of pairs.
 */
const COUNT = Number(process.env['DELTASCRIBE_BENCH_PAIRS'] ?? 100_000)
const LIMIT = 100 // milliseconds, of an edit
const programs = serverPrograms()
if (programs === null) {
  console.log('Skipped: it needs a PostgreSQL server of Debian, 15 or later.')
  process.exit(0)
}
const server = await startTestServer(programs)
const store = new ProjectStore(openPostgres(postgresLocation(`${server.url}&schema=size`)))

async function time(name: string, work: () => unknown): Promise<void> {
  const began = performance.now()
  await work()
  const milliseconds = performance.now() - began
  console.log(
    `${name.padEnd(28)} ${milliseconds.toFixed(0).padStart(7)} ms, / ${LIMIT} ms: ${(milliseconds / LIMIT).toFixed(2)}`,
  )
}

try {
  const found = Array.from({ length: COUNT }, (_, index) => foundPair(String(index).padStart(7, '0')))
  console.log(`${COUNT} pairs`)
  await time('first opening', () => store.pairs.synchronise(found))
  store.pairs.knowPresent()
  // makes the second connection
  await store.pairs.newlyChanged()
  await time('count by state', () => store.pairs.counts())
  await time('count what lacks a proposal', () => store.pairs.proposalCoverage('difference'))
  await time("look for others' changes", () => store.pairs.newlyChanged())
  await time('ids of a list', () =>
    store.pairs.find({ states: null, search: '', hasProblem: null, proposers: null }, 'key'),
  )
} finally {
  store.close()
  await server.stop()
}
