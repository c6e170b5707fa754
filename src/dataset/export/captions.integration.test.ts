import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RegionStatus } from '../../domain/document'
import { englishOf } from '../../messages/message'
import { exportPairs, previewExport } from './export'
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
