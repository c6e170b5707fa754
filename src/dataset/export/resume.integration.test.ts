import { existsSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commonFormatNames } from '../formats/list'
import type { ExportOptions, ExportReport } from '../../contract/work'
import { encodePng } from '../../images/raster'
import { makePair } from '../../images/testing'
import { filesIn } from '../import/testing'
import { partialFolder } from './partial-export'
import { exportPairs } from './export'
import type { ExportItem } from './export-pair'
import { discardStopped, stoppedExport } from './write-partial-export'
import { madeHeight, madeItem, madeRegion, madeWidth } from './testing'
import { englishOf } from '../../messages/message'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-resume-'))
  out = join(folder, 'deep/out')
})
afterEach(() => rm(folder, { recursive: true }))

function items(count = 12): Promise<ExportItem[]> {
  const keys = Array.from({ length: count }, (_, index) => `seq/${String(index).padStart(2, '0')}`)
  return Promise.all(
    keys.map((key, index) =>
      madeItem(folder, key, {
        regions: [madeRegion('1', index % 2 === 0 ? 'ring' : 'dots')],
        captions: [`caption ${index}`],
        item: { split: index % 4 === 3 ? 'val' : 'train' },
      }),
    ),
  )
}

type Change = Partial<ExportOptions> & { signal?: AbortSignal; stopAt?: number }

function write(
  of: ExportItem[],
  format: string,
  { signal, stopAt = Infinity, ...change }: Change = {},
): Promise<ExportReport> {
  const controller = new AbortController()
  const progress = (done: number): void => {
    if (done >= stopAt) {
      controller.abort()
    }
  }
  const options: ExportOptions = { format, out, states: ['accepted', 'corrected'], ...change }
  return exportPairs(of, options, { progress, signal: signal ?? controller.signal })
}

async function stopped(of: ExportItem[], format: string, change: Change = { stopAt: 3 }): Promise<void> {
  await expect(write(of, format, change)).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  expect(existsSync(out)).toBe(false)
}

/** The same as without a stop, and nothing beside it. */
async function expectWhole(of: ExportItem[], format: string, change: Change = {}): Promise<void> {
  const straight = join(folder, 'straight')
  await rm(straight, { recursive: true, force: true })
  await write(of, format, { ...change, out: straight })
  expect(await filesIn(out)).toEqual(await filesIn(straight))
  expect(await readdir(join(folder, 'deep'))).toEqual(['out'])
}

/** Marks a PNG file as lying upside down, by EXIF. */
async function turn(path: string): Promise<void> {
  const bytes = await readFile(path)
  const exif = Buffer.from('eXIfII*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x03\0\0\0\0\0\0\0', 'latin1')
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(exif.length - 4)
  check.writeUInt32BE(crc32(exif))
  const headerEnd = 33
  await writeFile(
    path,
    Buffer.concat([bytes.subarray(0, headerEnd), length, exif, check, bytes.subarray(headerEnd)]),
  )
}

/** Stopped as soon as a file is there. */
function untilThere(path: string): AbortSignal {
  return Object.create(new AbortController().signal, {
    aborted: { get: () => existsSync(join(partialFolder(out), 'files', path)) },
  }) as AbortSignal
}

describe.each(commonFormatNames)('an export to %s that was stopped', (format) => {
  test('goes on where it stood, byte-equal to one without a stop, and says so', async () => {
    const all = await items()
    await stopped(all, format)
    const { pairCount } = (await stoppedExport(out))!
    expect(pairCount).toBeGreaterThanOrEqual(3)
    expect(pairCount).toBeLessThan(12)
    const { notices } = await write(all, format)
    expect(englishOf(notices[0])).toBe(
      `Went on from an export that had been stopped: ${pairCount} pairs are there already.`,
    )
    await expectWhole(all, format)
  })

  test('after the last pair, before its lists, has nothing left to do but those', async () => {
    const all = await items()
    await stopped(all, format, { stopAt: 12 })
    const { notices } = await write(all, format)
    expect(englishOf(notices[0])).toContain('12 pairs are there already')
    await expectWhole(all, format)
  })

  test('makes anew what has changed since, and only that', async () => {
    const all = await items()
    await stopped(all, format, { stopAt: 12 })
    all[2].document.captions[0].text = 'said better'
    all[4].document.regions = [madeRegion('2', 'full')]
    await writeFile(all[6].afterPath, await encodePng(makePair(99, madeWidth, madeHeight).after))
    const { notices } = await write(all, format)
    expect(englishOf(notices[0])).toContain('9 pairs are there already')
    expect(englishOf(notices[1])).toBe('Changed since and made anew: 3 pairs.')
    await expectWhole(all, format)
  })

  test('trusts no file that is not as it was written', async () => {
    const all = await items()
    // converted, as archives hold files on the disk only of such
    await Promise.all(all.slice(0, 2).map(({ afterPath }) => turn(afterPath)))
    await stopped(all, format, { stopAt: 12 })
    const files = join(partialFolder(out), 'files')
    const entries = await readdir(files, { recursive: true, withFileTypes: true })
    const [one, other] = entries
      .filter(({ name }) => name.endsWith('.png'))
      .map(({ parentPath, name }) => join(parentPath, name))
    await truncate(one, 3)
    await rm(other)
    await writeFile(join(files, 'README.md'), 'half')
    const { notices } = await write(all, format)
    expect(englishOf(notices[1])).toMatch(/^Changed since and made anew: [12] pairs?\.$/)
    await expectWhole(all, format)
  })
})

