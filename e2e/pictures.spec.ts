import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../build/build'
import { expect, test } from './app'
import { ReviewPage } from './review-page'

/** Of the sample, in the dark theme, at the size of a new window. */
async function take(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.waitForTimeout(7000) // notices go, pictures are there
  await page.screenshot({ path: join(root, process.env['DELTASCRIBE_PICTURES'] ?? '', `${name}.png`) })
}

async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rendered scenes' }).click()
  await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
}

async function reviewPair(page: Page, key: string): Promise<ReviewPage> {
  const review = new ReviewPage(page)
  await page.getByRole('option', { name: new RegExp(key) }).dblclick()
  await review.shows(key)
  return review
}

test('queue, review, difference and export, as measured difference proposes', async ({ start, home }) => {
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  const { page } = await start(null)
  await openSample(page)
  await page.getByLabel('Search keys, captions, categories').fill('blocks')
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
  await expect(page.getByRole('option', { name: /aerial/ })).toHaveCount(0)
  await expect(page.getByRole('option', { name: /blocks_000/ })).toHaveAttribute('aria-selected')
  for (let pair = 1; pair <= 10; pair++) {
    await page.keyboard.press('a')
    await expect(page.getByText(`${pair} of 40 reviewed`)).toBeVisible()
    await page.keyboard.press('ArrowRight')
  }
  await page.getByRole('button', { name: 'Do not offer to undo this' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await take(page, 'queue')

  const review = await reviewPair(page, 'blocks_010')
  await review.writeCaption('the gray sphere turned yellow')
  await page.locator('body').press('b')
  await take(page, 'review')
  await page.locator('body').press('5')
  await take(page, 'difference')

  await page.getByRole('button', { name: 'Dataset' }).click()
  await page.getByRole('radio', { name: /LEVIR-MCI/ }).check()
  await page.mouse.move(720, 8) // off the place whose name would be shown
  await take(page, 'export')
})

test('the plan of a run, and the models, once all of the sample is reviewed', async ({ start }) => {
  const { page } = await start(null)
  await openSample(page)
  await page.locator('body').press('Control+a')
  await page.locator('body').press('a')
  await expect(page.getByText('40 of 40 reviewed')).toBeVisible()
  await page.keyboard.press('Control+4')
  await expect(page.getByRole('button', { name: /^Start with/ })).toBeEnabled()
  await take(page, 'train')
  await page.keyboard.press('Control+5')
  await take(page, 'models')
})

test('words that light their regions, as ccrc-base proposes', async ({ start, home }) => {
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'ccrc-base', provider: 'cpu' }))
  const { page } = await start(null)
  await openSample(page)
  await page.getByLabel('Search keys, captions, categories').fill('blocks_0')
  await reviewPair(page, 'blocks_010')
  await page.locator('mark').first().hover({ force: true })
  await take(page, 'words')
})
