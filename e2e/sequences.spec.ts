import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { encodePng } from '../src/images/raster'
import { makePair } from '../src/images/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { exportPairs } from './export-pairs'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import { startWithSettings } from './settings'

const SIZE = { width: 320, height: 240 }
const DATES = ['2019-05', '2019-06', '2019-07', '2020-05']
const KEYS = ['field/2019-05..2019-06', 'field/2019-06..2019-07', 'field/2019-07..2020-05']
/** Where the house stands. */
const HOUSE = { x: 100, y: 80, width: 80, height: 60 }

let folder = ''
let out = ''
test.beforeEach(async () => {
  ;[folder, out] = ['dates', 'out'].map((name) => mkdtempSync(join(tmpdir(), `deltascribe-${name}-`)))
  for (const [index, date] of DATES.entries()) {
    mkdirSync(join(folder, date))
    writeFileSync(
      join(folder, date, 'field.png'),
      await encodePng(makePair(index, SIZE.width, SIZE.height).after),
    )
  }
})
test.afterEach(() => [folder, out].forEach(removeFolder))

test('four dates of a place become three pairs; regions of one are carried to the next, and exported', async ({
  start,
  home,
}) => {
  const { page } = await startWithSettings({ start, home, folder })
  const review = new ReviewPage(page)
  await test.step('the pairs are grouped', async () => {
    const list = page.getByRole('listbox', { name: 'Pairs' })
    await expect(list.getByRole('option')).toHaveCount(3)
    await expect(list.locator('[data-sequence]')).toHaveText(['field0 of 3 reviewed'])
    for (const [index, key] of KEYS.entries()) {
      await expect(list.getByRole('option').nth(index)).toContainText(key)
    }
    expect(await violations(page)).toEqual([])
  })
  await test.step('the first is corrected', async () => {
    await page.getByRole('listbox', { name: 'Pairs' }).getByRole('option').first().dblclick()
    await review.shows(KEYS[0])
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toContainText('1 of 3 of field, 2019-05 to 2019-06')
    await review.outline(HOUSE, SIZE, 'house')
    await page.keyboard.press('Enter')
    await review.shows(KEYS[1])
    await page.keyboard.press('Shift+PageUp')
    await review.shows(KEYS[0])
  })
  await test.step('its region is carried, back, and again', async () => {
    await page.getByRole('button', { name: 'Carry regions to the next date' }).click()
    await expect(
      page.getByText(`${KEYS[1]}: 1 region was carried here from the date before, as a proposal.`),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Take the carried regions back' }).click()
    await expect(page.getByText('The carried regions were taken back.')).toBeVisible()
    await page.keyboard.press('Shift+D')
    await page.getByRole('button', { name: 'Next date of the same place' }).click()
    await review.shows(KEYS[1])
  })
  await takeCarried(page, review)
  await test.step('both are exported with their sequence', async () => {
    await review.saved()
    const target = join(out, 'set')
    await exportPairs(page, { format: 'COCO', out: target, count: 2 })
    const rows = readFileSync(join(target, 'pairs.jsonl'), 'utf8').trim().split('\n')
    const pairs = rows.map((row) => JSON.parse(row) as { split: string })
    expect(pairs).toMatchObject([
      { key: KEYS[0], sequence: 'field', position: 1, before_date: '2019-05' },
      { key: KEYS[1], sequence: 'field', position: 2, after_date: '2019-07' },
    ])
    expect(pairs[0].split).toBe(pairs[1].split)
    await page.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(page.locator('[data-sequence]')).toHaveText(['field2 of 3 reviewed'])
  })
})

/** The region that was carried, by itself; with undo in between. */
async function takeCarried(page: Page, review: ReviewPage): Promise<void> {
  await test.step('the carried region is taken', async () => {
    const panel = page.getByRole('region', { name: 'Proposal', exact: true })
    const row = panel.getByRole('listitem').filter({ hasText: 'Carried from the date before' })
    await row.getByRole('button', { name: 'Regions', exact: true }).click()
    await row.getByRole('button', { name: 'Take house' }).click()
    await expect(review.regions()).toHaveCount(1)
    await page.locator('body').press('z')
    await expect(review.regions()).toHaveCount(0)
    await row.getByRole('button', { name: 'Use this' }).click()
    await review.did('Proposal taken over')
    await expect(review.regions()).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    await review.acceptAndNext()
    await review.shows(KEYS[2])
  })
}