describe('a stopped export', () => {
  test('of another choice is begun anew, and that is said', async () => {
    const all = await items()
    await stopped(all, 'coco')
    const { notices } = await write(all, 'a-b')
    expect(englishOf(notices[0])).toBe(
      'An export to this folder had been stopped; it had another choice, so this one began anew.',
    )
    await expectWhole(all, 'a-b')
  })

  test.each(['link', 'reference'] as const)('with images by %s goes on', async (images) => {
    const all = await items()
    await stopped(all, 'coco', { images, stopAt: 5 })
    await write(all, 'coco', { images })
    const files = (await readdir(join(out, 'images/after'))).filter((name) => name.endsWith('.png'))
    expect(files).toHaveLength(12)
    const target = await readlink(join(out, 'images/after', files[0])).catch(() => null)
    expect(target).toBe(images === 'reference' ? all[0].afterPath : null)
    await expectWhole(all, 'coco', { images })
  })

  test('between two archives keeps the first', async () => {
    const all = await items()
    await stopped(all, 'webdataset', { signal: untilThere('train-000000.tar') })
    const { notices } = await write(all, 'webdataset')
    expect(englishOf(notices[0])).toContain('12 pairs are there already')
    await expectWhole(all, 'webdataset')
  })

  test.each(['webdataset', 'hugging-face-parquet'] as const)(
    'between two archives of %s begins anew where an image in the first has changed',
    async (format) => {
      const all = await items()
      const first = format === 'webdataset' ? 'train-000000.tar' : 'data/train-00000-of-00001.parquet'
      await stopped(all, format, { signal: untilThere(first) })
      await writeFile(all[0].afterPath, await encodePng(makePair(99, madeWidth, madeHeight).after))
      expect((await write(all, format)).pairCount).toBe(12)
      await expectWhole(all, format)
    },
  )

  test('of CLEVR-Change goes on where some files have their numbers already', async () => {
    const all = await items()
    await stopped(all, 'clevr-change', { signal: untilThere('data/sc_images/CLEVR_semantic_000004.png') })
    const { notices } = await write(all, 'clevr-change')
    expect(englishOf(notices[0])).toContain('12 pairs are there already')
    await expectWhole(all, 'clevr-change')
  })

  test('can be thrown away', async () => {
    await stopped(await items(), 'coco')
    await discardStopped(out)
    expect(await stoppedExport(out)).toBeNull()
    expect(await readdir(join(folder, 'deep'))).toEqual([])
  })

  test('with a damaged journal, or a link in its place, is begun anew without following it', async () => {
    const all = await items(3)
    await mkdir(partialFolder(out), { recursive: true })
    await writeFile(join(partialFolder(out), 'journal.db'), 'no database')
    await write(all, 'coco')
    await expectWhole(all, 'coco')
    await rm(out, { recursive: true })
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    await symlink(elsewhere, partialFolder(out))
    await write(all, 'coco')
    await expectWhole(all, 'coco')
    expect(await readdir(elsewhere)).toEqual([])
  })

  test('keeps a second export out of its folder while it runs', async () => {
    const all = await items()
    const [one, other] = await Promise.allSettled([write(all, 'coco'), write(all, 'coco')])
    const failed = one.status === 'rejected' ? one : (other as PromiseRejectedResult)
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(failed.reason).toMatchObject({
      failure: { code: 'cannot-write', message: expect.stringContaining('is running') as string },
    })
    await expectWhole(all, 'coco')
  })
})
