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
const side = 4096
const strokes = 300
const limitMilliseconds = 100

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))
const store = new ProjectStore(join(folder, 'project.db'))
store.pairs.synchronise([{ key: 'p', split: null, before: 'a', after: 'b', label: null, caption: null }])
const region = {
  id: 'r',
  category: 'change',
  status: 'accepted' as const,
  mask: emptyRle(side, side),
  beforeMask: null,
  source: { kind: 'person' as const },
  score: null,
}
store.edit(1, randomUUID(), 'New region', [{ type: 'region.add', region, index: 0 }], '')

const edits: number[] = []
const plain: number[] = []
const file = openSync(join(folder, 'plain'), 'a')
for (let stroke = 0; stroke < strokes; stroke += 1) {
  const diff: Diff = [{ type: 'region.mask', regionId: 'r', frame: 'after', flip: strokeMask(stroke) }]
  const start = performance.now()
  store.edit(1, randomUUID(), 'Brush stroke', diff, '')
  edits.push(performance.now() - start)
  const startPlain = performance.now()
  writeSync(file, JSON.stringify(diff))
  fsyncSync(file)
  plain.push(performance.now() - startPlain)
}
closeSync(file)

const [first] = store.open(1).document.regions
console.log(
  `edit to durable, ${strokes} strokes, mask of ${(first.mask.counts.length / 1024).toFixed(0)} KB at the end`,
)
console.log(`  store        ${describeTimes(edits)}`)
console.log(`  plain fsync  ${describeTimes(plain)}`)
console.log(`  p95 / plain p95: ${(quantile(edits, 0.95) / quantile(plain, 0.95)).toFixed(1)}`)
console.log(
  `  p95 / limit of ${limitMilliseconds} ms: ${(quantile(edits, 0.95) / limitMilliseconds).toFixed(3)}`,
)
store.close()
rmSync(folder, { recursive: true })

/** A wavy horizontal stroke, 600 px long and 24 px high. */
function strokeMask(index: number): ReturnType<typeof encodeRle> {
  const data = new Uint8Array(side * side)
  const [left, top] = [(index * 397) % (side - 700), 40 + ((index * 811) % (side - 120))]
  for (let x = left; x < left + 600; x += 1) {
    const y = top + Math.round(8 * Math.sin(x / 20))
    for (let row = y; row < y + 24; row += 1) {
      data[row * side + x] = 1
    }
  }
  return encodeRle({ width: side, height: side, data }, { x: left, y: top - 10, width: 600, height: 50 })
}
