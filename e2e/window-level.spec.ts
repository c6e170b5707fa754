import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { makeTiff } from '../src/images/testing'
import { expect, test } from './app'
import { violations } from './axe'
import { picture } from './picture'
import { removeFolder } from './remove-folder'
import { ReviewPage } from './review-page'
import { startWithSettings } from './settings'

const SIZE = { width: 320, height: 240 }
const SQUARE = { left: 140, top: 100, side: 40 }
/** Image pixels: in the square, and beside it. */
const INSIDE = { x: 160, y: 120 }
const BESIDE = { x: 60, y: 120 }

/** Values of 0 to 60,000 at the top; below all is 1000, and in the after frame 1040 in a square. */
function frame(isAfter: boolean): Buffer {
  const { left, top, side } = SQUARE
  const data = Uint16Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const isInside = x >= left && x < left + side && y >= top && y < top + side
    return y < 24 ? Math.round((60_000 * x) / SIZE.width) : isAfter && isInside ? 1040 : 1000
  })
  return makeTiff({ ...SIZE, data })
}

function deepFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-deep-'))
  for (const side of ['A', 'B']) {
    mkdirSync(join(folder, side))
    for (const key of ['one', 'two']) {
      writeFileSync(join(folder, side, `${key}.tif`), frame(side === 'B'))
    }
  }
  return folder
}

/** Grey levels of the picture in a pane, where it is fitted: in the square, and beside it. */
async function greys(pane: Locator): Promise<[number, number]> {
  const canvas = pane.locator('canvas').first()
  return canvas.evaluate(
    (element, { size, points }) => {
      const shown = element as HTMLCanvasElement
      const margin = 16 * window.devicePixelRatio
      const scale = Math.min(
        (shown.width - 2 * margin) / size.width,
        (shown.height - 2 * margin) / size.height,
      )
      const [inside, beside] = points.map(({ x, y }) => {
        const left = Math.round(shown.width / 2 + (x - size.width / 2) * scale)
        const top = Math.round(shown.height / 2 + (y - size.height / 2) * scale)
        return shown.getContext('2d')?.getImageData(left, top, 1, 1).data[0] ?? -1
      })
      return [inside, beside] as [number, number]
    },
    { size: SIZE, points: [INSIDE, BESIDE] },
  )
}

async function expectGreys(pane: Locator, expected: [number, number]): Promise<void> {
  await expect.poll(() => greys(pane)).toEqual(expected)
}

async function expectFlat(pane: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [inside, beside] = await greys(pane)
      return Math.abs(inside - beside)
    })
    .toBeLessThanOrEqual(1)
}

/** Of the after image in each other view. */
async function expectContrastInEachView(page: Page, review: ReviewPage): Promise<void> {
  for (const [key, pane] of [
    ['2', 'only'],
    ['4', 'only'],
    ['5', 'only'],
    ['6', 'right'],
  ] as const) {
    await page.locator('body').press(key)
    const shown = review.canvas().locator(`[data-pane="${pane}"]`)
    await expect
      .poll(async () => {
        const [inside, beside] = await greys(shown)
        return inside - beside
      })
      .toBeGreaterThan(5)
  }
  await page.locator('body').press('1')
}

async function dragWithRightButton(page: Page, pane: Locator, right: number, down: number): Promise<void> {
  const box = await pane.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 60]
  await page.mouse.move(x, y)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(x + right, y + down, { steps: 4 })
  await page.mouse.up({ button: 'right' })
}

test('a faint change of a 16-bit pair shows by its window, which is kept, and then is that of all pairs', async ({
  start,
  home,
}) => {
  const folder = deepFolder()
  try {
    const app = await startWithSettings({ start, home, folder })
    let { page } = app
    let review = new ReviewPage(page)
    await review.open()
    await review.shows('one')
    const after = review.afterPane()
    await expectFlat(after)
    await page.getByRole('button', { name: 'Window and bands' }).click()
    const panel = page.getByRole('dialog', { name: 'Window and bands' })
    await panel.getByLabel('Low', { exact: true }).fill('900')
    await panel.getByLabel('Low', { exact: true }).press('Enter')
    await panel.getByLabel('High', { exact: true }).fill('1100')
    await panel.getByLabel('High', { exact: true }).press('Enter')
    await expectGreys(after, [178, 127])
    await expectGreys(review.canvas().locator('[data-pane="left"]'), [127, 127])
    expect(await violations(page)).toEqual([])
    await picture(page, 'window-level')
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await expectContrastInEachView(page, review)

    // beside the panel
    await dragWithRightButton(page, review.canvas().locator('[data-pane="left"]'), -20, 0)
    await expect(panel.getByLabel('High', { exact: true })).not.toHaveValue('1100')
    await panel.getByRole('button', { name: 'Previous window' }).click()
    await expectGreys(after, [178, 127])
    await review.saved()

    // it is this pair's own
    await page.getByRole('button', { name: 'Skip' }).click()
    await review.shows('two')
    await expectFlat(review.afterPane())
    await app.quit()

    ;({ page } = await start(folder))
    review = new ReviewPage(page)
    await review.open()
    await review.shows('one')
    await expectGreys(review.afterPane(), [178, 127])
    await page.getByRole('button', { name: 'Window and bands' }).click()
    await page.getByRole('button', { name: 'For all pairs', exact: true }).click()
    await expect(page.getByText('The window of all pairs: 900 to 1,100.')).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Skip' }).click()
    await review.shows('two')
    await expectGreys(review.afterPane(), [178, 127])
    // models see by it
    await page.locator('body').press('Control+p')
    await expect(review.regions()).toHaveCount(1)

    await page.locator('body').press('i')
    await page.getByRole('button', { name: 'Reset for all pairs' }).click()
    await page.locator('body').press('Escape')
    await page.locator('body').press('m')
    await expectFlat(review.afterPane())
  } finally {
    removeFolder(folder)
  }
})
