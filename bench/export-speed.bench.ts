import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportItem } from '../src/dataset/export/export'
import { exportPairs } from '../src/dataset/export/export'
import { emptyDocument } from '../src/domain/document'
import { encodePng } from '../src/images/raster'
import { makePair } from '../src/images/testing'
import { encodeRle } from '../src/mask/rle'

/**
 * Exporting many pairs against copying their images and flushing them to the disk, which an export does too.
 * Copies are made before and after each export, as a disk that others use is not always as fast. Nothing is
 * deleted before the end: where many files have just been deleted, some disks are slow to make new ones.
 * The goal is 80 % of that speed, and memory that does not grow with the pairs. `DELTASCRIBE_BENCH_PAIRS`
 * sets their count, `DELTASCRIBE_BENCH_FORMATS` the formats, with commas between them.
 */

const pairCount = Number(process.env['DELTASCRIBE_BENCH_PAIRS'] ?? 10_000)
const formats = (
  process.env['DELTASCRIBE_BENCH_FORMATS'] ?? 'coco,a-b,levir-mci,webdataset,hugging-face-parquet'
).split(',')
const SIZE = 256
const DIFFERENT = 50
const COPIES_AT_ONCE = 4
/** Measuring memory takes a quarter of the time of a pair. */
const PAIRS_AMEASURE = 25

const folder = mkdtempSync(join(tmpdir(), 'deltascribe-bench-'))

async function makeItems(): Promise<ExportItem[]> {
  const source = join(folder, 'source')
  for (const side of ['before', 'after']) {
    mkdirSync(join(source, side), { recursive: true })
  }
  const sources: { before: Uint8Array; after: Uint8Array; mask: ReturnType<typeof encodeRle> }[] = []
  for (let index = 0; index < DIFFERENT; index += 1) {
    const { before, after, mask } = makePair(index, SIZE, SIZE)
    const data = mask.map((value) => (value === 0 ? 0 : 1))
    sources.push({
      before: await encodePng(before),
      after: await encodePng(after),
      mask: encodeRle({ width: SIZE, height: SIZE, data }),
    })
  }
  return Array.from({ length: pairCount }, (_, index) => {
    const { before, after, mask } = sources[index % DIFFERENT]
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
    width: SIZE,
    height: SIZE,
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

interface Cost {
  milliseconds: number
  /** Of this process, all its threads together. */
  processorMilliseconds: number
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { milliseconds: performance.now() - start, processorMilliseconds: (user + system) / 1000 }
}

function meanOf(one: Cost, other: Cost): Cost {
  return {
    milliseconds: (one.milliseconds + other.milliseconds) / 2,
    processorMilliseconds: (one.processorMilliseconds + other.processorMilliseconds) / 2,
  }
}

/** All images, with every file flushed. */
async function copyAll(items: readonly ExportItem[], out: string): Promise<void> {
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
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, work))
}

async function main(): Promise<void> {
  const items = await makeItems()
  cpSync(items[0].beforePath, join(folder, 'warm.png'))
  let copies = 0
  const copy = (): Promise<Cost> => {
    copies += 1
    return costOf(() => copyAll(items, join(folder, `copy-${copies}`)))
  }
  console.log(`${pairCount} pairs of ${SIZE} x ${SIZE}`)
  let copiedBefore = await copy()
  for (const format of formats) {
    const out = join(folder, format)
    let [early, late] = [0, 0]
    const progress = (done: number, total: number): void => {
      if (done % PAIRS_AMEASURE === 0) {
        const rss = process.memoryUsage.rss()
        early = done <= total / 4 ? Math.max(early, rss) : early
        late = Math.max(late, rss)
      }
    }
    const { signal } = new AbortController()
    const exported = await costOf(async () => {
      await exportPairs(items, { format, out, states: ['accepted'] }, { progress, signal })
    })
    const files = (await readdir(out, { recursive: true })).length
    const copiedAfter = await copy()
    const copied = meanOf(copiedBefore, copiedAfter)
    copiedBefore = copiedAfter
    const share = copied.milliseconds / exported.milliseconds
    const processor = exported.processorMilliseconds / copied.processorMilliseconds
    console.log(
      `${format}: ${(exported.milliseconds / 1000).toFixed(1)} s, ${files} files; ` +
        `copying ${(copied.milliseconds / 1000).toFixed(1)} s: ` +
        `${(100 * share).toFixed(0)} % of its speed (goal 80 %), ` +
        `${processor.toFixed(2)} times its processor time, ` +
        `memory grew by ${((late - early) / 2 ** 20).toFixed(0)} MB after the first quarter`,
    )
  }
}

try {
  await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
