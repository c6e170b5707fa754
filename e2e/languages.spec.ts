import type { Page } from '@playwright/test'
import { expect, test } from './app'
import { violations } from './axe'
import { pairFolder } from './pairs'
import { picture } from './picture'

/** In the order of the rail, the last of which closes the round. */
const PLACES = ['open', 'queue', 'review', 'dataset', 'train', 'models', 'settings']
const SETTINGS = PLACES.length - 1

async function go(page: Page, place: number): Promise<void> {
  await page.getByRole('navigation').first().getByRole('button').nth(place).click()
  await expect(page.getByRole('main')).toBeVisible()
}

/** The first field of the settings, by the languages' own names. */
async function choose(page: Page, name: string): Promise<void> {
  await go(page, SETTINGS)
  await page.getByRole('main').getByRole('combobox').first().click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function expectSound(page: Page, language: string): Promise<void> {
  for (const [place, name] of PLACES.entries()) {
    await go(page, place)
    await page.mouse.move(0, 0)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.waitForTimeout(300)
    expect(await violations(page), `${name}, ${language}`).toEqual([])
    await picture(page, `${language}-${name}`)
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page), `keys, ${language}`).toEqual([])
  await page.keyboard.press('Escape')
}

test('every screen is sound in every language, and a change of it keeps the place and the folder', async ({
  start,
}) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    for (const [name, language, rail] of [
      ['Deutsch', 'de', 'Warteschlange'],
      ['简体中文', 'zh-Hans', '队列'],
      ['English', 'en', 'Queue'],
    ]) {
      await choose(page, name)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('navigation').first()).toContainText(rail)
      // the page came back to the settings, with the folder open
      await expect(page.getByRole('main').getByRole('combobox').first()).toHaveValue(name)
      await expectSound(page, language)
    }
    await page.evaluate(() => window.localStorage.setItem('deltascribe.language', 'pseudo'))
    await page.reload()
    await expect(page.getByRole('navigation').first()).toContainText('[Qûéûé~]')
    await expectSound(page, 'pseudo')
  } finally {
    remove()
  }
})
