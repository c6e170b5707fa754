import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decode } from 'fast-png'
import { decodeRle } from '../../../mask/rle'
import type { Rle } from '../../../mask/rle'
import { exportPairs } from '../../export/export'
import { planShards, writeShard } from '../../export/shards'
import { exportMade, madeItem, madeMask, madeRegion } from '../../export/testing'
import type { MaskShape } from '../../export/testing'

let folder: string
let out: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-web-'))
  out = join(folder, 'out')
})
afterEach(() => rm(folder, { recursive: true }))

interface Sample {
  id: string
  files: Map<string, Buffer>
}

interface Header {
  name: string
  mtime: number
  uid: number
}

async function entriesOf(path: string): Promise<{ header: Header; bytes: Buffer }[]> {
  const entries: { header: Header; bytes: Buffer }[] = []
  const reader = extract()
  Readable.from([await readFile(path)]).pipe(reader)
  for await (const entry of reader) {
    const { name, mtime, uid } = entry.header
    const chunks: Buffer[] = []
    for await (const chunk of entry) {
      chunks.push(chunk)
    }
    const header = { name, mtime: mtime?.getTime() ?? -1, uid: uid ?? -1 }
    entries.push({ header, bytes: Buffer.concat(chunks) })
  }
  return entries
}

/** WebDataset's `group_by_keys`: neighbours with one name up to the first dot are a sample. */
async function loadAsReference(shard: string): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const { header, bytes } of await entriesOf(join(out, shard))) {
    const name = basename(header.name)
    const dot = name.indexOf('.')
    const id = name.slice(0, dot)
    if (samples.at(-1)?.id !== id) {
      samples.push({ id, files: new Map() })
    }
    samples.at(-1)!.files.set(name.slice(dot + 1).toLowerCase(), bytes)
  }
  return samples
}

interface PairRecord {
  key: string
  split: string
  captions: string[]
  regions: { category: string; bbox: number[]; segmentation: Rle; before_segmentation?: Rle }[]
}

function recordOf({ files }: Sample): PairRecord {
  return JSON.parse(files.get('json')!.toString()) as PairRecord
}

describe('a WebDataset export, read as its reader groups it', () => {
  test.each<MaskShape>(['empty', 'full', 'ring', 'dots'])(
    'has the %s mask bit for bit, as PNG and as run lengths, and the images byte for byte',
    async (shape) => {
      const regions = [madeRegion('1', shape, { category: 'car', beforeMask: madeRegion('x', 'dots').mask })]
      const item = await madeItem(folder, 'a.b/c', {
        regions,
        captions: ['One', 'Zwei — ü'],
        item: { split: 'train' },
      })
      await exportMade([item], 'webdataset', out)
      const [sample] = await loadAsReference('train-000000.tar')
      expect([...sample.files.keys()]).toEqual(['before.png', 'after.png', 'mask.png', 'json'])
      expect(sample.files.get('before.png')).toEqual(await readFile(item.beforePath))
      expect(sample.files.get('after.png')).toEqual(await readFile(item.afterPath))
      const mask = decode(sample.files.get('mask.png')!)
      expect([mask.channels, [...mask.data]]).toEqual([1, [...madeMask(shape)].map((value) => value * 255)])
      const record = recordOf(sample)
      expect(record).toMatchObject({ key: 'a.b/c', split: 'train', captions: ['One', 'Zwei — ü'] })
      expect(decodeRle(record.regions[0].segmentation).data).toEqual(madeMask(shape))
      expect(record.regions[0].before_segmentation).toEqual(regions[0].beforeMask)
    },
  )

  test('has shards for each split, ids without a dot whatever the keys, and nothing left over', async () => {
    const keys = ['../../up', 'a.b', 'A.B', 'x'.repeat(300), '.hidden', 'val/1']
    const items = await Promise.all(
      keys.map((key) => madeItem(folder, key, { item: { split: key === 'val/1' ? 'val' : 'train' } })),
    )
    await exportMade(items, 'webdataset', out)
    expect((await readdir(out)).sort()).toEqual(
      [
        '.deltascribe-export',
        'README.md',
        'manifest.sha256',
        'shards.jsonl',
        'train-000000.tar',
        'val-000000.tar',
      ].sort(),
    )
    const train = await loadAsReference('train-000000.tar')
    expect(train.map((sample) => recordOf(sample).key)).toEqual(keys.slice(0, 5))
    expect(train.every(({ files }) => files.size === 4)).toBe(true)
    expect((await loadAsReference('val-000000.tar')).map((sample) => recordOf(sample).key)).toEqual(['val/1'])
    expect(await readFile(join(out, 'shards.jsonl'), 'utf8')).toBe(
      '{"shard":"train-000000.tar","samples":5}\n{"shard":"val-000000.tar","samples":1}\n',
    )
    expect(await readFile(join(out, 'README.md'), 'utf8')).not.toContain('pairs.jsonl')
  })

  test('carries no date and no owner', async () => {
    await exportMade([await madeItem(folder, 'a', { item: { split: 'train' } })], 'webdataset', out)
    const entries = await entriesOf(join(out, 'train-000000.tar'))
    expect(new Set(entries.map(({ header }) => `${header.mtime} ${header.uid}`))).toEqual(new Set(['0 0']))
  })
})

