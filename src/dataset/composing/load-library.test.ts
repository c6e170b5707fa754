import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { afterAll, expect, test } from 'vitest'
import { composePair } from '../../synth/photographs/pair'
import { LibraryError, loadLibrary, readAndCut } from './load-library'
import type { LoadedLibrary, SourceFolders } from './load-library'
import { reducedSide, wordOfCutout } from './read-pictures'
import { cutoutPng, madeSources, photographPng } from './testing'

const root = mkdtempSync(join(tmpdir(), 'library-'))
afterAll(() => rmSync(root, { recursive: true }))

const SIZE = { width: 48, height: 48 }
const { signal } = new AbortController()
const made = madeSources(join(root, 'made'), 60)

function folder(name: string, files: Readonly<Record<string, Uint8Array | string>>): SourceFolders {
  const photographs = join(root, name)
  mkdirSync(photographs)
  Object.entries(files).forEach(([file, bytes]) => writeFileSync(join(photographs, file), bytes))
  return { photographs, outlines: null, cutouts: null }
}

const load = (folders: SourceFolders, heldOut = false): Promise<LoadedLibrary> =>
  loadLibrary(folders, heldOut, signal)

const namesOf = ({ photographFiles, thingFiles }: LoadedLibrary): Set<string> =>
  new Set([...photographFiles, ...thingFiles].map(({ name }) => name))

const shape = (id: number, segmentation: unknown): object => ({
  id,
  image_id: 1,
  category_id: 1,
  segmentation,
})

test('photographs, outlines and cutouts become a library with words, licences and origins', async () => {
  const { library, photographFiles, thingFiles, leftOut } = await load(made)
  expect(leftOut).toEqual([])
  expect(library.photographs.length).toBeGreaterThan(40)
  expect(new Set(library.things.map(({ word }) => word))).toEqual(
    new Set(['car', 'dog', 'piece of plastic', 'tin can']),
  )
  expect(library.photographs[0].seen.map(({ word }) => word)).toEqual(['car', 'dog'])
  expect(photographFiles[0]).toMatchObject({ kind: 'photograph', origin: expect.stringContaining('where') })
  expect(thingFiles.length).toBe(library.things.length)
  const dog = library.things.find(({ word }) => word === 'dog')
  expect(dog?.box).toEqual({ x: 50, y: 20, width: 30, height: 40 })
  expect(dog?.alpha.every((value) => value === 255)).toBe(true)
})

test('what is held out shares no photograph and no thing with training, and both are all', async () => {
  const [training, heldOut] = [await load(made), await load(made, true)]
  const [ours, theirs] = [namesOf(training), namesOf(heldOut)]
  expect([...ours].filter((name) => theirs.has(name))).toEqual([])
  expect(ours.size + theirs.size).toBe(62)
  expect(theirs.size).toBeGreaterThan(0)
})

test('a copy under another name goes to the same side', async () => {
  const files = Array.from({ length: 12 }, (_, at) => photographPng(at, 40, 30))
  const twice = folder('twice', {
    ...Object.fromEntries(files.map((bytes, at) => [`a-${at}.png`, bytes])),
    ...Object.fromEntries(files.map((bytes, at) => [`b-${at}.png`, bytes])),
  })
  const { photographFiles } = await load(twice)
  const hashes = photographFiles.map(({ sha256 }) => sha256)
  expect(hashes.length).toBe(2 * new Set(hashes).size)
})

test('three photographs, blank and long ones work', async () => {
  const blank = photographPng(1, 1, 1)
  const three = folder('three', {
    'a.png': photographPng(7, 60, 8000),
    'b.png': blank,
    'c.png': photographPng(9, 50, 50),
  })
  const { library, leftOut } = await load(three)
  expect(leftOut).toEqual([])
  for (let seed = 0; seed < 4; seed++) {
    expect(composePair(seed, library, SIZE).after.width).toBe(48)
  }
})

