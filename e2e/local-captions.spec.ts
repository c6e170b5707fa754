import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveTinyModel } from '../src/captioning/testing'
import type { TinyHub } from '../src/captioning/testing'
import { WORDS } from '../src/captioning/tiny/vocabulary'
import { makePairFolder } from '../src/images/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'

const shots = process.env['DELTASCRIBE_SHOTS']

let tiny: TinyHub
let folder = ''
let lists = ''

test.beforeEach(async ({ home }) => {
  tiny = await serveTinyModel()
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  lists = mkdtempSync(join(tmpdir(), 'deltascribe-list-'))
  await makePairFolder(folder, { count: 2, width: 320, height: 240, layout: 'before-after' })
  const list = join(lists, 'packs.json')
  writeFileSync(list, JSON.stringify([tiny.pack]))
  process.env['DELTASCRIBE_PACKS'] = list
  const network = { proxy: null, hubMirror: tiny.hub.url, registryMirror: null }
  const settings = { proposer: 'difference', provider: 'cpu', proposeAhead: false, network }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
})

test.afterEach(() => {
  delete process.env['DELTASCRIBE_PACKS']
  tiny.close()
  removeFolder(folder)
  removeFolder(lists)
})

test('a model is installed by one button and writes a caption in Review, which is undone', async ({
  start,
}) => {
  test.setTimeout(600_000)
  const { page } = await start(folder)
  await expect(page.getByRole('main', { name: 'Queue' })).toBeVisible()
  expect(tiny.hub.requests).toEqual([])

  await page.getByRole('button', { name: 'Models', exact: true }).click()
  const pack = page.getByRole('article', { name: 'Tiny captions' })
  await pack.getByRole('button', { name: /^Install and use/ }).click()
  expect(tiny.hub.requests).toEqual([])
  await page.getByRole('button', { name: /^Agree and fetch/ }).click()
  await expect(pack).toContainText('It answers the caption connector.', { timeout: 120_000 })
  expect(await violations(page)).toEqual([])
  if (shots !== undefined) {
    await page.screenshot({ path: join(shots, 'local-captions-models.png') })
  }
  const asked = tiny.hub.requests.length

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const section = page.getByRole('region', { name: 'Caption connector' })
  await expect(section.getByRole('combobox', { name: 'Who answers' })).toHaveValue(
    'Tiny captions, on this machine',
  )
  await expect(section).toContainText('nothing is sent')

  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  const review = new ReviewPage(page)
  await review.open()
  const ask = page.getByRole('button', { name: 'Ask Tiny captions' })
  await ask.click()
  await expect(review.history()).toContainText('Caption asked of Tiny captions', { timeout: 120_000 })
  const answer = page.getByRole('textbox', { name: /^Caption / }).last()
  expect(WORDS.join(' ').endsWith(await answer.inputValue())).toBe(true)
  await expect(page.getByText('Tiny captions on this machine')).toBeVisible()
  expect(await violations(page)).toEqual([])
  if (shots !== undefined) {
    await page.screenshot({ path: join(shots, 'local-captions-review.png') })
  }
  const count = await page.getByRole('textbox', { name: /^Caption / }).count()
  await page.locator('body').press('z')
  await expect(page.getByRole('textbox', { name: /^Caption / })).toHaveCount(count - 1)
  expect(tiny.hub.requests).toHaveLength(asked)
})
