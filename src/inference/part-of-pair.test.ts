import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putSidecars, UTM_32 } from '../georeference/testing'
import { makeLargeTiff } from '../tiles/testing'
import { TiledPairCache } from '../tiles/tiled-pair-cache'
import { readPartOfPair } from './part-of-pair'

const SIZE = { width: 128, height: 128, side: 64 }
const PART = { x: 16, y: 16, width: 32, height: 32 }
const PATCH = { ...PART, colour: [250, 20, 20] } as const

let home: string
let files: { before: string; after: string }
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-part-'))
  files = { before: join(home, 'before.tif'), after: join(home, 'after.tif') }
  await writeFile(files.before, makeLargeTiff(SIZE))
  await writeFile(files.after, makeLargeTiff(SIZE))
})
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))

test('the key of a part changes with its place, with its files and with their common grid', async () => {
  const pairs = new TiledPairCache()
  const read = (part = PART) => readPartOfPair(pairs, { ...files, mapping: undefined, part })
  const first = await read()
  expect((await read()).key).toBe(first.key)
  const elsewhere = await read({ ...PART, x: 40 })

  await writeFile(files.after, makeLargeTiff({ ...SIZE, patches: [PATCH] }))
  const replaced = await read()
  expect([...replaced.after.data.subarray(0, 3)]).toEqual(PATCH.colour)

  const [x, ...rest] = UTM_32
  await putSidecars(files.before)
  await putSidecars(files.after, [x + 16 * rest[0], ...rest])
  const onMap = await read()
  expect(new Set([first, elsewhere, replaced, onMap].map(({ key }) => key)).size).toBe(4)
})
