import { mkdtempSync, rmSync, openSync, writeSync, fsyncSync, closeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyRle, encodeRle } from '../src/mask/rle'
import type { Diff } from '../src/domain/diff'
import type { Database } from '../src/store/database'
import { postgresLocation } from '../src/store/postgres/location'
import { openPostgres } from '../src/store/postgres/postgres-database'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { ProjectStore } from '../src/store/project-store'
import { describeTimes, quantile } from './statistics'

/**
 * Time from an edit's arrival in the engine to its being on the disk: brush strokes on a 4096 x 4096 mask
 * that grows with each. Limit: 100 ms. Peer: one append and fsync of the same bytes to a plain file. Where a server of
 * PostgreSQL is, the same strokes go to a project there too, stroke by stroke in turn.
 */
const SIDE = 4096
const STROKES = 300
const LIMIT_MILLISECONDS = 100

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const region = {
  id: 'r',
  category: 'change',
  status: 'accepted' as const,
  mask: emptyRle(SIDE, SIDE),
  beforeMask: null,
  source: { kind: 'person' as const },
  score: null,
}
const programs = serverPrograms()
const server = programs === null ? null : await startTestServer(programs)

const store = begun(join(folder, 'project.db'))
const inDatabase = server === null ? null : begun(openPostgres(postgresLocation(server.url)))

const edits: number[] = []
const databaseEdits: number[] = []
const plain: number[] = []
const file = openSync(join(folder, 'plain'), 'a')
for (let stroke = 0; stroke < STROKES; stroke += 1) {
  const diff: Diff = [{ type: 'region.mask', regionId: 'r', frame: 'after', flip: strokeMask(stroke) }]
  edits.push(timeOf(store, diff))
  if (inDatabase !== null) {
    databaseEdits.push(timeOf(inDatabase, diff))
  }
  const startPlain = performance.now()
  writeSync(file, JSON.stringify(diff))
  fsyncSync(file)
  plain.push(performance.now() - startPlain)
}
closeSync(file)

const [first] = store.open(1).document.regions
console.log(
  `edit to durable, ${STROKES} strokes, mask of ${(first.mask.counts.length / 1024).toFixed(0)} KB at the end`,
)
console.log(`  store        ${describeTimes(edits)}`)
console.log(`  plain fsync  ${describeTimes(plain)}`)
console.log(`  p95 / plain p95: ${(quantile(edits, 0.95) / quantile(plain, 0.95)).toFixed(1)}`)
console.log(
  `  p95 / limit of ${LIMIT_MILLISECONDS} ms: ${(quantile(edits, 0.95) / LIMIT_MILLISECONDS).toFixed(3)}`,
)
if (inDatabase !== null) {
  console.log(`  PostgreSQL   ${describeTimes(databaseEdits)}`)
  console.log(
    `  p95 / p95 of a file: ${(quantile(databaseEdits, 0.95) / quantile(edits, 0.95)).toFixed(2)}, / limit: ${(quantile(databaseEdits, 0.95) / LIMIT_MILLISECONDS).toFixed(3)}`,
  )
}
store.close()
inDatabase?.close()
await server?.stop()
rmSync(folder, { recursive: true })

/** A project with one pair and one empty region. */
function begun(place: string | Database): ProjectStore {
  const project = new ProjectStore(place)
  project.pairs.synchronise([{ key: 'p', split: null, before: 'a', after: 'b', label: null, caption: null }])
  project.edit(1, randomUUID(), 'New region', [{ type: 'region.add', region, index: 0 }], '')
  return project
}

/** Milliseconds. */
function timeOf(project: ProjectStore, diff: Diff): number {
  const start = performance.now()
  project.edit(1, randomUUID(), 'Brush stroke', diff, '')
  return performance.now() - start
}

/** A wavy horizontal stroke, 600 px long and 24 px high. */
function strokeMask(index: number): ReturnType<typeof encodeRle> {
  const data = new Uint8Array(SIDE * SIDE)
  const [left, top] = [(index * 397) % (SIDE - 700), 40 + ((index * 811) % (SIDE - 120))]
  for (let x = left; x < left + 600; x += 1) {
    const y = top + Math.round(8 * Math.sin(x / 20))
    for (let row = y; row < y + 24; row += 1) {
      data[row * SIDE + x] = 1
    }
  }
  return encodeRle({ width: SIDE, height: SIDE, data }, { x: left, y: top - 10, width: 600, height: 50 })
}
