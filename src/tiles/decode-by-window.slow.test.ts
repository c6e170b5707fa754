import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportMade, madeItem } from '../dataset/export/testing'
import { putSidecars, UTM_32 } from '../georeference/testing'
import { encodePlaced } from '../mask/placed-mask'
import { englishOf } from '../messages/message'
import { decodeFrameOrWindow, decodePairOrWindow } from './decode-by-window'
import { colourAt, makeLargeTiff } from './testing'
import type { Patch } from './testing'

/** 140 megapixels. */
const SIZE = { width: 12_500, height: 11_200 }
/** Where the after frame begins in the before frame. */
const CORNER = { x: 11_700, y: 10_500 }
const PATCH: Patch = { x: 11_900, y: 10_700, width: 50, height: 40, colour: [250, 20, 20] }

let home: string
let files: { before: string; after: string }

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-window-'))
  files = { before: join(home, 'before.tif'), after: join(home, 'after.tif') }
  await writeFile(files.before, makeLargeTiff({ ...SIZE, patches: [PATCH] }))
  await writeFile(files.after, makeLargeTiff(SIZE))
  const [x, across, , y, , down] = UTM_32
  await putSidecars(files.before)
  await putSidecars(files.after, [x + CORNER.x * across, across, 0, y + CORNER.y * down, 0, down])
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

const GRID = { width: SIZE.width - CORNER.x, height: SIZE.height - CORNER.y }

test('of large files that overlap a little, the part that both show is decoded', async () => {
  const { before, after } = await decodePairOrWindow(files.before, files.after)
  expect([before.width, before.height]).toEqual([GRID.width, GRID.height])
  const at = (x: number, y: number): number => 3 * (y * GRID.width + x)
  const inPatch = at(PATCH.x - CORNER.x + 10, PATCH.y - CORNER.y + 10)
  expect([...before.data.subarray(inPatch, inPatch + 3)]).toEqual(PATCH.colour)
  const corner = at(GRID.width - 1, GRID.height - 1)
  expect([...before.data.subarray(corner, corner + 3)]).toEqual(colourAt([], 12_499, 11_199))
  expect([...after.data.subarray(0, 3)]).toEqual(colourAt([], 0, 0))
  expect(await decodeFrameOrWindow(files, 'before')).toEqual(before)
})

test('large files without a small grid are refused as they were', async () => {
  const copy = join(home, 'alone.tif')
  await writeFile(copy, makeLargeTiff(SIZE))
  await expect(decodePairOrWindow(copy, copy)).rejects.toMatchObject({ code: 'too-large' })
})

test('a large pair is exported with its mask, or says why it is left out, and the others are written', async () => {
  const area = 2200 * 1300
  const place = { x: 8000, y: 6000, width: 2200, height: 1300 }
  const mask = encodePlaced({ ...place, data: new Uint8Array(area).fill(1) }, SIZE)
  const source = { kind: 'person' as const }
  const region = { id: 'a', category: 'road', status: 'accepted' as const, mask, beforeMask: null, source }
  const regions = [{ ...region, score: null }]
  const scene = join(home, 'scene.tif')
  await writeFile(scene, makeLargeTiff(SIZE))
  const item = { ...SIZE, beforePath: scene, afterPath: scene }
  const small = await madeItem(home, 'small', { captions: ['a road is new'] })
  const large = await madeItem(home, 'large', { captions: ['a road is new'], regions, item })

  const out = join(home, 'a-b')
  expect(await exportMade([small, large], 'a-b', out)).toMatchObject({ pairCount: 2, leftOut: [] })
  const lines = (await readFile(join(out, 'pairs.jsonl'), 'utf8')).trim().split('\n')
  const { label } = lines.map((line) => JSON.parse(line) as { key: string; label: string })[
    lines.findIndex((line) => line.includes('"large"'))
  ]
  const png = await readFile(join(out, label))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([SIZE.width, SIZE.height])

  const left = await exportMade([small, large], 'levir-mci', join(home, 'levir'))
  expect(left.pairCount).toBe(1)
  expect(left.leftOut.map(({ key, reason }) => [key, englishOf(reason)])).toEqual([
    ['large', expect.stringMatching(/12500 x 11200 pixels; the limit is 134 megapixels/)],
  ])
})
