import type { Page } from '@playwright/test'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { expect, test } from './app'
import { runCommandLine } from './command-line'
import { pairFolder } from './pairs'
import { ReviewPage } from './review-page'
import { PASSWORD, signIn } from './sign-in'

const programs = serverPrograms()
test.skip(programs === null, 'needs a PostgreSQL server of Debian, 15 or later')

async function enter(page: Page, name: string): Promise<void> {
  await signIn(page, name)
  await expect(page.getByText(/Proposals ready for all/)).toBeVisible()
}

test('an adjudicator has two people review blindly, takes a vote, undoes it, takes one, and sees how far they agree', async ({
  start,
}) => {
  const server = await startTestServer(programs!)
  const { folder, remove } = await pairFolder('made')
  const database = ['--database', `${server.url}&schema=overlap`]
  try {
    for (const [name, role] of [
      ['Rita', 'reviewer'],
      ['Rolf', 'reviewer'],
      ['Adam', 'adjudicator'],
    ]) {
      runCommandLine(['users', 'add', name, '--role', role, ...database], `${PASSWORD}\n`)
    }
    const { page: rita } = await start(folder, ['--team', ...database])
    await enter(rita, 'Rita')
    const browser = rita.context().browser()!
    const as = async (name: string): Promise<Page> => {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
      await page.goto(new URL(rita.url()).origin)
      await enter(page, name)
      return page
    }

    // the adjudicator has two people review all pairs
    const adam = await as('Adam')
    await adam.keyboard.press('Shift+B')
    const set = adam.getByRole('dialog', { name: 'Blind reviews' })
    await set.getByLabel('Share of the pairs').fill('100')
    await set.getByRole('button', { name: 'Have 2 people review 100 % of the pairs' }).click()
    await expect(set.getByRole('row', { name: /^2 \d+ 0 0 0 0$/ })).toBeVisible()
    await adam.keyboard.press('Escape')

    // both are at the same pair, and neither sees the other
    const rolf = await as('Rolf')
    const [ritas, rolfs] = [new ReviewPage(rita), new ReviewPage(rolf)]
    await ritas.open()
    await ritas.shows('pair_000000')
    await expect(rita.getByText('Blind review 1 of 2.')).toBeVisible()
    await ritas.typeCaption('seen by Rita')
    await rolfs.open()
    await rolfs.shows('pair_000000')
    await expect(rolf.getByText('Blind review 2 of 2.')).toBeVisible()
    await expect(rolf.getByText(/is at this pair/)).toHaveCount(0)
    await expect(rolfs.caption(1)).not.toHaveValue('seen by Rita')
    await rolfs.paint([0.3, 0.4], [0.5, 0.4])
    await rolfs.did('Brush stroke')
    await rolfs.typeCaption('seen by Rolf')

    // the adjudicator waits for both
    const adams = new ReviewPage(adam)
    await adams.open()
    await adams.shows('pair_000000')
    await expect(adam.getByText('0 of 2 blind reviews are decided.')).toBeVisible()
    await ritas.acceptAndNext()
    await expect(adam.getByText('1 of 2 blind reviews are decided.')).toBeVisible()
    await rolfs.acceptAndNext()
    await expect(adam.getByText('All 2 blind reviews are decided.')).toBeVisible()
    await adam.keyboard.press('q')
    await adam.getByRole('button', { name: 'To adjudicate' }).click()
    await expect(adam.getByRole('option')).toHaveCount(1)
    await adam.getByRole('button', { name: 'Review', exact: true }).first().click()
    await adams.shows('pair_000000')

    // a vote is one edit that undo takes back
    await adam.keyboard.press('Shift+J')
    const panel = adam.getByRole('dialog', { name: 'Blind reviews of pair_000000' })
    await expect(panel.getByRole('region', { name: 'Rita' })).toContainText('seen by Rita')
    await expect(panel.getByRole('region', { name: 'Rolf' })).toContainText('seen by Rolf')
    await adam.keyboard.press('v')
    await adams.did('Vote of the reviews')
    await expect(adams.history()).toContainText('Adam')
    await adam.keyboard.press('ControlOrMeta+z')
    await expect(adam.getByRole('button', { name: 'Undo: Vote of the reviews' })).toHaveCount(0)
    await adam.keyboard.press('Shift+J')
    await expect(panel).toBeVisible()
    await adam.keyboard.press('2')
    await adams.did('Review of Rolf')
    await expect(adams.caption(1)).toHaveValue('seen by Rolf')
    await adams.saved()
    expect(runCommandLine(['overlap', 'list', ...database])).toMatch(/^2 +\d+ +1 +0 +1 +0$/m)
    expect(runCommandLine(['compare-reviews', ...database])).toContain('Rita and Rolf: 1 pairs')
    await adam.keyboard.press('q')
    await adam.keyboard.press('Shift+B')
    await set.getByRole('button', { name: 'Compare the reviews' }).click()
    await expect(set.getByText('2 people, 1 pair that two or more decided on')).toBeVisible()
    await expect(set.getByRole('region', { name: 'Rita and Rolf' })).toContainText(
      '1 pair that both decided on',
    )
  } finally {
    remove()
    await server.stop()
  }
})
