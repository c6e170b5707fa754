import { existsSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { DEFAULT_NETWORK_SETTINGS } from '../src/contract/network'
import { writeSyntheticModel } from '../src/models/sam2/testing-model'
import { carryPack } from '../src/packs/carried'
import type { Consent } from '../src/packs/records'
import { serveOnHub } from '../src/packs/testing'
import type { PackOnHub } from '../src/packs/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { pairFolder } from './pairs'
import { removeFolder } from './remove-folder'
import { startWithSettings } from './settings'

let files = ''
let made: PackOnHub
test.beforeEach(async () => {
  files = mkdtempSync(join(tmpdir(), 'deltascribe-packs-of-'))
  made = await serveOnHub(await writeSyntheticModel(join(files, 'model')), join(files, 'model'))
  process.env['DELTASCRIBE_PACKS'] = join(files, 'packs.json')
  offer('1')
})
test.afterEach(() => {
  delete process.env['DELTASCRIBE_PACKS']
  made.close()
  removeFolder(files)
})

/** What programs know that start from now on. */
function offer(version: string): void {
  writeFileSync(join(files, 'packs.json'), JSON.stringify([{ ...made.pack, version }]))
}

test('a pack is fetched after a yes, taken from a file, and updated only at a button', async ({
  start,
  home,
}) => {
  const { folder, remove } = await pairFolder('made')
  const settings = { network: { ...DEFAULT_NETWORK_SETTINGS, hubMirror: made.hub.url } }
  try {
    const app = await startWithSettings({ start, home, folder, settings })
    const pack = await openPack(app.page)
    const begun = Date.now()
    await test.step('fetch', () => fetchAfterConsent(app.page, pack, home))
    const [consent, ...others] = consentsIn(home)
    expect(others).toEqual([])
    expect(consent).toMatchObject({ pack: 'sam2-tiny', version: '1', licence: 'MIT' })
    expect(Date.parse(consent.time)).toBeGreaterThanOrEqual(begun)
    expect(Date.parse(consent.time)).toBeLessThanOrEqual(Date.now())
    await test.step('from a file', () => takeFromFile(pack, home))
    await app.quit()

    offer('2')
    const asked = made.hub.requests.length
    const later = await start(folder)
    const known = await openPack(later.page)
    await expect(known).toContainText(
      'Version 1 is installed. Version 2 is offered; the installed one stays in use until you take it.',
    )
    expect(made.hub.requests).toHaveLength(asked)
    expect(await violations(later.page)).toEqual([])
    await known.getByRole('button', { name: /^Update \(/ }).click()
    await later.page.getByRole('button', { name: /^Agree and fetch \(/ }).click()
    await expect(known).not.toContainText('is offered')
    await expect(known).toContainText('Installed in')
    expect(made.hub.requests.length).toBeGreaterThan(asked)
    expect(consentsIn(home).map(({ version }) => version)).toEqual(['1', '2'])
  } finally {
    remove()
  }
})

async function openPack(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Models', exact: true }).click()
  const pack = page.getByRole('article', { name: 'Made model' })
  await expect(pack).toBeVisible()
  return pack
}

/** What is asked before anything goes over the network: first a no, then a yes. */
async function fetchAfterConsent(page: Page, pack: Locator, home: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Fetch Made model?' })
  await pack.getByRole('button', { name: /^Install \(/ }).click()
  await expect(dialog).toContainText('Licence MIT. Source: maker/model at commit eeeeeeeeeeee')
  await expect(dialog).toContainText('Licence of the training data: made here.')
  await expect(dialog).toContainText(
    `Nothing was asked over the network yet. ${made.hub.host} is asked first`,
  )
  await expect(dialog).toContainText('That you agreed to version 1, and when, is written down')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect([made.hub.requests, existsSync(consentFile(home))]).toEqual([[], false])

  await pack.getByRole('button', { name: /^Install \(/ }).click()
  await dialog.getByRole('button', { name: /^Agree and fetch \(/ }).click()
  await expect(pack).toContainText(`Installed in ${join(home, 'packs', 'sam2-tiny')}.`)
  await pack.getByRole('button', { name: 'Check the files' }).click()
  await expect(page.getByText('Made model is whole.')).toBeVisible()
}

/** As it was carried from a machine that has it: first a broken copy. Nothing goes over the network. */
async function takeFromFile(pack: Locator, home: string): Promise<void> {
  const [whole, broken] = [join(files, 'carried.tar'), join(files, 'broken.tar')]
  for (const file of [whole, broken]) {
    await carryPack({ ...made.pack, version: '1' }, join(home, 'packs'), file)
  }
  truncateSync(broken, readFileSync(whole).length / 2)
  const asked = made.hub.requests.length
  await pack.getByRole('button', { name: 'Remove' }).click()
  const field = pack.getByRole('textbox', { name: 'Path of the archive' })
  await field.fill(broken)
  await pack.getByRole('button', { name: 'Install from the file' }).click()
  await expect(pack.getByRole('alert')).toContainText(`${broken} is not a whole archive`)
  await expect(pack.getByRole('alert')).toContainText('Nothing was installed.')
  await field.fill(whole)
  await pack.getByRole('button', { name: 'Install from the file' }).click()
  await expect(pack).toContainText('Installed in')
  await expect(pack.getByRole('alert')).toHaveCount(0)
  expect(made.hub.requests).toHaveLength(asked)
}

function consentFile(home: string): string {
  return join(home, 'model-pack-consents.json')
}

function consentsIn(home: string): Consent[] {
  return JSON.parse(readFileSync(consentFile(home), 'utf8')) as Consent[]
}
