import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveChat } from '../src/connector/testing'
import { DEFAULT_CONNECTOR_SETTINGS } from '../src/contract/connector'
import { expect, test } from './app'
import { violations } from './axe'
import { exportPairs } from './export-pairs'
import { pairFolder } from './pairs'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import { startWithSettings } from './settings'

/** With signs that a card or a conversation could take for its own. */
const DEFINITION = 'New and demolished buildings; not *cars*, not <image> tags'
const ON_THE_CARD = 'New and demolished buildings; not \\*cars\\*, not \\<image\\> tags'
const MOST_CHARACTERS = 2000

test('what counts as change is said once, shown at each pair, asked with, and exported', async ({
  start,
  home,
}) => {
  const server = await serveChat({ models: ['seer'] })
  const { folder, remove } = await pairFolder('made')
  const out = mkdtempSync(join(tmpdir(), 'deltascribe-out-'))
  const connector = { ...DEFAULT_CONNECTOR_SETTINGS, isOn: true, address: server.address, model: 'seer' }
  try {
    const { page } = await startWithSettings({ start, home, folder, settings: { connector } })
    const review = new ReviewPage(page)
    await review.open()
    const panel = page.getByRole('region', { name: 'What counts as change' })
    const field = panel.getByRole('textbox', { name: 'What counts as change' })
    await panel.getByRole('button', { name: 'What counts as change' }).click()
    await field.click()
    await page.keyboard.insertText('x'.repeat(MOST_CHARACTERS + 1))
    await expect(field).toHaveValue('x'.repeat(MOST_CHARACTERS))
    await field.fill(DEFINITION)
    await field.press('Escape')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Skip' }).click()
    await review.shows('pair_000001')
    await expect(field).toHaveValue(DEFINITION)

    await page.locator('body').press('Shift+K')
    await expect(review.caption(1)).toHaveValue(/has appeared/)
    expect(server.questions.map(({ texts }) => texts.join('\n'))).toEqual([
      expect.stringContaining(`\nWhat counts as change: ${DEFINITION}`),
    ])
    await review.acceptAndNext()
    await review.shows('pair_000002')
    await expect(field).toHaveValue(DEFINITION)

    await page.getByRole('button', { name: 'Dataset', exact: true }).click()
    const sample = page.getByRole('region', { name: 'A page of it' })
    await sample.getByRole('combobox', { name: 'File' }).click()
    await page.getByRole('option', { name: 'README.md' }).click()
    await expect(sample.locator('pre')).toContainText(ON_THE_CARD)
    await exportPairs(page, { format: 'COCO', out: join(out, 'set'), count: 1 })
    expect(readFileSync(join(out, 'set', 'README.md'), 'utf8')).toContain(
      `## What counts as change\n\n${ON_THE_CARD}\n`,
    )
  } finally {
    server.close()
    remove()
    removeFolder(out)
  }
})
