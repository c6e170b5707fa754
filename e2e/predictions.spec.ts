import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { put } from '../src/dataset/import/testing'
import { encodeGreyPng } from '../src/images/raster'
import { makePair } from '../src/images/testing'
import { boundingBox } from '../src/mask/measures'
import { encodeRle } from '../src/mask/rle'
import { expect, test } from './app'
import { violations } from './axe'
import { pairFolder } from './pairs'
import { startWithSettings } from './settings'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'

/** Of the made pairs, pixels. */
const SIZE = { width: 320, height: 240 }
/** Side of a box where nothing changed, pixels. */
const SIDE = 16

interface Truth {
  key: string
  mask: Uint8Array
  /** COCO's, around all that changed. */
  box: readonly [x: number, y: number, width: number, height: number]
  /** Where nothing changed. */
  elsewhere: readonly [x: number, y: number, width: number, height: number]
}

const TRUTHS = [0, 1, 2, 3].map((index): Truth => {
  const { key, mask } = makePair(index, SIZE.width, SIZE.height)
  const box = boundingBox(encodeRle({ ...SIZE, data: mask.map((value) => (value > 0 ? 1 : 0)) }))
  // what changed is less than a third of the width
  const elsewhere = [box[0] < SIZE.width / 2 ? SIZE.width - SIDE : 0, 0, SIDE, SIDE] as const
  return { key, mask, box, elsewhere }
})

/** Boxes that have half of what changed, and one elsewhere. */
const HALF = Math.round(TRUTHS[0].box[2] / 2)
const IOU = (HALF * TRUTHS[0].box[3]) / (TRUTHS[0].box[2] * TRUTHS[0].box[3] + SIDE * SIDE)

let predictions = ''
test.beforeEach(() => {
  predictions = mkdtempSync(join(tmpdir(), 'deltascribe-predictions-of-'))
})
test.afterEach(() => removeFolder(predictions))

/** True masks of three pairs with a caption, one of no pair, and one of a wrong size. */
async function writeMasks(): Promise<string> {
  const folder = join(predictions, 'masks')
  for (const { key, mask } of TRUTHS.slice(0, 3)) {
    await put(folder, `${key}.png`, await encodeGreyPng({ ...SIZE, data: mask }))
  }
  await put(folder, 'pair_000009.png', await encodeGreyPng({ ...SIZE, data: TRUTHS[0].mask }))
  const small = { width: 8, height: 6, data: new Uint8Array(48).fill(255) }
  await put(folder, `${TRUTHS[3].key}.png`, await encodeGreyPng(small))
  await put(folder, 'captions.json', { [TRUTHS[0].key]: 'a red box is new' })
  return folder
}

/** Results with scores: for the first pair half of it, for the second all of it twice, for the third what is wrong. */
async function writeResults(): Promise<string> {
  const [first, second, third, fourth] = TRUTHS
  const [x, y, , height] = first.box
  await put(predictions, 'results.json', [
    { image_id: first.key, category_id: 7, bbox: [x, y, HALF, height], score: 0.9 },
    { image_id: first.key, category_id: 8, bbox: first.elsewhere, score: 0.4 },
    { image_id: second.key, category_id: 7, bbox: second.box, score: 0.8 },
    { image_id: `after/${second.key}.png`, category_id: 7, bbox: second.box, score: 0.7 },
    { image_id: third.key, category_id: 7, bbox: third.elsewhere, score: 0.6 },
    { image_id: fourth.key, category_id: 7, bbox: fourth.box, score: 1.7 },
    { image_id: 'pair_000042', category_id: 7, bbox: first.box, score: 0.5 },
  ])
  return join(predictions, 'results.json')
}

