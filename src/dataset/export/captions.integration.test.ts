import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RegionStatus } from '../../domain/document'
import { englishOf } from '../../messages/message'
import { exportPairs, previewExport } from './export'
import { exportSample } from './sample'
import type { ExportItem } from './export-pair'
import { exportMade, madeFactsItem, madeItem, madeRegion } from './testing'

const SAID =
  '1 pair has a caption whose words speak of a rejected region (b): they are written as they are. Review shows the words.'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-export-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Its captions are the words of its only region. */
async function madeLinked(key: string, status: RegionStatus, captions: string[]): Promise<ExportItem> {
  const item = await madeItem(folder, key, { regions: [madeRegion('1', 'ring', { status })], captions })
  item.document.links = item.document.captions.map(({ id, text }) => {
    return { id: `of-${id}`, captionId: id, start: 0, end: text.length, regionId: '1' }
  })
  return item
}

test('captions that speak of rejected regions are told by the preview, the report and the card', async () => {
  const items = [
    await madeLinked('a', 'accepted', ['a house is new']),
    await madeLinked('b', 'rejected', ['a pond is new']),
  ]
  const out = join(folder, 'out')
  const preview = await previewExport(items.map(madeFactsItem), { format: 'coco', states: ['accepted'] })
  const report = await exportMade(items, 'coco', out)
  for (const { notices } of [preview, report]) {
    expect(notices.map(englishOf).filter((notice) => notice.includes('rejected'))).toEqual([SAID])
  }
  expect(await readFile(join(out, 'README.md'), 'utf8')).toContain(SAID)
})

test('of the captions of a pair the first one alone is written, where that is chosen', async () => {
  const items = [await madeItem(folder, 'a', { captions: ['Add a red shape', 'A red object appeared.'] })]
  const choice = {
    format: 'image-editing-request',
    states: ['accepted' as const],
    captions: 'first' as const,
  }
  expect(await previewExport(items.map(madeFactsItem), choice)).toMatchObject({ captionCount: 1 })
  const out = join(folder, 'first')
  const running = { progress: () => {}, signal: new AbortController().signal }
  expect(await exportPairs(items, { ...choice, out }, running)).toMatchObject({ captionCount: 1 })
  const texts = await Promise.all(
    ['train', 'valid', 'test'].map((name) => readFile(join(out, `${name}.json`), 'utf8').catch(() => '')),
  )
  expect(texts.join()).toContain('Add a red shape')
  expect(texts.join()).not.toContain('A red object')
})

/** Captions of a proposal stand below the one that a person wrote, if there is one. */
async function madeMixed(key: string, own: string | null, proposed: string): Promise<ExportItem> {
  const captions = own === null ? [proposed] : [own, proposed]
  const item = await madeItem(folder, key, { regions: [madeRegion('1', 'ring')], captions })
  item.document.captions[captions.length - 1].source = { kind: 'proposal', proposalId: 1 }
  return item
}

const PEOPLE = { states: ['accepted' as const], captions: 'people' as const }
const LEFT_OUT = '2 captions are left out by the choice of captions.'
const BARE =
  '1 pair has no caption that a person wrote or edited (c), and is written like a pair without caption.'

test('captions that no person wrote are left out where that is chosen; the preview, the report and the card say how many', async () => {
  const items = [
    await madeMixed('a', 'Add a red shape', 'A red object appeared.'),
    await madeMixed('c', null, 'A blue object appeared.'),
  ]
  const choice = { ...PEOPLE, format: 'coco' }
  const out = join(folder, 'out')
  const preview = await previewExport(items.map(madeFactsItem), choice)
  const running = { progress: () => {}, signal: new AbortController().signal }
  const report = await exportPairs(items, { ...choice, out }, running)
  for (const { captionCount, notices } of [preview, report]) {
    expect(captionCount).toBe(1)
    expect(notices.map(englishOf)).toEqual(expect.arrayContaining([LEFT_OUT, BARE]))
  }
  const card = await readFile(join(out, 'README.md'), 'utf8')
  expect(card).toContain(LEFT_OUT)
  expect(card).toContain(BARE)
  const rows = await readFile(join(out, 'pairs.jsonl'), 'utf8')
  expect(rows).toContain('Add a red shape')
  expect(rows).not.toContain('appeared')
})

test.each(['image-editing-request', 'clevr-change', 'levir-mci'])(
  'a changed pair that has no caption of a person is left out of %s, with that reason',
  async (format) => {
    const unmarked = await madeMixed('b', null, 'A blue object appeared.')
    unmarked.document.regions = []
    const items = [
      await madeMixed('a', 'Add a red shape', 'A red object appeared.'),
      // its words tell of a change that is not marked: it is not written as unchanged
      unmarked,
      await madeMixed('c', null, 'A blue object appeared.'),
    ]
    const { leftOut, pairCount } = await previewExport(items.map(madeFactsItem), { ...PEOPLE, format })
    expect(pairCount).toBe(1)
    expect(leftOut.map(({ key, reason }) => `${key}: ${englishOf(reason)}`)).toEqual(
      ['b', 'c'].map(
        (key) =>
          `${key}: none of its captions was written or edited by a person: write one, or choose all captions`,
      ),
    )
  },
)

test('an unchanged pair stays one where the caption that says so is left out', async () => {
  const item = await madeMixed('a', null, 'the scene is the same as before')
  item.document.regions = []
  const choice = { ...PEOPLE, format: 'image-editing-request' }
  expect(await previewExport([madeFactsItem(item)], choice)).toMatchObject({ pairCount: 1, leftOut: [] })
})

test('the sample passes over pairs whose captions are all left out', async () => {
  const proposed = await Promise.all(
    Array.from({ length: 9 }, (_, index) => madeMixed(`p${index}`, null, 'A blue object appeared.')),
  )
  const last = await madeMixed('q', 'Add a red shape', 'A red object appeared.')
  async function* items(): AsyncGenerator<ExportItem> {
    yield* [...proposed, last]
  }
  const { files } = await exportSample(items(), { ...PEOPLE, format: 'image-editing-request' })
  expect(files.map(({ text }) => text).join()).toContain('Add a red shape')
})

test('only captions that are written count: LEVIR-MCI has five of a pair', async () => {
  const item = await madeLinked('b', 'rejected', ['1', '2', '3', '4', '5', 'a pond is new'])
  // the last caption alone speaks of the region
  item.document.links = item.document.links.slice(5)
  const toldBy = async (format: string): Promise<boolean> => {
    const { notices } = await previewExport([madeFactsItem(item)], { format, states: ['accepted'] })
    return notices.map(englishOf).includes(SAID)
  }
  expect([await toldBy('levir-mci'), await toldBy('coco')]).toEqual([false, true])
})
