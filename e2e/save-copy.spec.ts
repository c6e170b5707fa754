import { cpSync, mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './app'
import { violations } from './axe'
import { pairFolder } from './pairs'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'

let [folder, elsewhere] = ['', '']
let removePairs = (): void => undefined

test.beforeEach(async () => {
  ;({ folder, remove: removePairs } = await pairFolder('made'))
  elsewhere = mkdtempSync(join(tmpdir(), 'deltascribe-elsewhere-'))
})

test.afterEach(() => {
  removePairs()
  removeFolder(elsewhere)
})

test('work that cannot be stored any more is saved to another folder, and goes on there', async ({
  start,
  storedPairs,
}) => {
  test.skip(process.platform === 'win32', 'Windows lets nobody move a file that is open')
  const { page, chooseFolder, quit } = await start(folder)
  const review = new ReviewPage(page)
  await review.open()
  await review.typeCaption('stored before')
  await review.saved()

  // the disk with the project goes away
  renameSync(join(folder, '.deltascribe'), join(elsewhere, 'gone'))
  await page.getByRole('textbox', { name: 'Notes' }).fill('typed after')
  await page.getByRole('button', { name: 'Flag', exact: true }).click()
  const saveCopy = page.getByRole('button', { name: 'Save a copy of your work…' })
  await expect(page.getByText('2 changes are not saved')).toBeVisible()
  // what was typed and decided is still there
  await page.getByRole('button', { name: 'Go there' }).first().click()
  await review.shows('pair_000000')
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('typed after')
  await expect(page.getByRole('complementary').getByText('Flagged')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await chooseFolder(saveCopy, elsewhere, 'Save the copy here')
  await expect(page.getByRole('status').getByText(/Your work on 4 pairs is in /)).toBeVisible()
  await quit()

  const copy = join(elsewhere, readdirSync(elsewhere).find((name) => name.includes('-copy-')) ?? '')
  for (const name of ['before', 'after']) {
    cpSync(join(folder, name), join(copy, name), { recursive: true })
  }
  const kept = storedPairs(copy).find(({ pair }) => pair.key === 'pair_000000')?.document
  expect(kept?.captions.map(({ text }) => text)).toContain('stored before')
  expect(kept?.review).toMatchObject({ notes: 'typed after', state: 'flagged' })
  const later = await start(copy)
  await expect(later.page.getByText('1 of 4 reviewed')).toBeVisible()
  await expect(later.page.getByText('All changes saved')).toBeVisible()
})
