import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { exportPairs } from '../src/dataset/export/export'
import type { ExportItem } from '../src/dataset/export/export-pair'
import { exportMade, madeItem, madeRegion } from '../src/dataset/export/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { tabTo } from './keys'
import { pairFolder } from './pairs'
import { picture } from './picture'
import { removeFolder } from './remove-folder'

let scratch: string
test.beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'deltascribe-dataset-'))
})
test.afterEach(() => removeFolder(scratch))

async function openDataset(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Dataset' }).click()
  await expect(page.getByRole('main', { name: 'Dataset' })).toBeVisible()
}

async function theme(page: Page, name: 'Dark' | 'Light'): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: 'Theme' }).click()
  await page.getByRole('option', { name }).click()
  await openDataset(page)
}

/** Puts the mouse away and waits for what is fading in. */
async function isPreviewShown(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(400)
  await picture(page, name)
  expect(await violations(page), name).toEqual([])
}

function items(): Promise<ExportItem[]> {
  return Promise.all(
    ['street/1', 'street/2', 'park/1'].map((key) =>
      madeItem(scratch, key, {
        regions: [madeRegion('1', 'ring')],
        captions: ['a house'],
        item: { split: 'train' },
      }),
    ),
  )
}

test('an export is previewed and written by keyboard, and a stopped one is told of', async ({ start }) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('toolbar', { name: '4 pairs selected' })).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByText('4 of 4 reviewed')).toBeVisible()
    await openDataset(page)
    const preview = page.getByRole('region', { name: 'What will be written' })
    await expect(preview).toContainText('Pairs4')
    await expect(page.getByRole('region', { name: 'A page of it' }).locator('pre')).toContainText('imgid')
    await isPreviewShown(page, 'dataset-levir-dark')

    await page.getByRole('radio', { name: 'LEVIR-MCI' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'COCO' })).toBeChecked()
    await expect(page.getByRole('region', { name: 'A page of it' }).locator('pre')).toContainText('pair_id')
    const out = join(scratch, 'coco')
    await tabTo(page, 'textbox', 'Folder to write')
    await page.keyboard.type(out)
    await tabTo(page, 'button', 'Export 4 pairs')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Exported 4 pairs')).toBeVisible()
    expect(existsSync(join(out, 'annotations'))).toBe(true)
    await isPreviewShown(page, 'dataset-coco-done-dark')

    const stopped = join(scratch, 'stopped')
    await stopAfterOne(await items(), stopped)
    await page.getByRole('textbox', { name: 'Folder to write' }).fill(stopped)
    const told = page.getByText(/An export to this folder was stopped/)
    await expect(told).toBeVisible()
    await theme(page, 'Light')
    await expect(told).toBeVisible()
    await isPreviewShown(page, 'dataset-stopped-light')
    await page.getByRole('button', { name: 'Throw it away' }).click()
    await expect(told).toHaveCount(0)
    expect(readdirSync(scratch).filter((name) => name.endsWith('.partial'))).toEqual([])
  } finally {
    remove()
  }
})

async function stopAfterOne(of: ExportItem[], out: string): Promise<void> {
  const controller = new AbortController()
  const running = { progress: () => controller.abort(), signal: controller.signal }
  await expect(exportPairs(of, { format: 'coco', out, states: ['accepted'] }, running)).rejects.toThrow()
}

test('a data set is imported by keyboard, and its report names what was left out', async ({ start }) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const [clean, broken] = [join(scratch, 'clean'), join(scratch, 'broken')]
    await exportMade(await items(), 'coco', clean)
    await exportMade(await items(), 'coco', broken)
    rmSync(join(broken, 'images/after/park__1.png'))
    writeFileSync(join(broken, 'images/before/street__2.png'), 'no image')
    const { page } = await start(folder)
    await openDataset(page)
    const dialog = page.getByRole('dialog', { name: 'Import a data set' })
    for (const [source, mode] of [
      [clean, 'Dark'],
      [broken, 'Light'],
    ] as const) {
      await theme(page, mode)
      await tabTo(page, 'button', 'Import a data set…')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await dialog.getByRole('textbox', { name: 'Data set', exact: true }).fill(source)
      await tabTo(page, 'textbox', 'Folder to make')
      await page.keyboard.press('Control+a')
      await page.keyboard.type(`${source}-project`)
      await tabTo(page, 'button', /^Import$/)
      await page.keyboard.press('Enter')
      const count = source === clean ? 3 : 1
      await expect(
        dialog.getByText(count === 1 ? 'Imported 1 pair of COCO' : 'Imported 3 pairs of COCO'),
      ).toBeVisible()
      if (source === clean) {
        await expect(dialog.getByText('Nothing was left out.')).toBeVisible()
        await isPreviewShown(page, 'import-clean-dark')
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Import a data set…' })).toBeFocused()
      } else {
        const report = dialog.getByRole('region', { name: '2 left out' })
        await expect(report).toContainText('after/park__1.png is not there')
        await isPreviewShown(page, 'import-problems-light')
        await dialog.getByRole('button', { name: 'Open the project' }).click()
        await expect(page.getByRole('main', { name: 'Queue' })).toBeVisible()
        await expect(page.getByRole('option')).toHaveCount(1)
      }
    }
  } finally {
    remove()
  }
})
