import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../build/build'
import { expect, test } from './app'
import { ReviewPage } from './review-page'

// the shipped models propose
test.use({ settings: { hints: 'done' } })

/** Of a sample, in the dark theme, at the size of a new window. */
async function take(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.waitForTimeout(7000) // notices go, pictures are there
  await page.screenshot({ path: join(root, process.env['DELTASCRIBE_PICTURES'] ?? '', `${name}.png`) })
}

async function openSample(page: Page, title = 'Rendered scenes'): Promise<void> {
  await page.getByRole('button', { name: title }).click()
  await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
}

async function reviewPair(page: Page, key: string): Promise<ReviewPage> {
  const review = new ReviewPage(page)
  await page.getByRole('option', { name: new RegExp(key) }).dblclick()
  await review.shows(key)
  return review
}

test('queue and export, as measured difference proposes', async ({ start, home }) => {
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

test('the start, words that light their regions, review and difference, of photographs', async ({
  start,
}) => {
  const { page } = await start(null)
  await expect(page.getByText('Folders that you open are listed here.')).toBeVisible()
  await take(page, 'start')
  await openSample(page, 'Everyday photographs')
  const review = await reviewPair(page, '01-table')
  await expect(page.locator('mark').first()).toBeVisible()
  await page.waitForTimeout(10_000) // the panels have their place, and nothing is named any more
  await page.locator('mark').first().hover({ force: true })
  await take(page, 'words')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await review.shows('03-window')
  await review.writeCaption('a second dog looks out below the first one')
  await page.locator('body').press('b')
  await take(page, 'review')
  await page.locator('body').press('5')
  await take(page, 'difference')
})

test('hints of a first review', async ({ start, home }) => {
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ hints: 'on' }))
  const { page } = await start(null)
  await openSample(page, 'Everyday photographs')
  await reviewPair(page, '02-rock')
  await take(page, 'hints')
})
