import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build/build'
import { expect, test } from './app'
import { pairFolder } from './pairs'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import { firstJson } from './serve-shell'

let folder = ''
let otherHome = ''
let other: ChildProcess | null = null
let removePairs = (): void => undefined

test.beforeEach(async () => {
  ;({ folder, remove: removePairs } = await pairFolder('made'))
  otherHome = mkdtempSync(join(tmpdir(), 'deltascribe-other-'))
})

test.afterEach(async () => {
  if (other !== null && other.exitCode === null && other.signalCode === null) {
    const ended = once(other, 'exit')
    other.kill('SIGKILL')
    await ended
  }
  removePairs()
  removeFolder(otherHome)
})

/** `deltascribe serve` with the folder open, in a program of its own. */
async function serveElsewhere(): Promise<ChildProcess> {
  const program = join(root, 'dist', 'node', 'deltascribe.js')
  const child = spawn(process.execPath, [program, 'serve', folder, '--json'], {
    env: { ...process.env, DELTASCRIBE_HOME: otherHome },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await firstJson(child)
  return child
}

test('a project that another program has is shown, and is edited here once that one is gone', async ({
  start,
  storedPairs,
}) => {
  other = await serveElsewhere()
  const { page } = await start(folder)
  const bar = page.getByText(/deltascribe serve \(process \d+ on .+\) has this project open for editing/)
  await expect(bar).toBeVisible()
  const review = new ReviewPage(page)
  await review.open()
  await expect(page.getByRole('button', { name: 'Accept and next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Open for editing' }).click()
  await expect(page.getByRole('alert').getByText(/Close it there, then press/)).toBeVisible()

  other.kill('SIGKILL')
  await expect(page.getByText('the other program has closed this project')).toBeVisible()
  await page.getByRole('button', { name: 'Open for editing' }).click()
  await expect(page.getByRole('button', { name: 'Open for editing' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Notes' }).fill('taken over')
  await page.getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect(storedPairs(folder).map(({ document }) => document.review.notes)).toContain('taken over')
})