test('files that cannot be read are named and left out', async () => {
  const whole = photographPng(3, 60, 40)
  const huge = Buffer.from(photographPng(5, 20, 20))
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  const broken = folder('broken', {
    'good.png': whole,
    'cut.png': whole.subarray(0, whole.length / 2),
    'empty.jpg': '',
    'huge.png': huge,
    'text.jpg': 'no image',
    'notes.txt': 'not looked at',
  })
  const { library, leftOut } = await load(broken)
  expect(library.photographs.map(({ name }) => name)).toEqual(['good.png'])
  const reasons = Object.fromEntries(leftOut.map(({ name, reason }) => [name, reason]))
  expect(Object.keys(reasons)).toEqual(['cut.png', 'empty.jpg', 'huge.png', 'text.jpg'])
  expect(reasons['huge.png']).toContain('60000 x 60000')
})

test('outlines that cannot be used are named and left out', async () => {
  const size = { id: 1, file_name: 'a.png', width: 90, height: 70 }
  const outlines = join(root, 'bad.json')
  const folders = {
    ...folder('outlined', { 'a.png': photographPng(3, 90, 70), 'b.png': photographPng(6, 90, 70) }),
    outlines,
  }
  writeFileSync(
    outlines,
    JSON.stringify({
      images: [size, { id: 2, file_name: 'b.png', width: 900, height: 700 }, { id: 3 }],
      annotations: [
        shape(1, [[10, 10, 40, 12, 38, 50]]),
        shape(2, [[200, 200, 240, 200, 240, 240]]),
        shape(3, { size: [70, 90], counts: [6300] }),
        shape(4, { size: [70, 90], counts: 'not run lengths \u0000' }),
        shape(5, { size: [100_000, 100_000], counts: [5, 5] }),
        shape(6, [[10, 10, 13, 10, 13, 13]]),
        shape(7, null),
        { id: 8, image_id: 2, category_id: 1, segmentation: [[1, 1, 50, 1, 50, 50]] },
        { ...shape(9, [[10, 10, 40, 12, 38, 50]]), iscrowd: 1 },
      ],
      categories: [{ id: 1, name: 'car' }],
    }),
  )
  const { library, leftOut } = await load(folders)
  expect(library.things.map(({ name }) => name)).toEqual(['a.png, outline 1'])
  const reasons = Object.fromEntries(leftOut.map(({ name, reason }) => [name, reason]))
  expect(Object.keys(reasons)).toEqual([
    ...[2, 3, 4, 5, 6, 7].map((id) => `a.png, outline ${id}`),
    'b.png, outline 8',
    'image at place 2',
  ])
  expect(reasons['a.png, outline 2']).toContain('outside its image')
  expect(reasons['a.png, outline 3']).toContain('empty')
  expect(reasons['a.png, outline 6']).toContain('too small')
  expect(reasons['b.png, outline 8']).toContain('900 x 700')
})

test('listed images that are not in the folder are named, and refused where only these have outlines', async () => {
  const outlines = join(root, 'elsewhere.json')
  const folders = { ...folder('few', { 'a.png': photographPng(3, 90, 70), 'b.jpg': 'no image' }), outlines }
  const listed = (names: readonly string[]): void => {
    const images = names.map((file_name, at) => ({ id: at + 1, file_name, width: 90, height: 70 }))
    const annotations = images.map(({ id }) => ({ ...shape(id, [[10, 10, 40, 12, 38, 50]]), image_id: id }))
    writeFileSync(outlines, JSON.stringify({ images, annotations, categories: [{ id: 1, name: 'car' }] }))
  }
  listed(['a.png', 'sub/a.png'])
  const { library, leftOut } = await load(folders)
  expect(library.things.length).toBe(1)
  expect(leftOut.map(({ name }) => name)).toEqual([
    'listed images that are not in the folder of photographs',
    'b.jpg',
  ])
  listed(['./a.png', 'sub/a.png'])
  await expect(load(folders)).rejects.toThrow(
    new LibraryError(
      'elsewhere.json outlines nothing in the photographs: it names ./a.png, and the folder has a.png. ' +
        'The names in the list must be paths from the folder of photographs on.',
    ),
  )
})

