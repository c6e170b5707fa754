import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../build/build'
import type { OpenPair } from '../src/contract/pairs'
import type { PairDocument } from '../src/domain/document'
import { expect, test } from './app'
import type { AppOptions, Fixtures } from './app'
import { startAtSample } from './at-sample'
import { violations } from './axe'
import { correctPairs } from './correcting'
import { picture } from './picture'
import { ReviewPage } from './review-page'
import { sampleTruth } from './sample-truth'

const MINUTES = 60_000
/** A run gives way to all else: on a machine that is busy it takes much longer than on an idle one. */
const PATIENCE = 12 * MINUTES

/**
 * A few steps make no better model: what is shown is the way from corrected pairs to a verdict. The longer story goes on
 * with the model and back; in a browser, where it is not played, the shorter one does.
 */
const STEPS = { steps: 2, samples: 2 }
const RUNS = [
  {
    title: 'few pairs of the sample: correct pairs, fine-tune, see the verdict',
    tag: '@main',
    of: 6,
    count: 5,
  },
  {
    title:
      'the sample: correct most pairs, fine-tune, see the verdict, promote, see new proposals, roll back',
    tag: '@electron-alone',
    of: null,
    count: 30,
  },
]

for (const { title, tag, ...run } of RUNS) {
  test(title, { tag }, async ({ start, home, shell, storedPairs }) => {
    test.setTimeout(40 * MINUTES)
    const trained = await correctAndTrain({ start, home, shell, storedPairs }, run)
    if (run.of === null || shell !== 'electron') {
      await promoteAndRollBack(trained, storedPairs)
    }
  })
}

/** Of how many pairs of the sample, null for all, how many are corrected. */
interface Run {
  of: number | null
  count: number
}

interface Trained {
  page: Page
  review: ReviewPage
  folder: string
  /** The pairs as they were when the run began, the corrected ones first. */
  corrected: OpenPair[]
  count: number
}

type Needs = Pick<Fixtures, 'start' | 'home' | 'storedPairs'> & Pick<AppOptions, 'shell'>