function planned(sizes: readonly number[], maxBytes: number): number[][] {
  const samples = sizes.map((bytes) => ({ members: [{ bytes }] }))
  return planShards(samples, maxBytes).map((shard) => shard.map(({ members }) => members[0].bytes))
}

describe('shards', () => {
  test('hold as many samples as fit with headers and padding', () => {
    expect(planned([512, 1, 512], 2048)).toEqual([[512, 1], [512]])
    expect(planned([513, 1], 2048)).toEqual([[513], [1]])
  })

  test('of one sample where that is larger than a shard', () => {
    expect(planned([1, 9999, 1], 2048)).toEqual([[1], [9999], [1]])
    expect(planned([], 2048)).toEqual([])
  })

  test('have the size that was planned, and all of files larger than any buffer', async () => {
    const bytes = Buffer.alloc(3_000_001, 'abc')
    const names = ['1.before.png', '1.after.png']
    const packed = await writeShard(join(folder, 'x.tar'), given(names.map((name) => ({ name, bytes }))))
    const written = await readFile(join(folder, 'x.tar'))
    expect(written).toHaveLength(2 * (512 + 3_000_320) + 1024)
    expect(packed).toEqual({
      bytes: written.length,
      sha256: createHash('sha256').update(written).digest('hex'),
    })
    const [, second] = await entriesOf(join(folder, 'x.tar'))
    expect(second.header.name).toBe('1.after.png')
    expect(second.bytes.equals(bytes)).toBe(true)
  })

  test('fail with the reason where a member cannot be read or the shard not be written', async () => {
    const gone = Object.assign(new Error('gone'), { code: 'ENOENT' })
    await expect(writeShard(join(folder, 'x.tar'), failing(gone))).rejects.toBe(gone)
    await (await open(join(folder, 'taken.tar'), 'w')).close()
    await expect(writeShard(join(folder, 'taken.tar'), given([]))).rejects.toMatchObject({ code: 'EEXIST' })
  })

  test('say so where an image is another than it was when it was looked at', async () => {
    const items = [await madeItem(folder, 'a'), await madeItem(folder, 'b')]
    const options = { format: 'webdataset', out: join(folder, 'changed'), states: ['accepted'] } as const
    const progress = (done: number): void => {
      if (done === 2) {
        writeFileSync(items[1].beforePath, 'another')
      }
    }
    const { signal } = new AbortController()
    await expect(
      exportPairs(items, { ...options, states: [...options.states] }, { progress, signal }),
    ).rejects.toMatchObject({
      failure: {
        code: 'cannot-write',
        path: items[1].beforePath,
        message: expect.stringContaining('was changed while it was exported') as string,
      },
    })
  })
})

async function* given<T>(members: readonly T[]): AsyncGenerator<T> {
  yield* members
}

function failing(error: Error): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) }
}
