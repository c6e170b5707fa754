import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeImage } from '../images/decode'
import { asJpeg2000, asJpegLs, makeDicom, PERSON, SYNTAXES } from '../images/dicom/testing'
import { makePair } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
const folder = mkdtempSync(join(tmpdir(), 'deltascribe-dicom-'))
const out = join(home, 'set')
const SIZE = { width: 96, height: 64 }
let engine: StartedEngine['engine']
let client: StartedEngine['client']

/** Of 12 bits, rescaled to -1024 and above: the made pair in a narrow range of values. */
async function frame(isAfter: boolean, syntax: string): Promise<Buffer> {
  const made = makePair(1, SIZE.width, SIZE.height)
  const { data } = isAfter ? made.after : made.before
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 2)
  for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
    pixels.writeUInt16LE(1000 + data[at * 3], at * 2)
  }
  const info = { ...SIZE, bitsPerSample: 12, componentCount: 1, isSigned: false }
  const coded =
    syntax === SYNTAXES.jpegLs
      ? [await asJpegLs(info, pixels)]
      : syntax === SYNTAXES.jpeg2000
        ? [await asJpeg2000(info, pixels)]
        : pixels
  const window = { center: '104', windowWidth: '257' }
  return makeDicom({ ...SIZE, ...window, syntax, bitsStored: 12, intercept: -1024, pixels: coded })
}

beforeAll(async () => {
  for (const side of ['A', 'B']) {
    await mkdir(join(folder, side))
    for (const [name, syntax] of [
      ['a.dcm', SYNTAXES.little],
      ['b.dcm', SYNTAXES.jpegLs],
      ['c.dcm', SYNTAXES.jpeg2000],
    ] as const) {
      await writeFile(join(folder, side, name), await frame(side === 'B', syntax))
    }
  }
  await writeFile(join(folder, 'B', 'd.dcm'), 'no DICOM at all')
  await writeFile(join(folder, 'A', 'd.dcm'), await frame(false, SYNTAXES.little))
  ;({ engine, client } = startEngine(home))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
})
afterAll(() => {
  engine.dispose()
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

test('DICOM files are pairs, are proposed for, and one that is none has a message', async () => {
  const project = await client.call('project.open', { folder, reading: null })
  expect(project.pairCount).toBe(4)
  for (const pairId of [1, 2, 3]) {
    await client.call('proposals.make', { pairId })
    const { pair, document } = await client.call('pairs.get', { pairId })
    expect(pair).toMatchObject({ ...SIZE, problem: null })
    expect(document.regions.length).toBeGreaterThan(0)
  }
  await expect(client.call('proposals.make', { pairId: 4 })).rejects.toMatchObject({
    failure: { code: 'bad-image', reason: 'not-an-image' },
  })
})

test('pictures are drawn by the window of the file, whatever the file is compressed with', async () => {
  const pictures = await Promise.all(
    [1, 2, 3].map(async (pairId) =>
      decodeImage((await engine.locatePicture({ pairId, kind: 'after' })).path),
    ),
  )
  const red = makePair(1, SIZE.width, SIZE.height).after.data.filter((_, at) => at % 3 === 0)
  const shown = pictures[0].data.filter((_, at) => at % 3 === 0)
  // -24.5 is black and 231.5 white: a value of the made pair comes back as itself
  expect(Math.max(...[...shown].map((value, at) => Math.abs(value - red[at])))).toBeLessThanOrEqual(1)
  expect(pictures[1]).toEqual(pictures[0])
  expect(pictures[2]).toEqual(pictures[0])
  const { depth } = await client.call('pairs.values', { pairId: 1 })
  expect(depth?.file).toEqual({ low: -24.5, high: 231.5 })
})

test('nothing that is written has the person’s name: exports convert the images', async () => {
  const job = await client.call('export.start', { format: 'a-b', out, states: ['unreviewed'] })
  await expect
    .poll(async () => (await client.call('jobs.list', {})).find(({ id }) => id === job.id)?.state)
    .toBe('done')
  const files = [out, home, join(folder, '.deltascribe')].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
  )
  const written = files.filter((path) => statSync(path).isFile())
  const pictures = written.filter((path) => path.startsWith(out) && path.endsWith('.png'))
  expect(pictures.length).toBeGreaterThanOrEqual(6)
  expect(written.every((path) => !path.endsWith('.dcm'))).toBe(true)
  const named = written.filter((path) => readFileSync(path).includes(PERSON))
  expect(named).toEqual([])
})
