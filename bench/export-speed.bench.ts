import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportItem } from '../src/dataset/export/export'
import { exportPairs } from '../src/dataset/export/export'
import { emptyDocument } from '../src/domain/document'
import { encodePng } from '../src/images/encode'
import { makePair } from '../src/images/testing'
import { encodeRle } from '../src/mask/rle'

/**
 * Exporting many pairs against copying their images and flushing them to the disk, which an export does too.
 * Copies are made before and after each export, as a disk that others use is not always as fast.
 * The goal is 80 % of that speed, and memory that does not grow with the pairs. `DELTASCRIBE_BENCH_PAIRS`
 * sets their count.
 */

const pairCount = Number(process.env['DELTASCRIBE_BENCH_PAIRS'] ?? 10_000)
const size = 256
const different = 50
const copiesAtOnce = 4
/** Asking for the memory takes a quarter of the time of a pair. */
const pairsAMeasure = 25

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))

async function makeItems(): Promise<ExportItem[]> {
  const source = join(folder, 'source')
  for (const side of ['before', 'after']) {
    mkdirSync(join(source, side), { recursive: true })
  }
  const made: { before: Uint8Array; after: Uint8Array; mask: ReturnType<typeof encodeRle> }[] = []
  for (let index = 0; index < different; index += 1) {
    const { before, after, mask } = makePair(index, size, size)
    const data = mask.map((value) => (value === 0 ? 0 : 1))
    made.push({
      before: await encodePng(before),
      after: await encodePng(after),
      mask: encodeRle({ width: size, height: size, data }),
    })
  }
  return Array.from({ length: pairCount }, (_, index) => {
    const { before, after, mask } = made[index % different]
    const key = `pair_${String(index).padStart(6, '0')}`
    const [beforePath, afterPath] = ['before', 'after'].map((side) => join(source, side, `${key}.png`))
    writeFileSync(beforePath, before)
    writeFileSync(afterPath, after)
    return itemOf(key, beforePath, afterPath, mask)
  })
}

function itemOf(
  key: string,
  beforePath: string,
  afterPath: string,
  mask: ReturnType<typeof encodeRle>,
): ExportItem {
  const source = { kind: 'person' } as const
  return {
    key,
    split: 'train',
    beforePath,
    afterPath,
    width: size,
    height: size,
    problem: null,
    proposedBy: null,
    document: {
      ...emptyDocument(),
      review: { state: 'accepted', notes: '', reviewer: null },
      regions: [
        { id: 'r', category: 'change', status: 'accepted', mask, beforeMask: null, source, score: null },
      ],
      captions: [{ id: 'c', text: 'a red thing is new', rank: 0, source, logProbability: null }],
    },
  }
}

/** Milliseconds for all images, with every file flushed. */
async function copyAll(items: readonly ExportItem[], out: string): Promise<number> {
  const start = performance.now()
  await mkdir(out)
  const paths = items.flatMap(({ beforePath, afterPath }) => [beforePath, afterPath]).entries()
  const work = async (): Promise<void> => {
    for (const [index, path] of paths) {
      const target = join(out, `${index}.png`)
      await copyFile(path, target)
      const handle = await open(target, 'r+')
      await handle.sync()
      await handle.close()
    }
  }
  await Promise.all(Array.from({ length: copiesAtOnce }, work))
  return performance.now() - start
}

async function main(): Promise<void> {
  const items = await makeItems()
  cpSync(items[0].beforePath, join(folder, 'warm.png'))
  const copy = async (): Promise<number> => {
    const ms = await copyAll(items, join(folder, 'copy'))
    rmSync(join(folder, 'copy'), { recursive: true })
    return ms
  }
  console.log(`${pairCount} pairs of ${size} x ${size}`)
  let copyBefore = await copy()
  for (const format of ['coco', 'a-b', 'levir-mci', 'webdataset', 'hugging-face-parquet'] as const) {
    const out = join(folder, format)
    let [early, late] = [0, 0]
    const progress = (done: number, total: number): void => {
      if (done % pairsAMeasure === 0) {
        const rss = process.memoryUsage.rss()
        early = done <= total / 4 ? Math.max(early, rss) : early
        late = Math.max(late, rss)
      }
    }
    const start = performance.now()
    const { signal } = new AbortController()
    await exportPairs(items, { format, out, states: ['accepted'] }, { progress, signal })
    const ms = performance.now() - start
    const files = (await readdir(out, { recursive: true })).length
    rmSync(out, { recursive: true })
    const copyAfter = await copy()
    const copyMs = (copyBefore + copyAfter) / 2
    const [share, growth] = [copyMs / ms, (late - early) / 2 ** 20]
    console.log(
      `${format}: ${(ms / 1000).toFixed(1)} s, ${files} files; copying ${(copyMs / 1000).toFixed(1)} s: ` +
        `${(100 * share).toFixed(0)} % of its speed (goal 80 %), ` +
        `memory grew by ${growth.toFixed(0)} MB after the first quarter`,
    )
    copyBefore = copyAfter
  }
}

try {
  await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
