import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { afterAll, expect, test } from 'vitest'
import { readTrainingSet } from '../../training/data/training-set'
import { TargetExistsError } from '../synthetic/write-set'
import { decodeTrainingPixels, trainingRecordSchema } from '../synthetic/training-record'
import { loadLibrary } from './load-library'
import { composedPair, composedPlan } from './order'
import type { ComposeOrder } from './order'
import { madeSources } from './testing'
import { filesOf, usedBy } from './used-sources'
import { writeComposed } from './write-composed'

const root = mkdtempSync(join(tmpdir(), 'composed-'))
afterAll(() => rmSync(root, { recursive: true }))

const sources = madeSources(join(root, 'sources'), 30)
const loaded = await loadLibrary(sources, false, new AbortController().signal)
const ORDER: ComposeOrder = { count: 9, seed: 3, width: 128, height: 128, heldOut: false, layout: 'training' }

function write(name: string, order: Partial<ComposeOrder> = {}, workers = 1): Promise<unknown> {
  const { signal } = new AbortController()
  return writeComposed({ ...ORDER, ...order }, loaded, join(root, name), workers, signal, () => {})
}

function hashOf(folder: string): string {
  const sum = createHash('sha256')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => (a < b ? -1 : 1))
  names.forEach((name) => sum.update(name.slice(folder.length)).update(readFileSync(name)))
  return sum.digest('hex')
}

test('a set has the same bytes with one thread and with two, and other pairs with another seed', async () => {
  await write('one')
  await write('two', {}, 2)
  expect(hashOf(join(root, 'two'))).toBe(hashOf(join(root, 'one')))
  const other = composedPair({ ...ORDER, seed: 4 }, loaded.library, 0)
  expect(other.after.data).not.toEqual(composedPair(ORDER, loaded.library, 0).after.data)
  expect((await readTrainingSet(join(root, 'one'))).length).toBe(9)
  const lines = readFileSync(join(root, 'one/pairs.jsonl'), 'utf8').trim().split('\n')
  expect(lines.length).toBe(9)
  for (const [index, line] of lines.entries()) {
    const record = trainingRecordSchema.parse(JSON.parse(line))
    const pixels = decodeTrainingPixels(record, readFileSync(join(root, 'one', record.file)))
    const pair = composedPair(ORDER, loaded.library, index)
    expect(Buffer.compare(pixels.after, pair.after.data)).toBe(0)
    expect(record.captions.map(({ text }) => text)).toEqual(pair.captions.map(({ text }) => text))
    expect(
      pixels.afterRegions.some((region) => region > 0) || pixels.vacatedRegions.some((region) => region > 0),
    ).toBe(record.changeType !== 'none')
  }
})

test('the card names licence and origin of all that was used, and a sheet shows the pairs', () => {
  const card = readFileSync(join(root, 'one/README.md'), 'utf8')
  const all = Array.from({ length: ORDER.count }, (_, at) => usedBy(composedPlan(ORDER, loaded.library, at)))
  const [photographs, things] = (['photographs', 'things'] as const).map((kind) =>
    all.flatMap((each) => [...each[kind]]),
  )
  const used = filesOf({ photographs, things }, loaded)
  expect(used.length).toBeGreaterThan(8)
  expect(card).toContain(`${used.filter(({ kind }) => kind === 'photograph').length} photographs and `)
  for (const { name, origin } of used) {
    expect(card).toContain(`| ${name} |`)
    expect(card).toContain(origin ?? 'not stated')
  }
  const sheet = decode(readFileSync(join(root, 'one/contact-sheet.png')))
  expect([sheet.width, sheet.height]).toEqual([6 * 132 + 4, 5 * 132 + 4])
  expect(readFileSync(join(root, 'one/contact-sheet.txt'), 'utf8')).toMatch(/^0 \w+\n {2}[A-Z].*\.\n/)
  const settings = readFileSync(join(root, 'one/set.json'), 'utf8')
  expect(settings).not.toContain(root)
  expect(JSON.parse(settings)).toMatchObject({ composer: 2, seed: 3 })
})

test('the sheet of large pairs shows them reduced', async () => {
  await write('large', { count: 2, width: 600, height: 300 })
  const sheet = decode(readFileSync(join(root, 'large/contact-sheet.png')))
  expect([sheet.width, sheet.height]).toEqual([6 * 204 + 4, 104 + 4])
  const told = [0, 1].map((at) => composedPair({ ...ORDER, width: 600, height: 300 }, loaded.library, at))
  const text = readFileSync(join(root, 'large/contact-sheet.txt'), 'utf8')
  told.forEach(({ captions }) => expect(text).toContain(captions[0].text))
})

test('as a folder it has images and masks', async () => {
  await write('folder', { layout: 'folder', count: 3, width: 60, height: 40 })
  const names = ['photographs_000.png', 'photographs_001.png', 'photographs_002.png']
  for (const name of ['before', 'after', 'masks']) {
    expect(readdirSync(join(root, 'folder', name))).toEqual(names)
  }
})

test('a set that is stopped leaves nothing, and what is there is not touched', async () => {
  const abort = new AbortController()
  const run = writeComposed(
    { ...ORDER, count: 500 },
    loaded,
    join(root, 'cut'),
    1,
    abort.signal,
    ({ done }) => {
      if (done === 5) {
        abort.abort(new Error('Cancelled.'))
      }
    },
  )
  await expect(run).rejects.toThrow('Cancelled.')
  expect(readdirSync(root).filter((name) => name.includes('cut'))).toEqual([])
  await expect(write('sources')).rejects.toBeInstanceOf(TargetExistsError)
})

const data = join(process.env['DELTASCRIBE_DATA'] ?? '/nowhere', 'photographs')

test.skipIf(!existsSync(data))(
  'twenty pairs of real photographs compose [needs the evaluation data (DELTASCRIBE_DATA)]',
  async () => {
    const folders = {
      photographs: join(data, 'images'),
      outlines: join(data, 'instances.json'),
      cutouts: join(data, 'cutouts'),
    }
    // the held-out tenth, as all of them take a minute on a busy machine
    const real = await loadLibrary(folders, true, new AbortController().signal)
    const order = { ...ORDER, width: 192, height: 192, heldOut: true }
    const pairs = Array.from({ length: 20 }, (_, index) => composedPair(order, real.library, index))
    expect(pairs.filter(({ changeType }) => changeType !== 'none').length).toBeGreaterThan(12)
    expect(pairs.every(({ captions }) => captions.length > 0)).toBe(true)
  },
)
