import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './app'
import { violations } from './axe'
import { tabTo } from './keys'
import { picture } from './picture'
import { removeFolder } from './remove-folder'

/** The reviewer uses no pointer, sees everything twice as large, and wants nothing to move. */
test('from opening to an export by keys alone, at 200 %, with reduced motion', async ({ start, home }) => {
  const settings = { hints: 'done', scale: 2, theme: 'light', proposer: 'difference', provider: 'cpu' }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
  const target = mkdtempSync(join(tmpdir(), 'deltascribe-out-'))
  try {
    const { page } = await start(null)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // the whole page in a window, its rem in a browser
    const isDoubled =
      'window.innerWidth < 900 || getComputedStyle(document.documentElement).fontSize === "32px"'
    await expect.poll(() => page.evaluate(isDoubled)).toBe(true)
    const reach = (role: 'button' | 'textbox', name: string | RegExp): Promise<void> =>
      tabTo(page, role, name, () => expectFocusShown(page))
    // the window has its size before it has its page
    await expect(page.getByRole('button', { name: /^Everyday photographs/ })).toBeVisible()
    await expectSound(page, 'keys-open')
    await reach('button', /^Everyday photographs/)
    await page.keyboard.press('Enter')

    await expect(page.getByText('Proposals ready for all 11')).toBeVisible()
    await expectSound(page, 'keys-queue')
    await page.keyboard.press('Enter')
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toContainText('1 of 11')
    await expectSound(page, 'keys-review')
    await page.keyboard.press('c')
    await expect(page.getByRole('textbox', { name: 'Caption 1' })).toBeFocused()
    await expectFocusShown(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('something stands on the table')
    await page.keyboard.press('Control+Enter')
    await expect(title).toContainText('2 of 11')
    await page.keyboard.press('Enter')
    await expect(title).toContainText('3 of 11')
    await page.keyboard.press('r')
    await expect(title).toContainText('4 of 11')
    // a mistake is taken back
    await page.keyboard.press('z')

    await page.keyboard.press('Control+3')
    await expect(page.getByRole('main', { name: 'Dataset' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What will be written' })).toContainText('Pairs2')
    await expectSound(page, 'keys-dataset')
    await reach('textbox', 'Folder to write')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(join(target, 'set'))
    await reach('button', 'Export 2 pairs')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Exported 2 pairs')).toBeVisible()
    await expectSound(page, 'keys-exported')
    expect(existsSync(join(target, 'set', 'README.md'))).toBe(true)
  } finally {
    removeFolder(target)
  }
})

/** What has the focus is on the screen, and a screen reader has a name for it. */
async function expectFocusShown(page: Page): Promise<void> {
  const focused = page.locator(':focus')
  // past the last element the focus is the page's own
  if ((await focused.count()) === 1) {
    await expect(focused).toHaveAccessibleName(/\S/)
    await expect(focused).toBeInViewport()
  }
}

/** Nothing moves, lies beside the page, or is wrong by axe-core's rules. */
async function expectSound(page: Page, name: string): Promise<void> {
  const moving = page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().duration !== 0,
      )
      .map(({ effect }) =>
        effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 100) ?? '') : '',
      ),
  )
  expect(await moving).toEqual([])
  const beside = page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(await beside).toBe(0)
  expect(await violations(page)).toEqual([])
  await picture(page, name)
}
