import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareTally, MadeReviewer, Tally } from '../src/engine/testing-reviewer'
import { addPeople, connect, serveTeam, signIn } from '../src/engine/testing-team'
import type { Connection } from '../src/engine/testing-team'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { writeLinkedPairs } from './linked-pairs'
import { describeTimes, quantile } from './statistics'

/**
 * Reviewers at one server of a team, over sockets: each takes the next free pair, edits it and decides on it. No pair
 * is held by two, each acknowledged edit is in the database once, an edit is durable within 100 ms and the next pair
 * there within 50 ms, both at p95. `--reviewers 50 --minutes 2 --pause 1000` (mean milliseconds before each step).
 * `DELTASCRIBE_BENCH_PAIRS` sets the count of pairs.
 */
const COUNT = Number(process.env['DELTASCRIBE_BENCH_PAIRS'] ?? 100_000)
const LIMITS = { edit: 100, next: 50 }
const SIDE = 64
const MINUTE = 60_000

const { values } = parseArgs({
  options: {
    reviewers: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '2' },
    pause: { type: 'string', default: '1000' },
  },
})
const [reviewers, minutes, pause] = [values.reviewers, values.minutes, values.pause].map(Number)

const programs = serverPrograms()
if (programs === null) {
  console.log('Skipped: it needs a PostgreSQL server of Debian, 15 or later.')
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const server = await startTestServer(programs)
let faults: string[] = []
try {
  faults = await measure(`${server.url}&schema=team`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true })
}
faults.slice(0, 10).forEach((fault) => console.log(`FAULT: ${fault}`))
process.exit(faults.length === 0 ? 0 : 1)

async function measure(place: string): Promise<string[]> {
  const [pairs, home] = [join(folder, 'pairs'), join(folder, 'home')]
  await writeLinkedPairs(pairs, {
    count: COUNT,
    side: SIDE,
    nameOf: (index) => String(index).padStart(6, '0'),
  })
  mkdirSync(home)
  writeFileSync(join(home, 'index.html'), '')
  const names = Array.from({ length: reviewers }, (_, number) => `Reviewer ${number + 1}`)
  const { database } = await addPeople(place, {
    Olga: 'owner',
    ...Object.fromEntries(names.map((name) => [name, 'reviewer'] as const)),
  })
  await database.close()
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposeAhead: false, provider: 'cpu' }))
  const served = await serveTeam(home, pairs, place)
  const tally = new Tally()
  try {
    await work(new URL(served.url), names, tally)
  } finally {
    served.close()
  }
  report(tally)
  const faults = compareTally(tally, place)
  console.log(
    `${tally.acknowledged.size} acknowledged edits on ${tally.notes.size} pairs: ` +
      `${faults.length} missing, doubled or other than acknowledged`,
  )
  return [...tally.faults, ...faults]
}

async function work(address: URL, names: readonly string[], tally: Tally): Promise<void> {
  const olga = await connect(address, await signIn(address, 'Olga'))
  const found = await olga.send('pairs.find', {
    filter: { states: null, search: '', hasProblem: null },
    order: 'key',
  })
  const { ids } = found.value as { ids: number[] }
  const connections: Connection[] = []
  for (const name of names) {
    connections.push(await connect(address, await signIn(address, name)))
  }
  console.log(`${names.length} reviewers on ${ids.length} pairs for ${minutes} min`)
  const until = performance.now() + minutes * MINUTE
  const all = names.map((name, index) => new MadeReviewer(name, connections[index], ids, tally, pause))
  await Promise.allSettled(all.map((reviewer) => reviewer.work(() => performance.now() >= until)))
  for (const connection of [olga, ...connections]) {
    connection.close()
  }
}

function report({ next, edits, decided }: Tally): void {
  const rows = [
    ['edit to durable', edits, LIMITS.edit],
    ['next pair', next, LIMITS.next],
  ] as const
  const rate = (edits.length / (minutes * 60)).toFixed(1)
  console.log(`${decided.size} pairs decided, ${edits.length} edits, ${rate} a second`)
  for (const [name, times, limit] of rows) {
    const ratio = (quantile(times, 0.95) / limit).toFixed(2)
    console.log(`${name.padEnd(16)} ${describeTimes(times)}  p95 / limit of ${limit} ms: ${ratio}`)
  }
}
