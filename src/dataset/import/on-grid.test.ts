import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { houseMask, putScene, sceneAt } from '../../frames/testing'
import { UTM_32 } from '../../georeference/testing'
import { encodeGreyPng } from '../../images/raster'
import { rleIou } from '../../mask/measures'
import { encodeRle } from '../../mask/rle'
import { ProjectStore, PROJECT_FOLDER, STORE_NAME } from '../../store/project-store'
import { checkDataset } from './check'
import { importMade } from './testing'

const AFTER = { transform: UTM_32, width: 200, height: 160 }
const BEFORE = { transform: sceneAt(-10, 6, 0.4), width: 240, height: 230 }
const GRID = { transform: sceneAt(0, 6, 0.4), width: 215, height: 185 }

let folder: string
let source: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-on-grid-'))
  source = join(folder, 'set')
  await mkdir(join(source, 'label'), { recursive: true })
  await putScene(join(source, 'A/scene.png'), { ...BEFORE, hasHouse: false })
  await putScene(join(source, 'B/scene.png'), { ...AFTER, hasHouse: true })
})
afterEach(() => rm(folder, { recursive: true }))

async function putLabel(data: Uint8Array): Promise<void> {
  const { width, height } = AFTER
  await writeFile(join(source, 'label/scene.png'), await encodeGreyPng({ width, height, data }))
}

test('masks of a set that has frames on two grids come onto the common one, as the pair is shown', async () => {
  await putLabel(houseMask(AFTER))
  const into = join(folder, 'into')
  const report = await importMade(source, into, { format: 'a-b' })
  expect(report).toMatchObject({ pairCount: 1, regionCount: 1, problems: [] })
  const store = new ProjectStore(join(into, PROJECT_FOLDER, STORE_NAME))
  const { document, pair } = store.open(1)
  store.close()
  expect(pair).toMatchObject({ width: GRID.width, height: GRID.height })
  const data = houseMask(GRID).map((value) => (value === 0 ? 0 : 1))
  const wanted = encodeRle({ width: GRID.width, height: GRID.height, data })
  expect(rleIou(document.regions[0].mask, wanted)).toBeGreaterThan(0.97)
})

test('a region outside of what both frames show is left out, with a warning', async () => {
  // the first two rows lie north of the before frame
  await putLabel(Uint8Array.from({ length: 200 * 160 }, (_, at) => (at < 400 ? 255 : 0)))
  const { pairCount, regionCount, problems } = await checkDataset(source, 'a-b', null)
  expect({ pairCount, regionCount }).toEqual({ pairCount: 1, regionCount: 0 })
  expect(problems).toMatchObject([{ level: 'warning', item: expect.stringContaining('scene') }])
})

test('frames of two sizes without a place are refused, as ever', async () => {
  await putLabel(houseMask(AFTER))
  await rm(join(source, 'A/scene.wld'))
  const { pairCount, problems } = await checkDataset(source, 'a-b', null)
  expect(pairCount).toBe(0)
  expect(problems[0].message).toEqual(
    'The frames have two sizes (before is 240 x 230, after 200 x 160 pixels) and cannot be laid over each other by the map: the before frame has no georeference. Bring both to one size.',
  )
})
