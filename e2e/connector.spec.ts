import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serveChat } from '../src/connector/testing'
import type { ChatServer } from '../src/connector/testing'
import { makePairFolder } from '../src/images/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { ReviewPage } from './review-page'
import { removeFolder } from './remove-folder'

const shots = process.env['DELTASCRIBE_SHOTS']
const KEY = 'sk-of-the-story'

let server: ChatServer
let folder = ''

test.beforeEach(async ({ home }) => {
  server = await serveChat({ models: ['seer-7b', 'seer-72b'], key: KEY })
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(folder, { count: 3, width: 320, height: 240, layout: 'before-after' })
  const settings = { proposer: 'difference', provider: 'cpu', proposeAhead: false }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
})

test.afterEach(() => {
  server.close()
  removeFolder(folder)
})

async function picture(page: Page, name: string): Promise<void> {
  if (shots !== undefined) {
    await page.screenshot({ path: join(shots, `${name}.png`) })
  }
}

async function theme(page: Page, name: 'Dark' | 'Light'): Promise<void> {
  await page.getByRole('combobox', { name: 'Theme' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

test('a server is asked for captions: turned on, tried, asked in review, undone, asked for many', async ({
  start,
  home,
}) => {
  test.setTimeout(600_000)
  const { page } = await start(folder)
  const { host } = new URL(server.address)
  await expect(page.getByRole('main', { name: 'Queue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask about open pairs' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const section = page.getByRole('region', { name: 'Caption connector' })
  await expect(section).toContainText('Off: nothing is sent to anybody.')
  expect(server.requests).toEqual([])
  await section.getByRole('switch', { name: 'Ask a model for captions' }).click()
  const address = section.getByRole('textbox', { name: 'Address' })
  await address.fill(`${host}/v1/`)
  await address.press('Enter')
  await expect(address).toHaveValue(server.address)
  await expect(section).toContainText('On this machine.')
  await expect(section).toContainText('wants another API key')

  await section.getByLabel('API key').fill(KEY)
  await section.getByRole('button', { name: 'Use this key' }).click()
  await expect(section).toContainText(`A key for http://${host}`)
  await section.getByRole('button', { name: 'List the models' }).click()
  await expect(section).toContainText('The server lists 2 models.')
  await section.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'seer-7b' }).click()
  await expect(section.getByRole('combobox', { name: 'Model' })).toHaveValue('seer-7b')

  await section.getByRole('button', { name: 'Try it' }).click()
  await expect(section.getByRole('status')).toContainText(
    `seer-7b at ${server.address}/chat/completions, in`,
    {
      timeout: 120_000,
    },
  )
  await section.getByText(/^What was sent/).click()
  await expect(section.getByAltText('The picture after, as it was sent')).toBeVisible()
  await section.getByRole('button', { name: 'Try it' }).scrollIntoViewIfNeeded()
  expect(await violations(page)).toEqual([])
  await section.getByRole('heading', { name: 'Caption connector' }).scrollIntoViewIfNeeded()
  await picture(page, 'connector-settings-dark')
  await section.getByRole('status').scrollIntoViewIfNeeded()
  await picture(page, 'connector-try-dark')

  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  const review = new ReviewPage(page)
  await review.open()
  await page.getByRole('button', { name: 'Add caption' }).click()
  await review.writeCaption('as I say')
  await review.paint([0.3, 0.4], [0.5, 0.4])
  await expect(review.history()).toContainText('Brush stroke')
  await page.locator('body').press('Shift+K')
  await expect(review.caption(2)).toHaveValue(/has appeared|no difference/, { timeout: 120_000 })
  await expect(review.caption(1)).toHaveValue('as I say')
  await expect(page.getByText(`seer-7b at ${host}`)).toBeVisible()
  await expect(review.history()).toContainText(`Caption asked of ${host}`)
  expect(await violations(page)).toEqual([])
  await picture(page, 'connector-review-dark')
  await page.locator('body').press('z')
  await expect(review.caption(2)).toHaveCount(0)
  await expect(review.caption(1)).toHaveValue('as I say')

  server.faults.push({ kind: 'slow' })
  const asked = server.requests.length
  await page.getByRole('button', { name: `Ask ${host}` }).click()
  // a question that is cancelled before it is sent would leave the slow answer to the next one
  await expect.poll(() => server.requests.length).toBeGreaterThan(asked)
  await page.getByRole('button', { name: 'Cancel the question' }).click()
  await expect(page.getByRole('button', { name: `Ask ${host}` })).toBeVisible()
  server.faults.push({
    kind: 'status',
    status: 500,
    body: '{"error":{"message":"image input is not supported"}}',
  })
  await page.getByRole('button', { name: `Ask ${host}` }).click()
  await expect(page.getByRole('alert')).toContainText('cannot look at pictures')
  await picture(page, 'connector-problem-dark')

  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await page.getByRole('button', { name: 'Ask about open pairs' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Ask for captions of 3 pairs?')
  await expect(dialog).toContainText(`${server.address}/chat/completions`)
  expect(await violations(page)).toEqual([])
  await picture(page, 'connector-queue-dark')
  await dialog.getByRole('button', { name: `Send to ${host}` }).click()
  await expect(page.getByText(/Captions by seer-7b at .*: 3 added/)).toBeVisible({ timeout: 300_000 })

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await theme(page, 'Light')
  await section.getByRole('button', { name: 'Try it' }).scrollIntoViewIfNeeded()
  await picture(page, 'connector-settings-light')
  await page.getByRole('button', { name: 'Review', exact: true }).first().click()
  await expect(page.getByText(`seer-7b at ${host}`).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await picture(page, 'connector-review-light')
  expect(readFileSync(join(home, 'settings.json'), 'utf8')).not.toContain(KEY)
})

test('a public address is asked about in a dialog of the system, and nothing goes there without a yes', async ({
  start,
  shell,
}) => {
  const app = await start(folder)
  const { page } = app
  const isInApp = shell === 'electron'
  if (isInApp) {
    await app.declineDialogs()
  }
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const section = page.getByRole('region', { name: 'Caption connector' })
  await section.getByRole('switch', { name: 'Ask a model for captions' }).click()
  const address = section.getByRole('textbox', { name: 'Address' })
  await address.fill('https://203.0.113.7/v1')
  await address.press('Enter')
  const alert = section.getByRole('alert').filter({ hasText: 'you have not agreed' })
  await expect(alert).toBeVisible()
  if (!isInApp) {
    await expect(alert).toContainText('--allow-endpoint https://203.0.113.7')
  }
  expect(await violations(page)).toEqual([])
  await picture(page, 'connector-not-agreed-dark')
  await section.getByRole('combobox', { name: 'Model' }).fill('seer')
  await section.getByRole('button', { name: 'Try it' }).click()
  await expect(section.getByText(/lies on the public network. Nothing was sent/)).toBeVisible()
  if (isInApp) {
    await app.acceptDialogs()
    await alert.getByRole('button', { name: 'Agree…' }).click()
    await expect(alert).toHaveCount(0)
  }
  await address.fill('http://203.0.113.7/v1')
  await address.press('Enter')
  await expect(section).toContainText('use https')
})
