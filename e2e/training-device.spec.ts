import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/build'
import { useSoftwareDriver, webgpuMissing } from '../src/training/testing-webgpu'
import { expect, test } from './app'
import { picture } from './picture'

const MINUTES = 60_000
const PAIRS = 6
const STEPS = 10

useSoftwareDriver()

// once in some dozens of runs one came to a halt after its third step: such a run is given up after ten minutes
test.describe.configure({ retries: 1 })

test.afterEach(({ home }, { status, expectedStatus }) => {
  if (status !== expectedStatus) {
    tellOfRuns(join(home, 'sample', '.deltascribe', 'training'))
  }
})

/** Prints how far each run came. */
function tellOfRuns(folder: string): void {
  for (const run of existsSync(folder) ? readdirSync(folder) : []) {
    const lines = readFileSync(join(folder, run, 'lines.jsonl'), 'utf8')
      .trim()
      .split('\n')
    console.log(run, ...lines.slice(-4).map((line) => line.slice(0, 200)))
  }
}

test('a fine-tune on WebGPU, from the button to the verdict', async ({ start, home }) => {
  const missing = await webgpuMissing()
  test.skip(missing !== null, missing ?? '')
  test.setTimeout(30 * MINUTES)
  const settings = { proposer: 'difference', provider: 'auto', theme: 'system' }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
  const folder = join(home, 'sample')
  for (const frame of ['before', 'after']) {
    mkdirSync(join(folder, frame), { recursive: true })
    for (const name of readdirSync(join(root, 'sample', frame))
      .sort()
      .slice(0, PAIRS)) {
      cpSync(join(root, 'sample', frame, name), join(folder, frame, name))
    }
  }
  const { page } = await start(folder)
  await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: 12 * MINUTES })
  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('a')

  await page.keyboard.press('Control+4')
  await expect(page.getByRole('button', { name: `Start with ${PAIRS} pairs` })).toBeEnabled({
    timeout: MINUTES,
  })
  await page.getByRole('radio', { name: /Quick/ }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('combobox', { name: 'Begin with' }).click()
  await page.getByRole('option', { name: /photo/ }).click()
  await page.getByText('Advanced').click()
  await page.getByRole('textbox', { name: 'Steps at most' }).fill(String(STEPS))
  await page.getByRole('textbox', { name: 'Samples a step' }).fill('1')
  await page.getByRole('textbox', { name: 'Share of made pairs' }).fill('0')
  await page.getByRole('combobox', { name: 'Trains on' }).click()
  await page.getByRole('option', { name: 'WebGPU' }).click()
  await picture(page, 'training-on-device')
  await page.getByRole('button', { name: `Start with ${PAIRS} pairs` }).click()

  await expect(page.getByText('Training by WebGPU.')).toBeVisible({ timeout: 12 * MINUTES })
  const loss = page.getByRole('img', { name: /^Loss\. It went from/ })
  await expect(loss).toHaveAccessibleName(new RegExp(`over ${STEPS} steps`), { timeout: 20 * MINUTES })
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(/Better|Worse|Cannot tell/, { timeout: 12 * MINUTES })
  await expect(page.getByText(/continues on the CPU/)).toBeHidden()
})
