import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/build'
import { filesIn } from '../src/dataset/import/testing'
import { expect, test } from './app'

test('a folder that cannot be opened is named at the start, and the sample opens from there', async ({
  start,
  home,
}) => {
  const missing = join(home, 'no-such-folder')
  const { page } = await start(missing)
  await expect(page.getByText(`${missing} is not there: it was moved, renamed or deleted.`)).toBeVisible()
  await page.getByRole('button', { name: 'Rendered scenes' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('the shipped sample that is opened by its path is opened as a copy, and stays as it was', async ({
  start,
  home,
  storedPairs,
}) => {
  const shipped = join(root, 'sample')
  const before = await filesIn(shipped)
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  const { page } = await start(shipped)
  await expect(page.getByText(`you work on a copy in ${join(home, 'sample')}`)).toBeVisible()
  // the first proposals are stored: in the copy
  await expect(page.getByText(/Proposing [1-9]\d* of 40|Proposals ready for all 40/)).toBeVisible()
  expect(storedPairs(join(home, 'sample')).some(({ proposal }) => proposal !== null)).toBe(true)
  expect(await filesIn(shipped)).toEqual(before)
})
