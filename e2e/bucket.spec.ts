import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startTestBucket } from '../src/buckets/testing'
import type { TestBucket } from '../src/buckets/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { pairFolder } from './pairs'
import { picture } from './picture'
import { ReviewPage } from './review-page'

const ADDRESS = 's3://pictures/bridges'
let bucket: TestBucket

test.beforeAll(async () => {
  bucket = await startTestBucket()
  const { folder, remove } = await pairFolder('made')
  await bucket.putFolder('bridges/', folder)
  remove()
})
test.afterAll(() => bucket.close())

/** As a person types it: only the first time the server has to be named. */
async function openBucket(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Open bucket…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a bucket' })
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type(address)
  await dialog.getByText('Server and region').click()
  await dialog.getByRole('textbox', { name: 'Endpoint' }).fill(bucket.connection.endpoint ?? '')
  await page.keyboard.press('Enter')
}

/** Of the one pair that was accepted. */
async function exportInto(page: Page, address: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Dataset' }).click()
  await page.getByRole('textbox', { name: 'Folder to write' }).fill(address)
  await picture(page, 'bucket-export')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Export 1 pair' }).click()
  await expect(page.getByText('Exported 1 pair')).toBeVisible()
}

test('a bucket is opened by its dialog, a pair is accepted and exported into a bucket, and the list of recent projects opens it again', async ({
  start,
  home,
  storedPairs,
  shell,
}) => {
  // the window asks in a dialog of the system, which is accepted here
  const first = await start(null, shell === 'serve' ? ['--allow', 's3://pictures/sets'] : [])
  const { page } = first
  await openBucket(page, 's3://no-such-bucket/bridges')
  const dialog = page.getByRole('dialog', { name: 'Open a bucket' })
  await expect(dialog.getByRole('alert')).toContainText('There is no bucket no-such-bucket')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Address' }).fill(ADDRESS)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Proposals ready for all 4')).toBeVisible()
  await expect(page.getByRole('button', { name: `Project ${ADDRESS}` })).toBeVisible()

  await page.getByRole('option').first().click()
  await page.keyboard.press('Enter')
  const review = new ReviewPage(page)
  await review.shows('pair_000000')
  await review.acceptAndNext()
  await review.shows('pair_000001')
  await exportInto(page, 's3://pictures/sets/bridges')
  await first.quit()
  expect(await bucket.keys('sets/bridges/')).toContain('sets/bridges/.deltascribe-export')
  const [name] = readdirSync(join(home, 'buckets'))
  const states = (): string[] =>
    storedPairs(join(home, 'buckets', name)).map(({ document }) => document.review.state)
  expect(states()).toEqual(['accepted', 'unreviewed', 'unreviewed', 'unreviewed'])
  const kept = readFileSync(join(home, 'recent.json'), 'utf8')
  expect(kept).toContain(`"endpoint": "${bucket.connection.endpoint}"`)
  expect(kept).not.toContain(process.env['AWS_SECRET_ACCESS_KEY'])

  const again = await start(null)
  const entry = again.page.getByRole('button', { name: ADDRESS }).first()
  await expect(entry).toContainText('1 of 4 reviewed')
  await expect(entry).toContainText(bucket.connection.endpoint ?? '')
  await entry.click()
  await expect(again.page.getByRole('option').first()).toContainText('pair_000000')
  await again.page.getByRole('option').first().click()
  await again.page.keyboard.press('Enter')
  await new ReviewPage(again.page).shows('pair_000000')
  await expect(again.page.getByText('Accepted').first()).toBeVisible()
  await again.quit()
  expect(states()).toEqual(['accepted', 'unreviewed', 'unreviewed', 'unreviewed'])
})

test(
  'the window opens the bucket that it is started with, and goes on with it where the engine is killed',
  { tag: '@electron-alone' },
  async ({ start, shell }) => {
    test.skip(shell !== 'electron', 'serve takes the address itself')
    process.env['AWS_ENDPOINT_URL_S3'] = bucket.connection.endpoint ?? ''
    const app = await start(ADDRESS)
    Reflect.deleteProperty(process.env, 'AWS_ENDPOINT_URL_S3')
    const { page } = app
    await expect(page.getByText('Proposals ready for all 4')).toBeVisible()
    process.kill(await app.enginePid(), 'SIGKILL')
    await page.getByRole('option').nth(1).click()
    await page.keyboard.press('Enter')
    const review = new ReviewPage(page)
    await review.shows('pair_000001')
    await review.acceptAndNext()
    await review.shows('pair_000002')
  },
)
