import type { Locator, Page } from '@playwright/test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './app'
import { startAtSample } from './at-sample'
import { ReviewPage } from './review-page'
import { ownSettingsIn } from './settings'

// of a person who has never used the program: Review shows hints
test.use({ settings: {} })

const CAPTION = 'a second dog looks out of the window'

test('a first run: a sample of photographs, three pairs corrected with hints, an export', async ({
  start,
  home,
  shell,
  storedPairs,
}) => {
  const target = mkdtempSync(join(tmpdir(), 'deltascribe-out-'))
  try {
    const app = await startAtSample({ start, shell }, 'everyday')
    const { page } = app
    await countInputs(page)
    await expect(page.getByText('Proposals ready for all 11')).toBeVisible()
    await page.getByRole('option').first().click()
    await page.keyboard.press('Enter')
    await correctThree(page)
    await exportThree(page, join(target, 'set'))
    const { keys, clicks } = await inputsOf(page)
    console.log(`first run: ${keys} keys and ${clicks} clicks for three corrected pairs and an export`)
    expect(keys + clicks).toBeLessThan(100)
    await app.quit()

    const folder = join(home, 'samples', 'everyday')
    const states = storedPairs(folder).map(({ document }) => document.review.state)
    expect(states.slice(0, 4)).toEqual(['corrected', 'corrected', 'corrected', 'unreviewed'])
    expect(readdirSync(join(target, 'set'))).not.toHaveLength(0)
    expect(ownSettingsIn(home)).toMatchObject({ hints: 'done' })

    const again = await start(folder)
    const review = new ReviewPage(again.page)
    await review.open()
    await expect(again.page.getByRole('button', { name: 'Accept and next' })).toBeVisible()
    await expect(hint(again.page)).toHaveCount(0)
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
})

function hint(page: Page): Locator {
  return page.getByRole('region', { name: 'Hint' })
}

/** One kind of correction a pair, as the hints tell. */
async function correctThree(page: Page): Promise<void> {
  const review = new ReviewPage(page)
  await review.shows('01-table')
  await expect(hint(page)).toContainText('Paint it with the brush (B)')
  await review.paint([0.25, 0.5], [0.3, 0.75])
  await expect(hint(page)).toContainText('Accept, and go on to the next pair, with Enter')
  await page.keyboard.press('Enter')

  await review.shows('02-rock')
  await expect(hint(page)).toContainText('remove it with Del')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Delete')
  await expect(hint(page)).toContainText('Mend it with C')
  await page.keyboard.press('Enter')

  await review.shows('03-window')
  await review.typeCaption(CAPTION)
  await expect(hint(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await review.shows('04-bowl')
  await review.saved()
}

async function exportThree(page: Page, out: string): Promise<void> {
  await page.getByRole('button', { name: 'Dataset' }).click()
  await page.getByRole('textbox', { name: 'Folder to write' }).fill(out)
  await page.getByRole('button', { name: 'Export 3 pairs' }).click()
  await expect(page.getByText('Exported 3 pairs')).toBeVisible()
}

/**
 * From now on keys and clicks are counted in the page. A path that is put in whole counts as one key, and the click that
 * opened the sample counts.
 */
async function countInputs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const count = (name: string): void => {
      dataset[name] = String(Number(dataset[name] ?? 0) + 1)
    }
    window.addEventListener('keydown', () => count('keys'), true)
    window.addEventListener('mousedown', () => count('clicks'), true)
  })
}

async function inputsOf(page: Page): Promise<{ keys: number; clicks: number }> {
  const { keys, clicks } = await page.evaluate(() => {
    const { dataset } = document.documentElement
    return { keys: dataset['keys'], clicks: dataset['clicks'] }
  })
  return { keys: Number(keys ?? 0) + 1, clicks: Number(clicks ?? 0) + 1 }
}
