import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from '../build/build'
import { digestOf } from '../src/packs/testing'
import { standInMachine } from '../src/remote/testing'
import type { StandIn } from '../src/remote/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { pairFolder } from './pairs'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import type { RunningApp } from './running-app'
import { startWithSettings } from './settings'

const QUESTION = 'Send images and models to server?'
const REFUSING = '#!/bin/sh\necho "me@server: Permission denied (publickey)." >&2\nexit 255\n'

test.skip(process.platform === 'win32', 'what stands in for ssh is a shell script')

let far = ''
let machine: StandIn
test.beforeEach(async () => {
  far = mkdtempSync(join(tmpdir(), 'deltascribe-far-'))
  // the program there is the one that was built
  process.env['DELTASCRIBE_PROGRAMS'] = join(root, 'dist', 'node')
  machine = await standInMachine(far)
  delete process.env['DELTASCRIBE_PROGRAMS']
  process.env['DELTASCRIBE_SSH'] = machine.program
})
test.afterEach(() => {
  delete process.env['DELTASCRIBE_SSH']
  removeFolder(far)
})

test('another machine proposes after a yes, and pairs wait while it cannot be reached', async ({
  start,
  home,
  shell,
}) => {
  const { folder, remove } = await pairFolder('made')
  try {
    const app = await startWithSettings({ start, home, folder })
    const { page } = app
    const section = await nameMachine(page)
    const status = page.getByRole('contentinfo', { name: 'Status' })
    await expect(status).toContainText('server cannot be used')
    if (shell !== 'electron') {
      await section.getByRole('button', { name: 'Try', exact: true }).click()
      await expect(section.getByRole('alert')).toContainText('deltascribe propose FOLDER --at server')
      await expectNothingSent()
      return
    }
    await test.step('asked', () => agree(app, section))
    await expect(status).toContainText('Proposals at server')
    await test.step('proposed there', () => proposeThere(page, folder))
    await expect(status).toContainText('Proposals at server')
    await test.step('not reached', () => losesMachine(page, status))

    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await section.getByRole('switch', { name: 'Go on here where it cannot be reached' }).click()
    await expect(status).toContainText('Proposals ready for all 4')
    expect(await violations(page)).toEqual([])
  } finally {
    remove()
  }
})

/** Names the machine in Settings, at first by what is no name. */
async function nameMachine(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const section = page.getByRole('region', { name: 'Proposals', exact: true })
  await section.getByRole('switch', { name: 'Make proposals on another machine' }).click()
  const field = section.getByRole('textbox', { name: 'Machine' })
  await field.fill('-oProxyCommand=x')
  await field.press('Tab')
  await expect(section).toContainText('Write a name without blanks that does not begin with a dash.')
  await expect(section.getByRole('button', { name: 'Try', exact: true })).toBeDisabled()
  await field.fill('server')
  await field.press('Tab')
  return section
}

async function expectNothingSent(): Promise<void> {
  expect([await machine.workers(), existsSync(machine.cache)]).toEqual([[], false])
}

/** In a dialog of the system: first a no, then a yes. */
async function agree(app: RunningApp, section: Locator): Promise<void> {
  const button = section.getByRole('button', { name: 'Try', exact: true })
  await app.declineDialogs()
  await button.click()
  await expect(section.getByRole('status')).toContainText('Nothing was sent: you did not agree.')
  expect(await app.questions()).toEqual([QUESTION])
  await expectNothingSent()
  await app.acceptDialogs()
  await button.click()
  await expect(section.getByRole('status')).toContainText(/Deltascribe \S+ on \S+\. It can use .*CPU/)
  expect(await app.questions()).toEqual([QUESTION, QUESTION])
}

/** The images of the first pair lie there then. */
async function proposeThere(page: Page, folder: string): Promise<void> {
  const review = new ReviewPage(page)
  await review.open()
  await review.shows('pair_000000')
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(review.proposedBy('Measured difference')).toBeVisible()
  const sent = ['before', 'after'].map((frame) =>
    digestOf(readFileSync(join(folder, frame, 'pair_000000.png'))),
  )
  expect(readdirSync(join(machine.cache, 'files'))).toEqual(expect.arrayContaining(sent))
}

/** Its program ends, and it lets nobody in any more. */
async function losesMachine(page: Page, status: Locator): Promise<void> {
  writeFileSync(machine.program, REFUSING)
  for (const pid of await machine.workers()) {
    endProcess(pid)
  }
  await status.getByRole('button', { name: 'Propose for all pairs' }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    'Proposals wait. server cannot make proposals: me@server: Permission denied (publickey).',
  )
  await expect(status).toContainText('server cannot be used')
  await expect(status).toContainText('3 of 4 pairs have no proposal yet')
  await expect(status.getByText('server cannot be used')).toHaveAttribute('title', /Permission denied/)
}

/** One of the workers that were started for this story; it may have ended by itself. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}
