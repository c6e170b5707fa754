import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileCache } from './file-cache'

let root: string
let folder: string
let cache: FileCache

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deltascribe-cache-'))
  folder = join(root, 'cache')
  cache = new FileCache({ folder, mostBytes: 1000 })
  await cache.open()
})
afterEach(() => rm(root, { recursive: true, force: true }))

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const inFiles = (digest: string): string => join(folder, 'files', digest)

/** Sends these bytes whole; returns their digest. */
async function sent(content: string): Promise<string> {
  const part = Buffer.from(content)
  await cache.put(digestOf(part), { total: part.length, offset: 0, part })
  return digestOf(part)
}

test('a file comes in parts, also an empty one, and is there by its digest', async () => {
  const bytes = Buffer.from('first second')
  const digest = digestOf(bytes)
  expect(await cache.lacking([digest])).toEqual([digest])
  await cache.put(digest, { total: 12, offset: 0, part: bytes.subarray(0, 6) })
  expect(await cache.lacking([digest])).toEqual([digest])
  await cache.put(digest, { total: 12, offset: 6, part: bytes.subarray(6) })
  expect(await cache.lacking([digest])).toEqual([])
  expect((await readFile(await cache.file(digest))).equals(bytes)).toBe(true)
  expect(await readFile(await cache.file(await sent('')), 'utf8')).toBe('')
})

test('bytes that are not those of the digest are dropped', async () => {
  const digest = digestOf(Buffer.from('the model'))
  const lie = { total: 9, offset: 0, part: Buffer.from('THE MODEL') }
  await expect(cache.put(digest, lie)).rejects.toThrow('changed on the way')
  expect(await cache.lacking([digest])).toEqual([digest])
  await cache.close()
  expect(readdirSync(folder)).toEqual(['files'])
})

test('parts that do not follow each other, or are too many, are refused', async () => {
  const digest = digestOf(Buffer.from('abcdef'))
  const [abc, def] = [Buffer.from('abc'), Buffer.from('def')]
  await expect(cache.put(digest, { total: 6, offset: 3, part: def })).rejects.toThrow('follow each other')
  await cache.put(digest, { total: 6, offset: 0, part: abc })
  await expect(cache.put(digest, { total: 6, offset: 2, part: def })).rejects.toThrow('follow each other')
  await cache.put(digest, { total: 5, offset: 0, part: abc })
  await expect(cache.put(digest, { total: 5, offset: 3, part: def })).rejects.toThrow('longer than')
  await expect(cache.put(digest, { total: 1001, offset: 0, part: abc })).rejects.toThrow('longer than')
  // one that was cut off begins anew
  await cache.put(digest, { total: 6, offset: 0, part: abc })
  await cache.put(digest, { total: 6, offset: 0, part: abc })
  await cache.put(digest, { total: 6, offset: 3, part: def })
  expect(await cache.lacking([digest])).toEqual([])
})

test('a file that was changed in the cache is not used, and comes again', async () => {
  const digest = await sent('weights')
  await writeFile(inFiles(digest), 'WEIGHTS')
  await expect(cache.file(digest)).rejects.toThrow('was damaged there')
  expect(await cache.lacking([digest])).toEqual([digest])
  await expect(cache.file(digest)).rejects.toThrow('no longer on the other machine')
})

test('a folder has its files, and no others', async () => {
  const [a, b] = [await sent('a'), await sent('bb')]
  const files = [
    { path: 'sub/b.json', digest: b, bytes: 2 },
    { path: 'a.onnx', digest: a, bytes: 1 },
  ]
  const path = await cache.folder(files)
  expect(readdirSync(path, { recursive: true }).map(String).sort()).toEqual([
    'a.onnx',
    'sub',
    join('sub', 'b.json'),
  ])
  expect(await cache.folder(files.toReversed())).toBe(path)
  expect(await cache.folder([files[1]])).not.toBe(path)
})

test.each([
  '../escaped',
  'a/../../escaped',
  '/tmp/escaped',
  'C:/escaped',
  '\\\\server\\escaped',
  'a\\..\\escaped',
  '%2e%2e/escaped',
  'a//b',
  './a',
  'a\0b',
  'a\nb',
  'stream:name',
  '',
])('the name %j in a folder is refused', async (path) => {
  const digest = await sent('x')
  await expect(cache.folder([{ path, digest, bytes: 1 }])).rejects.toThrow('names that cannot be used')
  expect(existsSync(join(root, 'escaped'))).toBe(false)
})

test('a name may come once, also where letters differ in case alone', async () => {
  const digest = await sent('x')
  const files = ['Model.json', 'model.json'].map((path) => ({ path, digest, bytes: 1 }))
  await expect(cache.folder(files)).rejects.toThrow('names that cannot be used')
})

test('the files that were used longest ago make room', async () => {
  const digests: string[] = []
  for (const letter of ['a', 'b', 'c', 'd']) {
    digests.push(await sent(letter.repeat(240)))
  }
  const hour = 3_600_000
  for (const [index, digest] of digests.entries()) {
    const at = new Date(Date.now() - (10 - index) * hour)
    await utimes(inFiles(digest), at, at)
  }
  await cache.file(digests[0])
  await sent('e'.repeat(100))
  expect(await cache.lacking(digests)).toEqual([digests[1]])
})
