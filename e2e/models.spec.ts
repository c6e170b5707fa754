import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeUntrainedPackage } from '../src/models/ccrc/predictor/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { ModelsPage } from './models-page'
import { pairFolder } from './pairs'
import { picture } from './picture'
import { ReviewPage } from './review-page'
import { removeFolder } from './remove-folder'

/** Models are opened and tried out meanwhile. */
const PATIENCE = 240_000

/** A model that was taught nothing: what it says means nothing, and comes by the way that sense would. */
test('import a model, promote it, see new proposals, roll back, all by keys', async ({ start, home }) => {
  test.setTimeout(2 * PATIENCE)
  const { folder, remove } = await pairFolder('made')
  const elsewhere = mkdtempSync(join(tmpdir(), 'deltascribe-elsewhere-'))
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  try {
    const source = await writeUntrainedPackage(elsewhere, 'boards')
    const damaged = await writeUntrainedPackage(elsewhere, 'cut-short')
    writeFileSync(join(damaged, 'weights.safetensors'), 'not weights')
    const { page } = await start(folder)
    const review = new ReviewPage(page)
    const models = new ModelsPage(page)
    await test.step('write', () => writeByHand(page, review))
    await test.step('import', () => importModels(page, models, { damaged, source }))
    await test.step('rename', () => rename(page, models))
    await test.step('promote', () => promote(page, models))
    await test.step('new proposals', () => expectProposals(page, review))
    await test.step('roll back', () => rollBack(page, models, review))
    await test.step('export', () => exportPackage(page, models, join(elsewhere, 'given-out')))
    await test.step('delete and bring back', () => deleteAndRestore(page, models))
    expect(await violations(page)).toEqual([])
  } finally {
    remove()
    removeFolder(elsewhere)
  }
})

async function writeByHand(page: Page, review: ReviewPage): Promise<void> {
  await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: PATIENCE })
  await review.open()
  await review.writeCaption('what a person wrote')
  await review.saved()
}

async function importModels(
  page: Page,
  models: ModelsPage,
  { damaged, source }: { damaged: string; source: string },
): Promise<void> {
  await models.open()
  await expect(models.present()).toContainText('Measured difference')
  await expect(page.getByText('You have no model of your own yet.')).toBeVisible()
  await picture(page, 'models-empty')
  await models.startImport()
  await models.refuses(damaged, 'was changed or cut short')
  await models.takes(source, 'boards')
}

async function rename(page: Page, models: ModelsPage): Promise<void> {
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name' }).fill('Boards of May')
  await page.keyboard.press('Enter')
  await expect(models.row('Boards of May')).toBeVisible()
  await models.isDialogGone()
  await picture(page, 'models-imported')
}

async function promote(page: Page, models: ModelsPage): Promise<void> {
  await models.promote('Boards of May')
  await expect(page.getByText(/Proposals ready for all 4/)).toBeVisible({ timeout: PATIENCE })
  await picture(page, 'models-promoted')
  await page.keyboard.press('Delete')
  await expect(page.getByText('What proposes cannot be deleted').first()).toBeVisible()
}

async function expectProposals(page: Page, review: ReviewPage): Promise<void> {
  await page.keyboard.press('Control+2')
  await expect(review.caption(1)).toHaveValue('what a person wrote')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await expect(review.proposedBy('Boards of May')).toBeVisible()
}

async function rollBack(page: Page, models: ModelsPage, review: ReviewPage): Promise<void> {
  await models.open()
  await models.rollBackTo('Measured difference')
  await page.keyboard.press('Control+2')
  await expect(review.proposedBy('Measured difference')).toBeVisible()
  await expect(review.caption(1)).toHaveValue(/appeared|turned|moved|changed|vanished|No change/)
}

async function exportPackage(page: Page, models: ModelsPage, out: string): Promise<void> {
  await models.open()
  await page.keyboard.press('e')
  await page.getByRole('radio', { name: 'Model package' }).check()
  await page.getByRole('textbox', { name: 'Folder to write' }).fill(out)
  await picture(page, 'models-export')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Boards of May is in ${out}.`)).toBeVisible()
  expect(readdirSync(out)).toContain('weights.safetensors')
  await models.isDialogGone()
}

async function deleteAndRestore(page: Page, models: ModelsPage): Promise<void> {
  await page.keyboard.press('Delete')
  await expect(models.row('Boards of May')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Bring back Boards of May' })).toBeVisible()
  await picture(page, 'models-deleted')
  await page.keyboard.press('z')
  await expect(models.row('Boards of May')).toBeVisible()
  await picture(page, 'models-history')
}