test('cutouts without an outline are named', async () => {
  const cutouts = folder('cut', {
    'cup-1.png': cutoutPng(),
    'cup-2.png': photographPng(1, 20, 20),
    'cup-3.png': cutoutPng(8, 8),
  }).photographs
  const { library, leftOut } = await load({
    ...folder('plain', { 'a.png': photographPng(3, 90, 70) }),
    cutouts,
  })
  expect(library.things.map(({ word }) => word)).toEqual(['cup'])
  expect(leftOut.map(({ name }) => name)).toEqual(['cup-2.png', 'cup-3.png'])
})

test('where the room ends the first in the order of their names are in, however long each takes', async () => {
  // takes far longer than those after it, some of which are of the other side
  const large = { width: 2400, height: 2400, channels: 3, depth: 8 } as const
  const data = new Uint8Array(3 * large.width * large.height).fill(90)
  const folders = folder('late', { 'a.png': encode({ ...large, data }) })
  for (let at = 0; at < 40; at++) {
    writeFileSync(join(folders.photographs, `b-${at}.png`), photographPng(at, 30, 30))
  }
  writeFileSync(join(folders.photographs, 'c.png'), 'no image')
  const { library, leftOut } = await loadLibrary(folders, false, signal, () => {}, 3 * 640 * 640)
  expect(library.photographs.map(({ name }) => name)).toEqual(['a.png'])
  expect(leftOut.length).toBeGreaterThan(30)
  expect(leftOut.every(({ reason }) => reason.startsWith('finds no room'))).toBe(true)
})

test('outlines take room too, and those that find none are named', async () => {
  const whole = await load(made)
  const [{ name, image }] = whole.library.photographs
  const room = image.data.length + whole.library.things[0].alpha.length
  const { library, thingFiles, leftOut } = await loadLibrary(made, false, signal, () => {}, room)
  expect(library.photographs.map((one) => one.name)).toEqual([name])
  expect(library.things.map((thing) => thing.name)).toEqual([whole.library.things[0].name])
  expect(thingFiles.length).toBe(1)
  expect(leftOut.map((one) => one.name)).toContain(whole.library.things[1].name)
  expect(leftOut.map((one) => one.name)).toContain('plastic-1.png')
  expect(leftOut.every(({ reason }) => reason.startsWith('finds no room'))).toBe(true)
})

test('reading is stopped between two outlines of a photograph', async () => {
  const abort = new AbortController()
  let cut = 0
  const outline = {
    name: 'outline',
    word: null,
    get segmentation() {
      cut += 1
      if (cut === 3) {
        setImmediate(() => abort.abort(new Error('Cancelled.')))
      }
      return [[10, 10, 40, 12, 38, 50]]
    },
  }
  const size = { fileName: 'a.png', width: 90, height: 70, licence: null, origin: null }
  const listed = { ...size, outlines: Array.from({ length: 100 }, () => outline) }
  const { photographs } = folder('stopped', { 'a.png': photographPng(3, 90, 70) })
  const reading = readAndCut(join(photographs, 'a.png'), listed, abort.signal)
  await expect(reading).rejects.toThrow('Cancelled.')
  expect(cut).toBeLessThan(6)
})

test('a folder without photographs and a list that is none are refused in words', async () => {
  await expect(load(folder('nothing', { 'a.txt': '' }))).rejects.toThrow('holds no photograph')
  await expect(load(folder('one', { 'a.png': photographPng(3, 20, 20) }), true)).rejects.toThrow('held out')
  for (const [name, text] of [
    ['cut.json', '{"images": ['],
    ['list.json', '[]'],
  ]) {
    // prettier-ignore
    const outlines = join(root, name)
    writeFileSync(outlines, text)
    await expect(load({ ...made, outlines })).rejects.toBeInstanceOf(LibraryError)
  }
})

test('photographs are reduced to 640 pixels, and long ones keep their short side', () => {
  expect([640, 480, 4000].map((longer) => reducedSide(longer, longer))).toEqual([640, 480, 640])
  expect(reducedSide(4000, 3000)).toBe(640)
  expect(reducedSide(60, 8000)).toBe(7390)
  expect(reducedSide(6000, 1000)).toBe(1567)
})

test('words of cutouts', () => {
  expect(['plastic-7.png', 'tin_can-1.webp', 'Chair12.png', '123.png'].map(wordOfCutout)).toEqual([
    'piece of plastic',
    'tin can',
    'chair',
    null,
  ])
})
