import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetMetadata } from 'hyparquet'
import type { FileMetaData } from 'hyparquet'
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatasetProblem } from '../../contract/dataset'
import { writeParquet } from '../parquet'
import type { ParquetRow } from '../parquet'
import { checkDataset } from './check'
import { rowsOf } from '../formats/hugging-face/parquet-reader'
import { ImportProblem } from './problems'
import { Source } from './source'
import { madeImages, put } from './testing'

/** Small files that claim to be large, or are once they are unpacked. */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-endless-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function problemsOf(format: string): Promise<DatasetProblem[]> {
  return (await checkDataset(folder, format, null)).problems
}

async function linesOf(path: string): Promise<{ line: number | null; value: unknown }[]> {
  const source = await Source.open(folder)
  const lines = []
  for await (const { location, value } of source.lines(path)) {
    lines.push({ line: location.line, value })
  }
  return lines
}

test('lines of every kind of end, and of characters over the border of two chunks', async () => {
  const long = 'é'.repeat(70_000)
  const text = `\uFEFF{"a": 1}\r\n\n["\u2028"]\n"${long}"\n2`
  await writeFile(join(folder, 'plain.jsonl'), text)
  await writeFile(join(folder, 'packed.jsonl.gz'), gzipSync(text))
  const wanted = [
    { line: 1, value: { a: 1 } },
    { line: 3, value: ['\u2028'] },
    { line: 4, value: long },
    { line: 5, value: 2 },
  ]
  expect(await linesOf('plain.jsonl')).toEqual(wanted)
  expect(await linesOf('packed.jsonl.gz')).toEqual(wanted)
})

test('a packed list that cannot be read, or is cut off, fails its reading and nothing else', async () => {
  await mkdir(join(folder, 'folder.jsonl.gz'))
  await expect(linesOf('folder.jsonl.gz')).rejects.toThrow(/folder\.jsonl\.gz cannot be read: EISDIR/)
  await writeFile(join(folder, 'cut.jsonl.gz'), gzipSync('{"a": 1}\n'.repeat(9000)).subarray(0, -20))
  await expect(linesOf('cut.jsonl.gz')).rejects.toThrow(ImportProblem)
})

test('a line longer than any text can be is told, and ends the reading', async () => {
  const part = gzipSync(Buffer.alloc(2 ** 24, 'a'))
  const start = gzipSync('{"a": 1}\n')
  await writeFile(join(folder, 'long.jsonl.gz'), Buffer.concat([start, ...Array<Buffer>(34).fill(part)]))
  const lines = await linesOf('long.jsonl.gz')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ line: 2, value: { message: expect.stringContaining('64 MB') as string } })
})

/** A tar header that claims so many bytes. Source: POSIX pax, ustar interchange format. */
function tarHeader(type: string, size: number, name = 'long'): Buffer {
  const header = Buffer.alloc(512)
  header.write(name)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write(`${' '.repeat(8)}${type}`, 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148)
  return header
}

function attribute(name: string, value: number): string {
  const rest = ` ${name}=${value}\n`
  return `${rest.length + 2}${rest}`
}

function tarBlocks(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

function putTar(...blocks: Buffer[]): Promise<void> {
  return put(folder, 'train-000000.tar', Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

test.each(['x', 'g', 'L', 'K'])('a tar header of type %s that claims gigabytes is refused', async (type) => {
  await putTar(tarHeader(type, 2 ** 32), Buffer.alloc(2 ** 22))
  const [{ message }] = await problemsOf('webdataset')
  expect(message).toContain('a header in it claims 4294967296 bytes')
})

test('tar attributes that point back to themselves are refused', async () => {
  await putTar(tarHeader('x', 6), tarBlocks(Buffer.from('-6 a=b')))
  expect((await problemsOf('webdataset'))[0].message).toContain('a length below 0')
})

test('a tar member whose length and name stand in its attributes is followed', async () => {
  const { before, after } = await madeImages()
  const attributes = Buffer.from(`21 path=1.before.png\n${attribute('size', before.length)}`)
  const global = Buffer.from('11 size=77\n')
  await putTar(
    tarHeader('g', global.length),
    tarBlocks(global),
    tarHeader('x', attributes.length),
    tarBlocks(attributes),
    tarHeader('0', 0, 'short'),
    tarBlocks(before),
    tarHeader('0', after.length, '1.after.png'),
    tarBlocks(after),
  )
  const { pairCount, problems } = await checkDataset(folder, 'webdataset', null)
  expect([pairCount, problems]).toEqual([1, []])
})

const LARGE = 300 * 2 ** 20

/** A tar whose members have their bytes, or as many zeros, which take no room on the disk. */
async function putSparseTar(
  members: readonly (readonly [name: string, bytes: Buffer | number])[],
): Promise<void> {
  const file = await open(join(folder, 'train-000000.tar'), 'w')
  let at = 0
  for (const [name, bytes] of members) {
    const size = typeof bytes === 'number' ? bytes : bytes.length
    await file.write(tarHeader('0', size, name), 0, 512, at)
    if (typeof bytes !== 'number') {
      await file.write(bytes, 0, size, at + 512)
    }
    at += 512 + 512 * Math.ceil(size / 512)
  }
  await file.truncate(at + 1024)
  await file.close()
}

/** What `work` answers, and the most bytes that it held in buffers at once. */
async function withPeak<T>(work: () => Promise<T>): Promise<{ value: T; peak: number }> {
  const before = process.memoryUsage().arrayBuffers
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)), 2)
  try {
    return { value: await work(), peak }
  } finally {
    clearInterval(timer)
  }
}

