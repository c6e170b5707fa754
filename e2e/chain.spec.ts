import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openProject } from '../src/engine/project/open-project'
import { makePairFolder } from '../src/images/testing'
import { writeUntrainedPackage } from '../src/models/ccrc/predictor/testing'
import { encodeRle } from '../src/mask/rle'
import { expect, test } from './app'
import { startAtSample } from './at-sample'
import { picture } from './picture'
import { ReviewPage } from './review-page'
import { removeFolder } from './remove-folder'

const square = (left: number) => {
  const data = new Uint8Array(320 * 240)
  for (let at = 0; at < 1600; at += 1) {
    data[(60 + Math.floor(at / 40)) * 320 + left + (at % 40)] = 1
  }
  return encodeRle({ width: 320, height: 240, data })
}

/** A model that was taught nothing: what it says means nothing, and comes by the way that sense would. */
async function prepare(home: string): Promise<void> {
  await writeUntrainedPackage(join(home, 'models'))
  writeSettings(home, 'ccrc-untrained')
}

function writeSettings(home: string, proposer: string): void {
  const settings = { proposer, provider: 'cpu', proposeAhead: false }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
}

test(
  'the sample with a model: propose, re-caption, re-mask, complete, undo',
  { tag: '@main-serve' },
  async ({ start, home, shell }) => {
    await prepare(home)
    const { page } = await startAtSample({ start, shell }, 'rendered')
    const review = new ReviewPage(page)
    await expect(page.getByRole('main', { name: 'Queue' })).toBeVisible()
    await review.open()

    await page.getByRole('button', { name: 'Propose', exact: true }).click()
    await expect(page.getByText('ccrc-untrained, version 0', { exact: true })).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: 'Agreement' })).toBeVisible()

    await review.paint([0.3, 0.4], [0.5, 0.4])
    await expect(review.history()).toContainText('Brush stroke')
    await review.writeCaption('something of mine')
    // while it is asked for anew, too
    expect(await page.getByRole('term').filter({ hasText: 'Agreement' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Re-caption from my mask' }).click()
    await expect(review.history()).toContainText('Re-captioned from the mask')
    await expect(review.caption(2)).not.toHaveValue('')
    await expect(review.caption(1)).toHaveValue('something of mine')
    await expect(page.getByRole('region', { name: 'The model also says' })).toBeVisible()
    await picture(page, 'recaption')
    const said = await review.caption(2).inputValue()
    await page
      .getByRole('button', { name: /^Use: / })
      .first()
      .click()
    await expect(review.history()).toContainText('Other caption taken')
    await page.locator('body').press('z')
    await expect(review.caption(2)).toHaveValue(said)
    await page.locator('body').press('z')
    await expect(review.caption(1)).toHaveValue('something of mine')

    await review.caption(1).fill('the ')
    await review.caption(1).press('Control+Space')
    await expect(page.getByRole('listbox', { name: 'Ways to go on' })).toBeVisible()
    await picture(page, 'completions')
    await expectSameLetters(page)
    await review.caption(1).press('ArrowDown')
    await review.caption(1).press('Enter')
    await expect(review.history()).toContainText('Caption completed')
    await expect(review.caption(1)).toHaveValue(/^the/)

    await review.writeCaption('the small red cube is gone')
    await page.getByRole('button', { name: 'Re-mask from my caption' }).click()
    const masked = review.history().getByText('Re-masked from the caption')
    const nothing = page.getByRole('alert').filter({ hasText: 'The model finds nothing in the images that' })
    await expect(masked.or(nothing)).toBeVisible()
    await picture(page, 'remask')
    await review.saved()
  },
)

test('words light their regions and regions their words, with the mouse and with keys', async ({
  start,
  home,
}) => {
  writeSettings(home, 'difference')
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  try {
    await makePairFolder(folder, { count: 1, width: 320, height: 240, layout: 'before-after' })
    await proposeLinked(folder, home)
    const { page } = await start(folder)
    const review = new ReviewPage(page)
    await review.open()
    const word = page.locator('mark', { hasText: 'red cube' })
    const other = page.locator('mark', { hasText: 'ball' })
    const regions = page.getByRole('list', { name: 'Regions' }).getByRole('listitem')

    await word.hover({ force: true })
    await expect(regions.nth(0)).toHaveAttribute('data-hovered', 'true')
    await expect(regions.nth(1)).not.toHaveAttribute('data-hovered', 'true')
    await picture(page, 'hover-word')
    await regions.nth(1).hover()
    await expect(other).toHaveAttribute('data-lit', 'true')
    await expect(word).not.toHaveAttribute('data-lit', 'true')
    await picture(page, 'hover-region')

    await review.caption(1).focus()
    await page.keyboard.press('Home')
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('ArrowRight')
    }
    await expect(regions.nth(0)).toHaveAttribute('data-hovered', 'true')
    await expectSameLetters(page)
    await review.caption(1).fill('the red cube moved and a ball has appeared '.repeat(15))
    await expectSameLetters(page)
    await picture(page, 'long-caption')
    await page.keyboard.press('Escape')
    await review.saved()
    await page.locator('body').press('z')
    await page.mouse.move(5, 5)
    await expect(page.locator('mark[data-lit]')).toHaveCount(0)
    await regions.nth(1).getByRole('button').first().focus()
    await expect(other).toHaveAttribute('data-lit', 'true')

    await page.getByRole('button', { name: 'Queue' }).click()
    await page.getByRole('combobox', { name: 'Order' }).click()
    await expect(page.getByText(/caption and mask of the proposal contradict each other/)).toBeVisible()
    await picture(page, 'orders')
  } finally {
    removeFolder(folder)
  }
})

/** Place and room for letters, pixels. */
function roomOf(element: Element): number[] {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height, element.clientWidth, element.scrollHeight]
}

/** The underlined words of the first caption have the place and the room of the letters in its field. */
async function expectSameLetters(page: Page): Promise<void> {
  await expect(async () => {
    const field = await page.getByRole('textbox', { name: 'Caption 1' }).evaluate(roomOf)
    expect(await page.locator('[data-linked-words]').first().evaluate(roomOf)).toEqual(field)
  }).toPass()
}

/** A proposal whose caption is linked to its regions. */
async function proposeLinked(folder: string, home: string): Promise<void> {
  const project = await openProject(folder, null, home)
  const source = { kind: 'proposal', proposalId: 0 } as const
  const text = 'the red cube moved and a ball has appeared'
  project.store.addProposal(
    {
      pairId: 1,
      madeAt: Date.now(),
      proposer: 'ccrc-untrained',
      version: '0',
      provider: 'cpu',
      milliseconds: { total: 120 },
      score: 0.97,
      alignment: null,
      remarks: [],
      regions: ['moved', 'added'].map((category, index) => ({
        id: `r${index + 1}`,
        category,
        status: 'proposed',
        mask: square(60 + 120 * index),
        beforeMask: null,
        source,
        score: 0.9 - 0.2 * index,
      })),
      captions: [{ id: 'c1', text, rank: 0, source, logProbability: -3 }],
      links: [
        { id: 'l1', captionId: 'c1', start: 4, end: 12, regionId: 'r1' },
        {
          id: 'l2',
          captionId: 'c1',
          start: text.indexOf('ball'),
          end: text.indexOf('ball') + 4,
          regionId: 'r2',
        },
      ],
      agreement: { score: 0.31, remark: 'The words of the caption point at another place than the mask.' },
    },
    { isOffer: false },
  )
  project.store.close()
}
