import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestBucket, withCredentials } from '../buckets/testing'
import type { TestBucket } from '../buckets/testing'
import { PARTIAL_NAME } from '../buckets/upload'
import { serveChat } from '../connector/testing'
import { EXPORT_MARK } from '../dataset/scan'
import type { Diff } from '../domain/diff'
import { openProject } from '../engine/project/open-project'
import { makePairFolder } from '../images/testing'
import { ProjectStore, PROJECT_FOLDER, STORE_NAME } from '../store/project-store'
import { addCaptionCommand } from './caption'
import { addCarryCommand } from './carry'
import { addExportCommand } from './export'
import { addImportCommand } from './import'
import { addPairsCommand } from './pairs'
import { addProposeCommand } from './propose'
import { addStatisticsCommand } from './statistics'
import { addTrainCommand } from './train'
import { ownFolder, programArgs, runHere } from './testing'
import type { Ran } from './testing'
import { sha256OfFile } from '../process/sha256'

const at = ownFolder()
let bucket: TestBucket
beforeAll(async () => {
  bucket = await startTestBucket()
})
afterAll(() => bucket.close())
beforeEach(() => withCredentials())
afterEach(() => {
  bucket.fault = null
  bucket.requests.length = 0
})

const ACCEPT: Diff = [{ type: 'review.set', from: { state: 'unreviewed' }, to: { state: 'accepted' } }]
const reach = (): string[] => ['--endpoint', bucket.connection.endpoint ?? '', '--region', 'us-east-1']
const difference = ['--proposer', 'difference', '--provider', 'cpu']
const propose = (images: string, ...more: string[]): Promise<Ran> =>
  runHere(addProposeCommand, 'propose', images, ...reach(), ...difference, ...more)
const exported = (images: string, out: string, ...more: string[]): Promise<Ran> =>
  runHere(addExportCommand, 'export', images, '--format', 'a-b', '--out', out, ...reach(), ...more)
const imported = (source: string, into: string): Promise<Ran> =>
  runHere(addImportCommand, 'import', source, '--into', into, ...reach())

async function filled(prefix: string, count: number): Promise<string> {
  const folder = at(`source-${prefix}`)
  await makePairFolder(folder, { count, width: 96, height: 64, layout: 'a-b' })
  await bucket.putFolder(`${prefix}/`, folder)
  return folder
}

/** Of all PNG files, by path. */
function digestsIn(folder: string): Promise<string[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const images = names.filter((name) => name.endsWith('.png') && !name.startsWith('.'))
  return Promise.all(images.map(async (name) => `${name} ${await sha256OfFile(join(folder, name))}`))
}

test('pairs of a bucket are proposed for, edited, exported into the bucket, and imported from there', async () => {
  const source = await filled('set', 4)
  const here = await runHere(addProposeCommand, 'propose', source, ...difference, '--out', at('here'))
  const there = await propose('s3://pictures/set', '--project', at('project'), '--out', at('there'))
  expect([there.code, there.err.includes('left out')]).toEqual([0, false])
  expect(here.code).toBe(0)
  for (const name of ['pair_000000.png', 'pair_000003.png']) {
    const both = await Promise.all(['here', 'there'].map((one) => readFile(at(one, 'masks', name))))
    expect(both[0].equals(both[1])).toBe(true)
  }

  const store = new ProjectStore(join(at('project'), PROJECT_FOLDER, STORE_NAME))
  for (const id of [1, 2, 3]) {
    store.edit(id, `edit-000${id}`, 'Accept', ACCEPT, 'ann')
  }
  store.close()
  const out = await exported('s3://pictures/set', 's3://pictures/out', '--project', at('project'))
  expect([out.code, out.out]).toEqual([0, expect.stringContaining('3 pairs')])
  expect(out.out).toContain('in s3://pictures/out')
  const keys = await bucket.keys('out/')
  expect(keys).toContain(`out/${EXPORT_MARK}`)
  expect(keys).not.toContain(`out/${PARTIAL_NAME}`)
  const again = await exported('s3://pictures/set', 's3://pictures/out', '--project', at('project'))
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('is not empty')])

  const local = await exported('s3://pictures/set', at('local'), '--project', at('project'))
  expect(local.code).toBe(0)
  expect((await imported('s3://pictures/out', at('from-bucket'))).code).toBe(0)
  expect((await runHere(addImportCommand, 'import', at('local'), '--into', at('from-disk'))).code).toBe(0)
  expect((await digestsIn(at('from-bucket'))).length).toBeGreaterThanOrEqual(6)
  expect(await digestsIn(at('from-bucket'))).toEqual(await digestsIn(at('from-disk')))
  const documents = await Promise.all(
    ['from-bucket', 'from-disk'].map(async (name) => {
      const { store: opened } = await openProject(at(name), null, at('home'))
      const all = [1, 2, 3].map((id) => opened.open(id).document)
      opened.close()
      return JSON.stringify(
        all.map(({ captions, regions, review }) => [
          captions.length,
          regions.map(({ mask }) => mask),
          review.state,
        ]),
      )
    }),
  )
  expect(documents[0]).toBe(documents[1])
})

