import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ContractError } from '../contract/errors'
import type { Region } from '../domain/document'
import { encodeRle } from '../mask/rle'
import type { ProjectStore } from './project-store'
import { FILE_ONLY, isInDatabase, openTestStore } from './testing'

let folder = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-store-'))
  store = openTestStore(folder)
  store.pairs.synchronise([
    { key: 'p', split: null, before: 'A/p.png', after: 'B/p.png', label: null, caption: null },
  ])
  store.pairs.setSize(1, 8, 6)
  propose([regionOf('a', 8, 6)])
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

function regionOf(id: string, width: number, height: number): Region {
  const data = new Uint8Array(width * height).fill(1, 0, 3)
  const mask = encodeRle({ width, height, data })
  const source = { kind: 'person' } as const
  return { id, category: 'change', status: 'proposed', mask, beforeMask: null, source, score: null }
}

function propose(regions: Region[]): void {
  const made = { pairId: 1, madeAt: 1, proposer: 'difference', version: '1', provider: 'cpu' } as const
  const said = { milliseconds: {}, score: 1, alignment: null, remarks: [], agreement: null }
  store.addProposal({ ...made, ...said, regions, captions: [], links: [] }, { isOffer: false })
}

function add(region: Region): void {
  store.edit(1, `add-${region.id}-1`, 'New region', [{ type: 'region.add', region, index: 1 }], '')
}

function ious(): unknown[] {
  const database = new DatabaseSync(join(folder, 'project.db'))
  const rows = database.prepare('SELECT mask_iou AS iou FROM decisions ORDER BY at, event_id').all()
  database.close()
  return rows.map((row) => (row as { iou: number | null }).iou)
}

test.skipIf(isInDatabase)(
  `a pair whose image was replaced by one of another size is decided, without a measure of its masks${FILE_ONLY}`,
  () => {
    const limits = { reviewer: null, milliseconds: 0 }
    store.decide(1, 'accept', { eventId: 'decide-01', ...limits })
    store.pairs.setSize(1, 16, 12)
    propose([regionOf('a', 16, 12)])
    add(regionOf('b', 16, 12))
    store.decide(1, 'reopen', { eventId: 'decide-02', ...limits })
    store.edit(
      1,
      'remove-a',
      'Removed',
      [{ type: 'region.remove', region: regionOf('a', 8, 6), index: 0 }],
      '',
    )
    store.decide(1, 'accept', { eventId: 'decide-03', ...limits })
    expect(ious()).toEqual([1, null, null])
    expect(store.open(1).document.review.state).toBe('corrected')
  },
)

test('a mask of another size than the image is refused, and undo brings back what was stored', () => {
  store.edit(1, 'remove-a', 'Removed', [{ type: 'region.remove', region: regionOf('a', 8, 6), index: 0 }], '')
  store.pairs.setSize(1, 16, 12)
  expect(() => add(regionOf('b', 8, 6))).toThrow(ContractError)
  expect(() => add(regionOf('b', 8, 6))).toThrow(
    'A mask of 8 x 6 pixels does not fit the image of 16 x 12. Was the image replaced?',
  )
  store.undo(1, 'undo-0001', '')
  expect(store.open(1).document.regions).toHaveLength(1)
})