test('a large image in a tar goes to the disk as it comes, and never lies in memory whole', async () => {
  const { before, after } = await madeImages()
  await putSparseTar([
    ['1.before.png', before],
    ['1.after.png', LARGE],
    ['2.before.png', before],
    ['2.after.png', after],
  ])
  const measured = await withPeak(() => checkDataset(folder, 'webdataset', null))
  expect(measured.value.pairCount).toBe(1)
  expect(measured.value.problems).toMatchObject([{ file: 'train-000000.tar/1.before.png' }])
  expect(measured.peak).toBeLessThan(LARGE / 2)
})

test('a text in a tar that is over its limit is refused by name, and its neighbours are taken', async () => {
  const { before, after } = await madeImages()
  await putSparseTar([
    ['1.before.png', before],
    ['1.after.png', after],
    ['1.json', LARGE],
    ['2.before.png', before],
    ['2.after.png', after],
  ])
  const measured = await withPeak(() => checkDataset(folder, 'webdataset', null))
  expect(measured.value.pairCount).toBe(1)
  expect(measured.value.problems.map(({ message }) => message)).toEqual(['1.json is over 64 MB.'])
  expect(measured.peak).toBeLessThan(LARGE / 2)
})

test('a tar member that claims more bytes than there are is told', async () => {
  const { before } = await madeImages()
  await putTar(
    tarHeader('0', before.length, '1.before.png'),
    tarBlocks(before),
    tarHeader('0', LARGE, '1.after.png'),
  )
  const { pairCount, problems } = await checkDataset(folder, 'webdataset', null)
  expect([pairCount, problems[0].message]).toEqual([
    0,
    expect.stringMatching(
      /train-000000\.tar is damaged or no tar file: .*it ends before its last member does/,
    ),
  ])
})

async function putParquet(change: (metadata: FileMetaData) => void): Promise<void> {
  const { before, after } = await madeImages()
  const record = { key: '1', width: 12, height: 10, captions: ['x'], regions: [] }
  const [b, a] = [
    { bytes: before, path: 'b' },
    { bytes: after, path: 'a' },
  ]
  const row = { before: b, after: a, mask: b, record }
  await mkdir(join(folder, 'data'))
  const path = join(folder, 'data/train-00000-of-00001.parquet')
  async function* rows(): AsyncGenerator<ParquetRow> {
    yield row
  }
  await writeParquet(path, rows())
  const bytes = await readFile(path)
  const metadata = parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  change(metadata)
  const foot = new ByteWriter()
  writeMetadata(foot, metadata)
  foot.appendUint32(foot.index)
  const body = bytes.subarray(0, bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8))
  await writeFile(path, Buffer.concat([body, Buffer.from(foot.buffer, 0, foot.index), Buffer.from('PAR1')]))
}

test.each([
  ['file', (metadata: FileMetaData) => (metadata.num_rows = 2n ** 52n)],
  [
    'file and its only group',
    (metadata: FileMetaData) => {
      metadata.num_rows = 2n ** 52n
      metadata.row_groups[0].num_rows = 2n ** 52n
    },
  ],
])('rows that a parquet %s claims and does not have end the reading', async (_, change) => {
  await putParquet(change)
  const messages = (await problemsOf('hugging-face-parquet')).map(({ message }) => message)
  expect(messages.at(-1)).toContain('holds 1 of the 4503599627370496 rows that it claims')
  expect(messages.length).toBeLessThan(4)
})

test('a parquet group that claims to unpack to gigabytes is refused', async () => {
  await putParquet(({ row_groups: [{ columns }] }) => {
    columns[1].meta_data!.total_uncompressed_size = 2n ** 31n
  })
  const messages = (await problemsOf('hugging-face-parquet')).map(({ message }) => message)
  expect(messages[0]).toContain('has a row group of over 1 GB: write it with smaller row groups.')
})

test('rows of parquet groups come in order, and no byte of the file is read twice', async () => {
  const rowCount = 200
  const cells = (seed: number): Uint8Array[] =>
    Array.from({ length: rowCount }, (_, row) => new Uint8Array(3000).fill(row + seed))
  const columns = { before: cells(0), unwanted: cells(7), after: cells(1) }
  const bytes = parquetWriteBuffer({
    columnData: Object.entries(columns).map(([name, data]) => ({ name, data, type: 'BYTE_ARRAY' })),
    rowGroupSize: 90,
    codec: 'UNCOMPRESSED',
  })
  const metadata = parquetMetadata(bytes)
  expect(metadata.row_groups.map(({ num_rows: count }) => Number(count))).toEqual([90, 90, 20])
  let asked = 0
  const file = {
    byteLength: bytes.byteLength,
    slice(start: number, end = bytes.byteLength): ArrayBuffer {
      asked += end - start
      return bytes.slice(start, end)
    },
  }
  const rows = []
  for await (const row of rowsOf(file, metadata, ['before', 'after'], 'x.parquet')) {
    rows.push(Object.entries(row).map(([name, cell]) => [name, ...(cell as Uint8Array).subarray(0, 2)]))
  }
  expect(rows).toEqual(
    Array.from({ length: rowCount }, (_, row) => [
      ['before', row, row],
      ['after', row + 1, row + 1],
    ]),
  )
  expect(asked).toBeLessThan(bytes.byteLength)
})
