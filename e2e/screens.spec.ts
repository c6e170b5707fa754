import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './app'
import { violations } from './axe'
import { visitAll } from './every-screen'
import { pairFolder } from './pairs'

async function go(
  page: Page,
  place: 'Queue' | 'Review' | 'Dataset' | 'Train' | 'Models' | 'Settings',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: place }).click()
  await expect(page.getByRole('main', { name: place })).toBeVisible()
}

/** @param show where given, what brings the upper one on the screen, from which it may go again */
async function expectAbove(upper: Locator, lower: Locator, show?: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await show?.()
    await expect(upper).toBeVisible({ timeout: 2000 })
    await expect(lower).toBeVisible({ timeout: 2000 })
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
    expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? -Infinity)
  }).toPass()
}

test('every screen is free of what axe-core finds wrong, dark and light', async ({ start }) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    for (const theme of ['Dark', 'Light']) {
      await go(page, 'Settings')
      await page.getByRole('combobox', { name: 'Theme' }).click()
      await page.getByRole('option', { name: theme }).click()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme.toLowerCase())
      await visitAll(page, async (name) => {
        expect(await violations(page), `${name}, ${theme}`).toEqual([])
      })
    }
  } finally {
    remove()
  }
})

test('pairs are reviewed without the mouse, and keys can be changed', async ({ start }) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main', { name: 'Review' })).toBeVisible()
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toContainText('1 of 4')
    await page.keyboard.press('Enter')
    await expect(title).toContainText('2 of 4')
    await page.keyboard.press('c')
    await expect(page.getByRole('textbox', { name: 'Caption 1' })).toBeFocused()
    await page.keyboard.type('something else, a')
    await page.keyboard.press('Control+Enter')
    await expect(title).toContainText('3 of 4')
    await page.keyboard.press('f')
    await expect(title).toContainText('4 of 4')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('region', { name: 'State' })).toContainText('Flagged')
    await page.keyboard.press('z')
    await expect(page.getByRole('region', { name: 'State' })).toContainText('Unreviewed')

    await go(page, 'Settings')
    await page.getByRole('button', { name: /^Change the key for Reject the pair and go on, now R/ }).click()
    await page.keyboard.press('j')
    await page.getByRole('button', { name: /^Change the key for Reject the pair and go on, now J/ }).waitFor()
    await page.getByRole('button', { name: /^Change the key for Reject the pair and go on, now J/ }).click()
    await page.getByLabel('Find an action').fill('reject')
    await page.getByRole('button', { name: /^Change the key for Reject the pair and go on, now J/ }).waitFor()
    await go(page, 'Review')
    await page.keyboard.press('j')
    await expect(title).toContainText('4 of 4')

    await page.keyboard.press('q')
    await expect(page.getByRole('button', { name: /^Accepted 1/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Corrected 1/ })).toBeVisible()
    await page.getByRole('button', { name: /^Rejected 1/ }).click()
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.getByLabel('Search keys, captions, categories').pressSequentially('zz ', { delay: 10 })
    // what was found for it is shown
    await expect(page.getByRole('option')).toHaveCount(0)
    await page.keyboard.type('top')
    await expect(page.getByLabel('Search keys, captions, categories')).toHaveValue('zz top')
  } finally {
    remove()
  }
})

test('a name that is typed in Settings is kept, also where a key leads away from it', async ({ start }) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await go(page, 'Settings')
    await page.getByLabel('Your name').fill('Ana')
    await page.keyboard.press('Control+2')
    await expect(page.getByRole('main', { name: 'Review' })).toBeVisible()
    await go(page, 'Settings')
    await expect(page.getByLabel('Your name')).toHaveValue('Ana')
  } finally {
    remove()
  }
})

test('what cannot be done says why beside it, and notices stand above the pairs', async ({ start, home }) => {
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    await expect(page.getByText('First caption', { exact: true })).toBeVisible()
    await expect(page.getByText('Agrees', { exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'All keys' })).toHaveText('Keys')
    const provider = page.getByRole('button', { name: /^Provider/ })
    await expect(provider).not.toHaveAttribute('data-warning')

    const notice = page.getByRole('region', { name: 'Notices' }).getByRole('status').last()
    const raise = () => page.getByRole('button', { name: /^Previous/ }).click()
    await go(page, 'Review')
    await raise()
    await expect(notice).toContainText('first pair')
    await expectAbove(notice, page.getByRole('navigation', { name: 'Neighbouring pairs' }), raise)
    await expect(page.getByText('Measured difference', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toHaveText('RejectR')
    await expect(page.getByRole('button', { name: 'Accept region' })).toHaveText('Y')
    await go(page, 'Queue')
    await page.keyboard.press('Control+a')
    await expectAbove(notice, page.getByRole('toolbar', { name: '4 pairs selected' }), async () => {
      await go(page, 'Review')
      await raise()
      await go(page, 'Queue')
    })

    await go(page, 'Dataset')
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveAccessibleDescription(
      'No pair has one of these states yet. Review some pairs first.',
    )
    await go(page, 'Train')
    await expect(page.getByRole('button', { name: /^New run/ })).toContainText('once pairs are reviewed')
    await go(page, 'Models')
    await expect(page.getByRole('option', { name: /^Measured difference Proposes/ })).toContainText(
      'not a trained model',
    )
  } finally {
    remove()
  }
})

test('selected pairs are accepted together on the contact sheet', async ({ start }) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByRole('toolbar', { name: '2 pairs selected' })).toBeVisible()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(page.getByRole('toolbar', { name: '1 pair selected' })).toBeVisible()
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('toolbar', { name: '4 pairs selected' })).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByText('4 pairs accepted.')).toBeVisible()
    await expect(page.getByText('4 of 4 reviewed')).toBeVisible()
    await page.keyboard.press('z')
    await expect(page.getByText('0 of 4 reviewed')).toBeVisible()

    // every part of the window: places, screen, filter, pairs, status
    for (let part = 0; part < 5; part += 1) {
      await page.keyboard.press('F6')
    }
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toBeFocused()

    // what was clicked does not take the keys that come after it
    await page.getByRole('button', { name: /^All 4/ }).click()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main', { name: 'Review' })).toBeVisible()
    await page.keyboard.press('2')
    await page.getByRole('slider', { name: 'Divider between before and after' }).click()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('2 of 4')
  } finally {
    remove()
  }
})
