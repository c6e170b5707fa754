import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './app'
import { violations } from './axe'
import { picture } from './picture'

const minutes = 60_000

/** A few steps make no better model: what is shown is the way from corrected pairs to a verdict and back. */
test('the sample: review, fine-tune, see the verdict, promote, see new proposals, roll back', async ({
  start,
  home,
}) => {
  test.setTimeout(15 * minutes)
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  const { page } = await start(null)
  await page.getByRole('button', { name: 'Open the sample' }).click()
  await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: 4 * minutes })

  await page.keyboard.press('Control+4')
  await expect(page.getByText('No pair is reviewed yet')).toBeVisible()
  await picture(page, 'training-empty')
  await acceptBlocks(page)

  await page.keyboard.press('Control+4')
  const plan = page.getByRole('region', { name: 'What will be learned' })
  await expect(plan.getByText('Learned from', { exact: true })).toBeVisible({ timeout: minutes })
  await page.getByRole('radio', { name: /Quick/ }).check()
  await page.getByText('Advanced').click()
  await page.getByRole('textbox', { name: 'Steps at most' }).fill('4')
  await page.getByRole('textbox', { name: 'Samples a step' }).fill('8')
  await page.getByRole('textbox', { name: 'Share of made pairs' }).fill('0')
  await expect(page.getByRole('button', { name: /^Start with/ })).toBeEnabled({ timeout: minutes })
  await picture(page, 'training-setup')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible({ timeout: minutes })
  await expect(page.getByRole('img', { name: /^Loss\. It went from/ })).toBeVisible({ timeout: 4 * minutes })
  await picture(page, 'training-run')

  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(/Better|Worse|Cannot tell/, { timeout: 6 * minutes })
  const pairs = page.getByRole('listbox', { name: /Pair by pair/ })
  const first = await pairs.getByRole('option', { selected: true }).innerText()
  await page.keyboard.press('ArrowDown')
  await expect(pairs.getByRole('option', { selected: true })).not.toHaveText(first)
  await expect(page.getByRole('figure').filter({ hasText: 'After, as reviewed' })).toBeVisible()
  await picture(page, 'training-verdict')
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'The new model proposes now' })).toBeVisible()
  await page.keyboard.press('Control+1')
  await page.getByRole('textbox', { name: 'Search keys, captions, categories' }).fill('aerial')
  await expect(page.getByRole('option').first()).toContainText('aerial')
  await page.getByRole('option').first().click()
  await page.keyboard.press('Enter')
  const proposal = page.getByRole('region', { name: 'Proposal' })
  await expect(proposal.getByRole('term').filter({ hasText: 'sample-1' })).toBeVisible({
    timeout: 3 * minutes,
  })

  await page.keyboard.press('Control+5')
  await expect(page.getByRole('option', { name: /sample-1/ })).toContainText('Made here by fine-tuning')
  await page.keyboard.press('b')
  await expect(page.getByRole('region', { name: 'What proposes now' })).toContainText('Measured difference')
  await page.keyboard.press('Control+2')
  await expect(proposal.getByRole('term').filter({ hasText: 'Measured difference' })).toBeVisible()
})

/** The pairs of the Blocks world; the others stay open. */
async function acceptBlocks(page: Page): Promise<void> {
  await page.keyboard.press('Control+1')
  await page.getByRole('textbox', { name: 'Search keys, captions, categories' }).fill('blocks')
  await expect(page.getByRole('option').filter({ hasNotText: 'blocks' })).toHaveCount(0)
  await page.getByRole('listbox').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('a')
  await expect(page.getByText(/pairs accepted/)).toBeVisible({ timeout: minutes })
}
