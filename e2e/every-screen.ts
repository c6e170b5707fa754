import type { Page } from '@playwright/test'
import { expect } from './app'

/** Buttons of the rail, from its start; the one before the last shows the keys. Its words are the language's. */
export const PLACES = { open: 0, queue: 1, review: 2, dataset: 3, train: 4, models: 5, settings: -1 }

/** Buttons in the main part, from its start, that open a dialog or a panel. */
const OPENED = [
  { name: 'similar', place: PLACES.queue, button: 0 },
  { name: 'statistics', place: PLACES.queue, button: 1 },
  { name: 'import', place: PLACES.dataset, button: 0 },
  { name: 'import-model', place: PLACES.models, button: 0 },
]

export async function go(page: Page, place: number): Promise<void> {
  await page.getByRole('navigation').first().getByRole('button').nth(place).click()
  await expect(page.getByRole('main')).toBeVisible()
}

/** Does `look` at every screen in turn, with its name. */
export async function visitAll(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const [name, place] of Object.entries(PLACES)) {
    await go(page, place)
    await expectStill(page)
    await look(name)
  }
  for (const { name, place, button } of OPENED) {
    await go(page, place)
    await page.getByRole('main').getByRole('button').nth(button).click()
    await expectStill(page)
    await look(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectStill(page)
  await look('keys')
  await page.keyboard.press('Escape')
}

/** Puts the mouse away: a tooltip that is just fading in has the contrast of neither state. */
async function expectStill(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.waitForTimeout(300)
}