async function correctAndTrain(
  { start, home, shell, storedPairs }: Needs,
  { of, count }: Run,
): Promise<Trained> {
  const settings = { proposer: 'difference', provider: 'cpu', theme: 'system' }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
  const folder = join(home, 'sample')
  if (of !== null) {
    copySample(folder, of)
  }
  const { page } = await (of === null ? startAtSample({ start, shell }, 'rendered') : start(folder))
  const review = new ReviewPage(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await test.step('open', () => awaitProposals(page))

  const proposed = storedPairs(folder)
  const corrections = await test.step(`correct ${count}`, async () => {
    await page.keyboard.press('Control+1')
    await page.keyboard.press('Enter')
    return correctPairs(page, review, proposed.slice(0, count), sampleTruth())
  })
  expect(new Set(corrections).size).toBeGreaterThan(4)
  await picture(page, 'training-corrected')
  const corrected = storedPairs(folder)
  expectCorrected(corrected.slice(0, count), proposed)

  await test.step('plan', () => planQuick(page, count))
  if (of === null) {
    expect(await violations(page)).toEqual([])
  }
  await page.keyboard.press('Control+Enter')
  await test.step('watch', () => watchCurves(page))
  await test.step('verdict', () => readVerdict(page))
  return { page, review, folder, corrected, count }
}

async function promoteAndRollBack(
  { page, review, folder, corrected, count }: Trained,
  storedPairs: Needs['storedPairs'],
): Promise<void> {
  await test.step('pair by pair', () => readPairs(page))
  await test.step('promote', () => promote(page))
  const open = corrected[count]
  await test.step('new proposals', () => expectProposal(page, review, open.pair.key, 'sample-1'))
  const isAnew = (): boolean =>
    storedPairs(folder).every(({ proposal }, index) => index < count || proposal?.proposer === 'sample-1')
  await expect.poll(isAnew, { timeout: PATIENCE }).toBe(true)
  expect(documentsOf(storedPairs(folder).slice(0, count))).toEqual(documentsOf(corrected.slice(0, count)))
  await test.step('work is as it was', () => expectWork(page, review, corrected[count - 1]))

  await test.step('roll back', () => rollBack(page))
  await expectProposal(page, review, open.pair.key, 'Measured difference')
  expect(documentsOf(storedPairs(folder))).toEqual(documentsOf(corrected))
}

function documentsOf(pairs: readonly OpenPair[]): PairDocument[] {
  return pairs.map(({ document }) => document)
}

/** The first pairs of it. */
function copySample(folder: string, count: number): void {
  for (const frame of ['before', 'after']) {
    mkdirSync(join(folder, frame), { recursive: true })
    const from = join(root, 'sample', frame)
    for (const name of readdirSync(from).sort().slice(0, count)) {
      cpSync(join(from, name), join(folder, frame, name))
    }
  }
}

async function awaitProposals(page: Page): Promise<void> {
  await expect(page.getByText(/Proposals ready for all/)).toBeVisible({ timeout: PATIENCE })
  await page.keyboard.press('Control+4')
  await expect(page.getByText('No pair is reviewed yet')).toBeVisible()
  await picture(page, 'training-empty')
}

function expectCorrected(pairs: readonly OpenPair[], proposed: readonly OpenPair[]): void {
  for (const [index, { pair, document }] of pairs.entries()) {
    expect(document.review.state, pair.key).toBe('corrected')
    const { regions, captions } = proposed[index].document
    expect({ regions: document.regions, captions: document.captions }, pair.key).not.toEqual({
      regions,
      captions,
    })
  }
}

async function planQuick(page: Page, count: number): Promise<void> {
  await page.keyboard.press('Control+4')
  const plan = page.getByRole('region', { name: 'What will be learned' })
  await expect(plan.getByText('Learned from', { exact: true })).toBeVisible({ timeout: MINUTES })
  await expect(page.getByRole('checkbox', { name: `Corrected ${count}` })).toBeChecked()
  await picture(page, 'training-plan')
  const quick = page.getByRole('radio', { name: /Quick/ })
  await quick.focus()
  await page.keyboard.press('Space')
  await expect(quick).toBeChecked()
  await page.getByText('Advanced').click()
  await page.getByRole('textbox', { name: 'Steps at most' }).fill(String(STEPS.steps))
  await page.getByRole('textbox', { name: 'Samples a step' }).fill(String(STEPS.samples))
  await page.getByRole('textbox', { name: 'Share of made pairs' }).fill('0')
  await expect(page.getByRole('button', { name: `Start with ${count} pairs` })).toBeEnabled({
    timeout: MINUTES,
  })
  await picture(page, 'training-setup')
}

/** Until both curves are there, and the loss curve has grown to the last step. */
async function watchCurves(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible({ timeout: MINUTES })
  const loss = page.getByRole('img', { name: /^Loss\. It went from/ })
  await expect(loss).toBeVisible({ timeout: PATIENCE })
  await expect(page.getByRole('img', { name: /^On held-out pairs\. The best score is/ })).toBeVisible({
    timeout: PATIENCE,
  })
  await expect(loss).toHaveAccessibleName(new RegExp(`over ${STEPS.steps} steps`), { timeout: PATIENCE })
  await picture(page, 'training-run')
}

async function readVerdict(page: Page): Promise<void> {
  const verdict = page.getByRole('region', { name: 'Verdict' })
  await expect(verdict).toContainText(/Better|Worse|Cannot tell/, { timeout: PATIENCE })
  await expect(verdict).toContainText(/mask overlap \(IoU\) \d\.\d\d before, \d\.\d\d after/)
}

async function readPairs(page: Page): Promise<void> {
  const pairs = page.getByRole('listbox', { name: /Pair by pair/ })
  const first = await pairs.getByRole('option', { selected: true }).innerText()
  await page.keyboard.press('ArrowDown')
  await expect(pairs.getByRole('option', { selected: true })).not.toHaveText(first)
  await expect(page.getByRole('figure').filter({ hasText: 'After, as reviewed' })).toBeVisible()
  await picture(page, 'training-verdict')
  expect(await violations(page)).toEqual([])
}

async function promote(page: Page): Promise<void> {
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'The new model proposes now' })).toBeVisible()
  await page.keyboard.press('Control+5')
  await expect(page.getByRole('option', { name: /sample-1/ })).toContainText('Made here by fine-tuning')
  await picture(page, 'training-models')
}

/** The pair is found in the queue, and the Proposal panel names who proposed. */
async function expectProposal(page: Page, review: ReviewPage, key: string, by: string): Promise<void> {
  await openPair(page, review, key)
  const proposal = page.getByRole('region', { name: 'Proposal' })
  await expect(proposal.getByRole('term').filter({ hasText: by })).toBeVisible({ timeout: PATIENCE })
  await picture(page, `training-proposed-by-${by.replaceAll(' ', '-').toLowerCase()}`)
}

async function expectWork(page: Page, review: ReviewPage, { pair, document }: OpenPair): Promise<void> {
  await openPair(page, review, pair.key)
  await expect(review.caption(1)).toHaveValue(document.captions.find(({ rank }) => rank === 0)?.text ?? '')
  await expect(review.regions()).toHaveCount(document.regions.length)
  await expect(page.getByRole('region', { name: 'State' })).toContainText('Corrected')
}

async function openPair(page: Page, review: ReviewPage, key: string): Promise<void> {
  await page.keyboard.press('Control+1')
  await page.getByRole('textbox', { name: 'Search keys, captions, categories' }).fill(key)
  // one alone, and not the one that was looked for before
  await expect(page.getByRole('option')).toHaveText([new RegExp(key)])
  await page.getByRole('option').first().click()
  await page.keyboard.press('Enter')
  await review.shows(key)
}

async function rollBack(page: Page): Promise<void> {
  await page.keyboard.press('Control+5')
  await page.keyboard.press('b')
  await expect(page.getByRole('region', { name: 'What proposes now' })).toContainText('Measured difference')
}
