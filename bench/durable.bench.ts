import { mkdtempSync, rmSync, openSync, writeSync, fsyncSync, closeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyRle, encodeRle } from '../src/mask/rle'
import type { Diff } from '../src/domain/diff'
import { ProjectStore } from '../src/store/project-store'
import { describeTimes, quantile } from './statistics'

/**
 * Time from an edit's arrival in the engine to its being on the disk: brush strokes on a 4096 x 4096 mask
 * that grows with each. Limit: 100 ms. Peer: one append and fsync of the same bytes to a plain file.
 */
const SIDE = 4096
const STROKES = 300
const LIMIT_MILLISECONDS = 100

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const store = new ProjectStore(join(folder, 'project.db'))
store.pairs.synchronise([{ key: 'p', split: null, before: 'a', after: 'b', label: null, caption: null }])
const region = {
  id: 'r',
  category: 'change',
  status: 'accepted' as const,
  mask: emptyRle(SIDE, SIDE),
  beforeMask: null,
  source: { kind: 'person' as const },
  score: null,
}
store.edit(1, randomUUID(), 'New region', [{ type: 'region.add', region, index: 0 }], '')

const EDITS: number[] = []
const PLAIN: number[] = []
const file = openSync(join(folder, 'plain'), 'a')
for (let stroke = 0; stroke < STROKES; stroke += 1) {
  const diff: Diff = [{ type: 'region.mask', regionId: 'r', frame: 'after', flip: strokeMask(stroke) }]
  const start = performance.now()
  store.edit(1, randomUUID(), 'Brush stroke', diff, '')
  EDITS.push(performance.now() - start)
  const startPlain = performance.now()
  writeSync(file, JSON.stringify(diff))
  fsyncSync(file)
  PLAIN.push(performance.now() - startPlain)
}
closeSync(file)

const [first] = store.open(1).document.regions
console.log(
  `edit to durable, ${STROKES} strokes, mask of ${(first.mask.counts.length / 1024).toFixed(0)} KB at the end`,
)
console.log(`  store        ${describeTimes(EDITS)}`)
console.log(`  plain fsync  ${describeTimes(PLAIN)}`)
console.log(`  p95 / plain p95: ${(quantile(EDITS, 0.95) / quantile(PLAIN, 0.95)).toFixed(1)}`)
console.log(
  `  p95 / limit of ${LIMIT_MILLISECONDS} ms: ${(quantile(EDITS, 0.95) / LIMIT_MILLISECONDS).toFixed(3)}`,
)
store.close()
rmSync(folder, { recursive: true })

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
