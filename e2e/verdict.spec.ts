import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeUntrainedPackage } from '../src/models/ccrc/predictor/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { writeDoneRun, writePausedRun } from './made-run'
import { pairFolder } from './pairs'
import { picture } from './picture'

/** Models are opened and tried out meanwhile. */
const PATIENCE = 240_000

/** Runs as they lie in a project's folder, made by hand: what matters is how they are told. */
test('a run that was paused and one that is done are told as they were left, and promoted by keys', async ({
  start,
  home,
}) => {
  test.setTimeout(2 * PATIENCE)
  const { folder, remove } = await pairFolder('made')
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  try {
    await writeUntrainedPackage(join(home, 'models'), 'plates-1')
    writeDoneRun(folder, 'plates-1')
    writePausedRun(folder)
    const { page } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: PATIENCE })

    await page.keyboard.press('Control+4')
    const progress = page.getByRole('region', { name: 'Progress' })
    await expect(progress).toContainText('Step 120 of 200')
    await expect(progress.getByRole('button', { name: 'Go on' })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Loss\. It went from 3\.\d+ to/ })).toBeVisible()
    await expect(page.getByText('One picture was read again')).toBeVisible()
    await picture(page, 'run-paused')
    expect(await violations(page)).toEqual([])
    await progress.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel the run' }).click()
    await expect(progress).toContainText('Cancelled')

    await page.getByRole('button', { name: /Better · 35 pairs/ }).click()
    const verdict = page.getByRole('region', { name: 'Verdict' })
    await expect(verdict).toContainText('The new model is better on your pairs')
    const pairs = page.getByRole('listbox', { name: /Pair by pair/ })
    await expect(pairs.getByRole('option', { selected: true })).toContainText('+0.40')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await expect(pairs.getByRole('option', { selected: true })).toContainText('−0.20')
    await page.keyboard.press('k')
    await expect(page.getByRole('figure').filter({ hasText: 'After, by plates-1' })).toContainText(
      'a red plate has appeared',
    )
    await picture(page, 'verdict')
    await page.getByRole('listbox', { name: /Pair by pair/ }).scrollIntoViewIfNeeded()
    await picture(page, 'verdict-pairs')
    expect(await violations(page)).toEqual([])

    await page.keyboard.press('p')
    await expect(page.getByRole('button', { name: 'The new model proposes now' })).toBeVisible()
    await page.keyboard.press('n')
    await expect(page.getByText('No pair is reviewed yet')).toBeVisible()
    await page.keyboard.press('Control+1')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('toolbar', { name: '4 pairs selected' })).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByText(/pairs accepted/)).toBeVisible()
    await page.keyboard.press('Control+4')
    const plan = page.getByRole('region', { name: 'What will be learned' })
    await expect(plan.getByText('Learned from', { exact: true })).toBeVisible()
    await page.getByText('Advanced').click()
    await picture(page, 'setup')
    expect(await violations(page)).toEqual([])
  } finally {
    remove()
  }
})