test('predictions of two models come in as proposals, are compared, ordered and taken in part', async ({
  start,
  home,
}) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await startWithSettings({ start, home, folder })
    const review = new ReviewPage(page)
    await importAs(page, 'mask net', await writeMasks(), async (report) => {
      await expect(report).toContainText('3 of 5 predictions can be imported')
      await expect(report).toContainText('Matched by key: 3, by path: 0, by file name: 0')
      await expect(report.getByRole('region', { name: '1 prediction without a pair' })).toContainText(
        'pair_000009',
      )
      await expect(report.getByRole('region', { name: '1 left out' })).toContainText(
        'is a mask of 8 x 6 pixels for an image of 320 x 240',
      )
    })
    await importAs(page, 'box net', await writeResults(), async (report) => {
      await expect(report).toContainText('3 of 5 predictions can be imported')
      await expect(report.getByRole('region', { name: '1 prediction without a pair' })).toContainText(
        'pair_000042',
      )
      const leftOut = report.getByRole('region', { name: '2 left out' })
      await expect(leftOut).toContainText(
        'It is for pair_000001, as pair_000001 is: only the first one is taken.',
      )
      await expect(leftOut).toContainText('pair_000003')
    })
    await orderByDisagreement(page)
    const list = page.getByRole('listbox', { name: 'Pairs' })
    for (const [index, key] of ['pair_000002', 'pair_000000', 'pair_000001'].entries()) {
      await expect(list.getByRole('option').nth(index)).toContainText(key)
    }
    await list.getByRole('option').nth(1).dblclick()
    await review.shows('pair_000000')
    await compareAndTake(page, review)
  } finally {
    remove()
  }
})

/** Looks the predictions over, and stores them where the report is as it must be. */
async function importAs(
  page: Page,
  name: string,
  source: string,
  expectReport: (report: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: 'Dataset', exact: true }).click()
  await page.getByRole('button', { name: 'Import a data set…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a data set' })
  await dialog.getByRole('radio', { name: 'Proposals for the open project' }).check()
  await dialog.getByRole('textbox', { name: 'Predictions', exact: true }).fill(source)
  await dialog.getByRole('textbox', { name: 'Name of the model' }).fill(name)
  await dialog.getByRole('button', { name: 'Look them over' }).click()
  await expectReport(dialog)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 3 proposals' }).click()
  await expect(dialog).toContainText(`Imported 3 proposals by ${name}`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

async function orderByDisagreement(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await page.getByRole('button', { name: 'Proposers', exact: true }).click()
  const choice = page.getByRole('dialog', { name: 'Proposers' })
  for (const [label, title] of [
    ['With a proposal by', 'mask net'],
    ['Compared with', 'box net'],
  ]) {
    await choice.getByRole('combobox', { name: label }).click()
    await choice.getByRole('option', { name: `${title} (imported), 3 pairs` }).click()
  }
  await page.keyboard.press('Escape')
  await expect(choice).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Order' }).click()
  await page.getByRole('option', { name: /^Named proposers: least alike first/ }).click()
}

/** One proposal whole, one region of the other, and both back again. */
async function compareAndTake(page: Page, review: ReviewPage): Promise<void> {
  const panel = page.getByRole('region', { name: 'Proposal', exact: true })
  const rows = panel.getByRole('list', { name: 'All proposals' }).getByRole('listitem')
  const [masks, boxes] = ['mask net', 'box net'].map((name) => rows.filter({ hasText: name }))
  await panel.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: /^mask net \(imported\)/ }).click()
  await expect(masks).toContainText('score 1.00, 1 region, IoU 1.00')
  await expect(masks).toContainText('a red box is new')
  await expect(boxes).toContainText(`score 0.90, 2 regions, IoU ${IOU.toFixed(2)}`)
  await boxes.getByRole('button', { name: 'Difference' }).click()
  await expect(boxes).toContainText('only here')
  expect(await violations(page)).toEqual([])

  await masks.getByRole('button', { name: 'Use this' }).click()
  await expect(review.regions()).toHaveCount(1)
  await expect(review.caption(1)).toHaveValue('a red box is new')
  await boxes.getByRole('button', { name: 'Regions', exact: true }).click()
  await panel.getByRole('button', { name: 'Take class 8' }).click()
  await review.did('Region taken from box net (imported)')
  await expect(review.regions()).toHaveCount(2)
  await page.locator('body').press('z')
  await expect(review.regions()).toHaveCount(1)
  await page.locator('body').press('z')
  await expect(review.regions()).toHaveCount(0)
  await expect(review.caption(1)).toHaveCount(0)
}
