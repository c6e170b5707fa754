import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { SimilarPairs } from '../src/engine/similar/similar-pairs'
import { DETECTOR_ENCODER } from '../src/similar/encoders'
import { DIMENSIONS } from '../src/similar/embedding'
import { madeSet } from '../src/similar/testing'
import { inTransaction } from '../src/store/database'
import { openDatabase } from '../src/store/sqlite-database'
import { PairEmbeddingTable } from '../src/store/pair-embeddings'
import { STORE_NAME } from '../src/store/project-store'

/**
 * `npm run bench -- similar-store`: the same by the engine's thread, which reads 100,000 embeddings from the store, and
 * the longest time that the engine answers nobody meanwhile. `DELTASCRIBE_BENCH_PAIRS` sets the count.
 */
const COUNT = Number(process.env['DELTASCRIBE_BENCH_PAIRS'] ?? 100_000)
const KINDS = 60
const FINGERPRINT_WORDS = 32
const LIMITS = { first: 5, next: 1, map: 5 }

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const storeAddress = join(folder, STORE_NAME)

function fill(): void {
  const database = openDatabase(storeAddress)
  const table = new PairEmbeddingTable(database)
  const { values } = madeSet(COUNT, KINDS)
  const pair = database.prepare('INSERT INTO pairs (key, before, after, position) VALUES (?, ?, ?, ?)')
  inTransaction(database, () => {
    for (let at = 0; at < COUNT; at += 1) {
      pair.run(`pair-${at}`, `A/${at}.png`, `B/${at}.png`, at)
      const embedding = values.slice(at * DIMENSIONS, (at + 1) * DIMENSIONS)
      // fingerprints of flat images: none is alike another
      const fingerprints = new Int32Array(FINGERPRINT_WORDS)
      table.put({ pairId: at + 1, encoder: DETECTOR_ENCODER, files: String(at), embedding, fingerprints })
    }
  })
  database.close()
}

async function report(name: string, limit: number, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  const taken = (performance.now() - started) / 1000
  console.log(`  ${name}: ${taken.toFixed(2)} s, ${(taken / limit).toFixed(2)} of the limit`)
}

fill()
const pairs = new SimilarPairs({ storeAddress, encoder: DETECTOR_ENCODER })
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const ids = Array.from({ length: COUNT }, (_, at) => at + 1)
await report(`${COUNT.toLocaleString()} pairs like one, the first time`, LIMITS.first, () =>
  pairs.nearest(1, null),
)
await report('pairs like another', LIMITS.next, () => pairs.nearest(2, null))
await report('the map', LIMITS.map, () => pairs.map(ids, null, null))
await report('the map again, for another filter', LIMITS.next, () =>
  pairs.map(ids.slice(0, COUNT / 2), null, null),
)
delay.disable()
console.log(`  the longest time without an answer to anybody else: ${(delay.max / 1e9).toFixed(2)} s`)
pairs.close()
rmSync(folder, { recursive: true, maxRetries: 20 })