test('statistics, pairs, carry, captions and training take the pairs of a bucket', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', bucket.connection.endpoint ?? '')
  await filled('own', 3)
  const place = 's3://pictures/own'
  expect((await propose(place)).code).toBe(0)
  const [own] = readdirSync(at('home', 'buckets'))
  const store = new ProjectStore(join(at('home', 'buckets', own), PROJECT_FOLDER, STORE_NAME))
  store.edit(1, 'edit-0001', 'Accept', ACCEPT, 'ann')
  store.close()

  const statistics = await runHere(addStatisticsCommand, 'statistics', place, '--json')
  expect([statistics.code, statistics.err]).toEqual([0, ''])
  expect(JSON.parse(statistics.out)).toMatchObject({ pairCount: 3 })
  const pairs = await runHere(
    addPairsCommand,
    'pairs',
    place,
    ...reach(),
    '--proposer',
    'difference',
    '--json',
  )
  expect(JSON.parse(pairs.out)).toMatchObject({
    said: { pair_000000: { caption: expect.any(String) as string } },
  })
  const carried = await runHere(addCarryCommand, 'carry', place, ...reach())
  expect(carried.err).toContain('The folder has no place with three dates.')

  const chat = await serveChat()
  const asked = ['--endpoint', chat.address, '--model', 'seer', '--json']
  const captions = await runHere(addCaptionCommand, 'caption', place, ...asked)
  chat.close()
  expect(JSON.parse(captions.out)).toMatchObject({ added: [{ key: 'pair_000001' }, { key: 'pair_000002' }] })
  const trained = await runHere(addTrainCommand, 'train', '--project', place)
  expect(trained.err).toContain('There is too little to learn from.')
})

test('an object that is missing, refused or damaged is named, and the rest goes on; no secret is told', async () => {
  await filled('some', 4)
  bucket.fault = (request, response) => {
    if (request.method === 'GET' && request.url?.includes('/B/pair_000001.png')) {
      response.writeHead(404, { 'Content-Type': 'application/xml' })
      response.end('<Error><Code>NoSuchKey</Code></Error>')
      return true
    }
    if (request.method === 'GET' && request.url?.includes('/A/pair_000002.png')) {
      response.writeHead(403, { 'Content-Type': 'application/xml' })
      response.end('<Error><Code>AccessDenied</Code></Error>')
      return true
    }
    return false
  }
  const { code, err, out } = await propose('s3://pictures/some', '--project', at('some'))
  expect([code, out]).toEqual([1, expect.stringContaining('2 proposals')])
  expect(err).toContain('pair_000001: B/pair_000001.png is not there')
  expect(err).toContain('pair_000002: A/pair_000002.png may not be read in the bucket (AccessDenied)')
  bucket.fault = null
  expect((await propose('s3://pictures/some', '--project', at('some'))).code).toBe(0)

  withCredentials({ AWS_ACCESS_KEY_ID: 'WRONGKEY', AWS_SECRET_ACCESS_KEY: 'very-secret-thing' })
  const wrong = await runProgram(
    'propose',
    's3://pictures/some',
    '--project',
    at('some'),
    ...reach(),
    ...difference,
  )
  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringContaining('may not be read (InvalidAccessKeyId)') as string,
  })
  expect(wrong.err + wrong.out).not.toContain('very-secret-thing')
  const gone = await propose('s3://no-such-bucket/some')
  expect([gone.code, gone.err]).toEqual([2, expect.stringContaining('There is no bucket no-such-bucket')])
})

