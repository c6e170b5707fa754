import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serveChat } from '../src/connector/testing'
import type { ChatServer } from '../src/connector/testing'
import { DEFAULT_CONNECTOR_SETTINGS } from '../src/contract/connector'
import { startEngine } from '../src/engine/testing'
import { reviewPair } from '../src/engine/testing-reviewed'
import { appPaths } from '../src/engine/user-folder'
import { serverPrograms, startTestServer } from '../src/store/postgres/testing-server'
import { makeCorrectedPairs } from '../src/training/fine-tuning/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { commandLine } from './command-line'
import { picture } from './picture'
import { removeFolder } from './remove-folder'
import { environment } from './running-app'

const programs = serverPrograms()
test.skip(programs === null, 'needs a PostgreSQL server of Debian, 15 or later')

/** Reviewed ones, and with one that is open. */
const PAIRS = 9
const ALL_PAIRS = PAIRS + 1
const MINUTES = 60_000
const ON_A_WORKER = /^On a worker/

const SEER = 'seer'

let scratch = ''
let chat: ChatServer
test.beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'deltascribe-workers-'))
  chat = await serveChat()
})
test.afterEach(() => {
  chat.close()
  removeFolder(scratch)
})

test('workers propose, ask for captions, write a data set and train a model, all asked for on the screen', async ({
  start,
  home,
}) => {
  test.setTimeout(20 * MINUTES)
  const server = await startTestServer(programs!)
  const place = `${server.url}&schema=story`
  let worker: ChildProcess | null = null
  try {
    const folder = await test.step('pairs that were reviewed', () => reviewed(place, home))
    const { page } = await start(folder, ['--database', place])
    await openPlace(page, 'Dataset')
    await expect(page.getByRole('button', { name: `Export ${PAIRS} pairs` })).toBeVisible()
    await expect(page.getByRole('radio', { name: ON_A_WORKER })).toHaveCount(0)

    worker = startWorker(place, 'sets')
    await expect(page.getByText('1 worker, 0 pairs left')).toBeVisible()
    await test.step('propose', () => proposeThere(page))
    await test.step('captions', () => captionThere(page))
    await test.step('export', () => exportThere(page))
    await test.step('train', () => trainThere(page))
  } finally {
    if (worker !== null) {
      const ended = once(worker, 'exit')
      worker.kill('SIGTERM')
      await ended
    }
    await server.stop()
  }
})

/** A folder of pairs whose project in the database has a person's masks and captions of all but the last. */
async function reviewed(place: string, home: string): Promise<string> {
  const folder = join(scratch, 'pairs')
  const items = await makeCorrectedPairs(join(scratch, 'made'), ALL_PAIRS)
  for (const frame of ['before', 'after'] as const) {
    mkdirSync(join(folder, frame), { recursive: true })
    items.forEach((item, index) => cpSync(item[frame], join(folder, frame, `${index}.png`)))
  }
  const { models, version } = appPaths()
  const engine = startEngine(home, { modelsFolder: models, version, database: { folder, place } })
  const { client } = engine
  await client.call('settings.set', { proposeAhead: false, embedPairs: false, provider: 'cpu' })
  const { agreedTo: _, ...connector } = DEFAULT_CONNECTOR_SETTINGS
  await client.call('settings.set', {
    connector: { ...connector, isOn: true, address: chat.address, model: SEER },
  })
  await client.call('project.open', { folder, reading: null })
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  for (const [index, pairId] of ids.slice(0, PAIRS).entries()) {
    await reviewPair(engine, pairId, items[index])
  }
  engine.engine.dispose()
  return folder
}

/** On a machine with files of its own. @param exports the folder of its data sets */
function startWorker(place: string, exports: string): ChildProcess {
  mkdirSync(join(scratch, exports))
  const options = ['--database', place, '--provider', 'cpu', '--exports', join(scratch, exports)]
  const captions = ['--captions', chat.address, '--caption-model', SEER]
  return spawn(process.execPath, [commandLine, 'worker', ...options, ...captions], {
    env: environment(join(scratch, 'tower')),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function openPlace(
  page: Page,
  name: 'Queue' | 'Review' | 'Dataset' | 'Train' | 'Models',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('main', { name })).toBeVisible()
}

/** For pairs that a person has reviewed too: what workers propose lies beside the review. */
async function proposeThere(page: Page): Promise<void> {
  const bar = page.getByRole('contentinfo', { name: 'Status' })
  await bar.getByText('1 worker, 0 pairs left').click()
  await page.getByRole('menuitem', { name: 'Have workers propose for all pairs' }).click()
  await picture(page, 'workers-asked')
  await bar.getByText('1 worker').click()
  await expect(page.getByText(`${hostname()}: ${ALL_PAIRS} done`)).toBeVisible()
  await picture(page, 'workers-proposed')
  await page.keyboard.press('Escape')
  await expect(bar.getByText(/Proposals ready for all/)).toBeVisible()
}

/** Of the open pair; the others need none. */
async function captionThere(page: Page): Promise<void> {
  await openPlace(page, 'Queue')
  await page.getByRole('button', { name: 'Ask about open pairs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a caption of 1 pair?' })
  await dialog.getByRole('radio', { name: 'Workers' }).check()
  await picture(page, 'workers-captions')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Have workers ask' }).click()
  await expect(page.getByText('Workers were asked for captions of 1 pair.')).toBeVisible()
  await expect.poll(() => chat.requests.length, { timeout: 2 * MINUTES }).toBe(1)
  await openPlace(page, 'Review')
  const { host } = new URL(chat.address)
  await expect(page.getByText(`${SEER} at ${host}`).first()).toBeVisible()
  await picture(page, 'workers-captioned')
  await openPlace(page, 'Dataset')
}

/** To a path that leads out of the worker's folder first. */
async function exportThere(page: Page): Promise<void> {
  await page.getByRole('radio', { name: ON_A_WORKER }).check()
  const out = page.getByRole('textbox', { name: 'Where the worker writes it' })
  await out.fill('../town')
  await page.getByRole('button', { name: `Export ${PAIRS} pairs` }).click()
  await expect(page.getByText(/leads out of the folder that the worker has for exports/)).toBeVisible()
  await picture(page, 'workers-export-refused')
  await out.fill('town')
  await page.getByRole('button', { name: `Export ${PAIRS} pairs` }).click()
  await expect(page.getByText(`Exported ${PAIRS} pairs`)).toBeVisible()
  expect([existsSync(join(scratch, 'town')), existsSync(join(scratch, 'sets', 'town'))]).toEqual([
    false,
    true,
  ])
  await picture(page, 'workers-export-done')
  expect(await violations(page)).toEqual([])
}

async function trainThere(page: Page): Promise<void> {
  await openPlace(page, 'Train')
  await page.getByRole('radio', { name: ON_A_WORKER }).check()
  // how long it takes there is not known here
  await page.getByRole('radio', { name: 'Quick', exact: true }).check()
  await page.getByText('Advanced').click()
  await page.getByRole('textbox', { name: 'Steps at most' }).fill('2')
  await page.getByRole('textbox', { name: 'Samples a step' }).fill('2')
  await page.getByRole('textbox', { name: 'Share of made pairs' }).fill('0')
  await picture(page, 'workers-train')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: `Start with ${PAIRS} pairs` }).click()
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(/Better|Worse|Cannot tell/, { timeout: 12 * MINUTES })
  await picture(page, 'workers-trained')
  await openPlace(page, 'Models')
  await expect(page.getByRole('option', { name: /pairs-1/ })).toContainText('Made here by fine-tuning')
  await picture(page, 'workers-models')
}
