import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import type { Page } from '@playwright/test'
import { buildIfStale, root } from './build'
import { electronBinary, electronSwitches } from './electron-binary'

/** `npx tsx build/pictures.ts`: the documentation's screenshots, of the real app on the sample. */
const electron = electronBinary(true)
if ('reason' in electron) {
  throw new Error(`There is no window to take pictures of: ${electron.reason}.`)
}
await buildIfStale()
const home = mkdtempSync(join(tmpdir(), 'deltascribe-pictures-'))
const sample = join(home, 'sample')
cpSync(join(root, 'sample'), sample, { recursive: true })
const images = join(root, 'docs', 'images')
mkdirSync(images, { recursive: true })

const app = await _electron.launch({
  executablePath: electron.path,
  args: [...electronSwitches(), root, sample],
  env: { ...process.env, DELTASCRIBE_HOME: home },
})
try {
  const page = await app.firstWindow()
  await page.getByText(/Proposals ready for all/).waitFor({ timeout: 120_000 })
  await review(page)
  await page.screenshot({ path: join(images, 'review.png') })
  await page.keyboard.press('5')
  await page.waitForTimeout(3000)
  await page.screenshot({ path: join(images, 'difference.png') })
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Queue' }).click()
  await page.getByRole('button', { name: 'Contact sheet' }).click()
  await page.waitForTimeout(2000)
  await page.screenshot({ path: join(images, 'queue.png') })
  await page.getByRole('button', { name: 'Dataset' }).click()
  await page.waitForTimeout(1000)
  await page.screenshot({ path: join(images, 'export.png') })
} finally {
  await app.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}

/** A few pairs accepted, and one with a caption in a person's words. */
async function review(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Search keys, captions, categories' }).fill('blocks')
  await page.waitForTimeout(1000)
  await page.getByRole('button', { name: 'Review', exact: true }).last().click()
  await page.getByLabel('Canvas: before and after image with masks').waitFor()
  for (let pair = 0; pair < 10; pair += 1) {
    await page.waitForTimeout(500)
    await page.keyboard.press('Enter')
  }
  await page.waitForTimeout(1000)
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  const caption = page.getByRole('textbox', { name: 'Caption 1' })
  await caption.fill(knownCaption(heading.split(/\s/)[0]))
  await caption.press('Enter')
  await page.waitForTimeout(1500)
}

/** What the sample itself says of a pair. */
function knownCaption(key: string): string {
  const lines = readFileSync(join(sample, 'pairs.jsonl'), 'utf8').trim().split('\n')
  const pairs = lines.map((line) => JSON.parse(line) as { key: string; captions: { text: string }[] })
  return pairs.find((pair) => pair.key === key)?.captions[0].text ?? ''
}
