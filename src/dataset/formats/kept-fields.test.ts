import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { englishOf } from '../../messages/message'
import { exportMade, madeItem, madeRegion } from '../export/testing'
import { Scratch } from '../import/item'
import type { ImportItem } from '../import/item'
import { Problems } from '../import/problems'
import { readDataset } from '../import/read'
import { Source } from '../import/source'
import { commonFormatNames, formatNamed } from './list'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-kept-'))
})
afterEach(() => rm(folder, { recursive: true }))

const model = { kind: 'model', model: 'm', version: '1' } as const

async function readIn(out: string, format: string, problems = new Problems()): Promise<ImportItem[]> {
  const items: ImportItem[] = []
  const scratch = new Scratch(folder, false)
  const source = await Source.open(out)
  for await (const one of readDataset(format, { source, problems, isCheck: false, scratch })) {
    items.push(one)
  }
  await scratch.dispose()
  return items
}

/** Exports a pair with one accepted and one proposed region, both by a model, and reads it. */
async function throughFormat(format: string): Promise<{ items: ImportItem[]; lost: string[] }> {
  const regions = [
    madeRegion('1', 'ring', { source: model }),
    madeRegion('2', 'dots', { source: model, status: 'proposed' }),
  ]
  const item = await madeItem(folder, 'one', { regions, captions: ['a shed is new'] })
  const out = join(folder, 'out')
  const { unsupportedFields } = await exportMade([item], format, out)
  const items = await readIn(out, format)
  return { items, lost: unsupportedFields.map(englishOf) }
}

const detailed = commonFormatNames.filter((name) => formatNamed(name).writer.supports.details === 'all')
const plain = commonFormatNames.filter((name) => formatNamed(name).writer.supports.details === 'none')

test.each(detailed)('%s keeps which regions are proposed, and their origins', async (format) => {
  const { items, lost } = await throughFormat(format)
  const statuses = items.map(({ regions }) =>
    regions.map(({ status = 'accepted', origin }) => [status, origin]),
  )
  expect(statuses).toEqual([
    [
      ['accepted', 'model'],
      ['proposed', 'model'],
    ],
  ])
  expect(lost).toEqual([])
})

test.each(plain)('%s tells that origins are lost', async (format) => {
  const { items, lost } = await throughFormat(format)
  expect(new Set(items[0].regions.map(({ origin }) => origin))).toEqual(new Set(['imported']))
  expect(lost).toContain('3 regions and captions lose their origins: read back, all are imported.')
})

test.each(commonFormatNames)('%s leaves out a caption that is too long, and not its pair', async (format) => {
  const captions = ['a shed is new', 'x'.repeat(2001)]
  const item = await madeItem(folder, 'one', { regions: [madeRegion('1', 'ring')], captions })
  const out = join(folder, 'out')
  await exportMade([item], format, out)
  const problems = new Problems()
  const items = await readIn(out, format, problems)
  expect(items.map((one) => [one.state, one.captions.map(({ text }) => text)])).toEqual([
    ['accepted', ['a shed is new']],
  ])
  expect(new Set(problems.list.map(({ message }) => englishOf(message)))).toEqual(
    new Set(['Caption 2 is over 2000 characters and is left out.']),
  )
})