/** In a process of its own, as clients keep the credentials that they began with. */
async function runProgram(...words: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [...programArgs, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ran: Ran = { code: undefined, out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => (ran.out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (ran.err += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { ...ran, code }
}

test('a program that is killed while an image comes leaves nothing that is taken for it', async () => {
  await filled('kill', 3)
  const isThere = new Promise<void>((resolve) => {
    bucket.fault = (request, response) => {
      if (request.method !== 'GET' || !request.url?.includes('/B/pair_000001.png')) {
        return false
      }
      response.writeHead(200, { 'Content-Length': '100000' })
      response.write('x'.repeat(50_000), () => resolve())
      return true
    }
  })
  const words = ['propose', 's3://pictures/kill', '--project', at('kill'), ...reach(), ...difference]
  const child = spawn(process.execPath, [...programArgs, ...words], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await isThere
  child.kill('SIGKILL')
  await ended
  bucket.fault = null
  const after = await propose('s3://pictures/kill', '--project', at('kill'))
  expect([after.code, after.out]).toEqual([0, expect.stringContaining('3 proposals')])
})

test('an upload that is killed leaves a data set that nobody takes for whole, and goes on when asked again', async () => {
  await filled('half', 3)
  const project = ['--project', at('half'), '--states', 'unreviewed']
  await propose('s3://pictures/half', '--project', at('half'))
  let puts = 0
  const words = [
    'export',
    's3://pictures/half',
    '--format',
    'a-b',
    '--out',
    's3://pictures/halfway',
    ...reach(),
    ...project,
  ]
  const child = spawn(process.execPath, [...programArgs, ...words], { stdio: 'ignore' })
  bucket.fault = (request, response) => {
    puts += request.method === 'PUT' ? 1 : 0
    if (request.method === 'PUT' && puts > 5) {
      child.kill('SIGKILL')
      response.destroy()
      return true
    }
    return false
  }
  await once(child, 'exit')
  bucket.fault = null
  const keys = await bucket.keys('halfway/')
  expect(keys).toContain(`halfway/${PARTIAL_NAME}`)
  expect(keys.some((key) => /halfway\/(manifest|captions)/.test(key))).toBe(false)
  const half = await imported('s3://pictures/halfway', at('half-import'))
  expect([half.code, half.err]).toEqual([2, expect.stringContaining('is not whole')])
  const whole = await exported('s3://pictures/half', 's3://pictures/halfway', ...project)
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining('3 pairs')])
  expect((await imported('s3://pictures/halfway', at('whole-import'))).code).toBe(0)
})

/** In pixels, of a PNG. */
function widthOf(png: Buffer): number {
  return png.readUInt32BE(16)
}

test('an image that was replaced in the bucket is looked at anew', async () => {
  await filled('new', 2)
  await propose('s3://pictures/new', '--project', at('new'), '--out', at('first'))
  const other = at('other')
  await makePairFolder(other, { count: 2, width: 128, height: 80, layout: 'a-b' })
  await bucket.putFolder('new/', other)
  const again = await propose('s3://pictures/new', '--project', at('new'), '--out', at('second'))
  expect(again.code).toBe(0)
  const mask = async (name: string): Promise<Buffer> => readFile(at(name, 'masks', 'pair_000000.png'))
  expect([widthOf(await mask('first')), widthOf(await mask('second'))]).toEqual([96, 128])
})

test('a project whose images were moved into a bucket keeps its work', async () => {
  const folder = await filled('moved', 2)
  await runHere(addProposeCommand, 'propose', folder, ...difference)
  const place = join(folder, PROJECT_FOLDER, STORE_NAME)
  const store = new ProjectStore(place)
  const notes: Diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: 'cracked' } }]
  store.edit(2, 'edit-0000', 'Notes', notes, 'ann')
  store.close()
  for (const name of readdirSync(folder).filter((one) => !one.startsWith('.'))) {
    await rm(join(folder, name), { recursive: true })
  }
  expect((await propose('s3://pictures/moved', '--project', folder)).code).toBe(0)
  const after = new ProjectStore(place)
  expect(after.open(2).document.review.notes).toBe('cracked')
  expect(after.pairs.counts()).toMatchObject({ unreviewed: 2 })
  after.close()
})
