import { expect, it, vi } from 'vitest'
import { alertSaying, button, part, statusSaying } from '../../../testing/find'
import { tiledPair } from '../../../testing/made-pairs'
import { renderReview } from '../../../testing/mount'

/** Each level of the made tiles has a grey of its own (build/made-pictures.ts). */
const AFTER = { finest: 180, middle: 200, coarsest: 220 }
const BEFORE = { finest: 60, coarsest: 100 }
const ALIGNED = { middle: 110, coarsest: 130 }

const canvas = part('group', 'Canvas: before and after image with masks')
const views = part('toolbar', 'Views')
const actualSize = button(/, One image pixel per screen pixel$/, canvas)

/** Red, green and blue of a pane, at a share of its width and at half its height. */
function colorIn(pane: 'left' | 'right' | 'only', share = 0.5): number[] {
  const element = document.querySelector<HTMLCanvasElement>(`[data-pane=${pane}] canvas`)
  const { width, height } = element ?? { width: 0, height: 0 }
  const pixel = element
    ?.getContext('2d')
    ?.getImageData(Math.round(width * share), Math.round(height / 2), 1, 1)
  return [...(pixel?.data ?? [])].slice(0, 3)
}

async function expectGrey(pane: 'left' | 'right' | 'only', grey: number, share?: number): Promise<void> {
  await vi.waitFor(() => expect(colorIn(pane, share)).toEqual([grey, grey, grey]), { timeout: 10_000 })
}

it('shows the level that the scale wants', async () => {
  await renderReview(1, { pairs: [tiledPair(1, 'scene')] })
  await expectGrey('left', BEFORE.coarsest)
  await expectGrey('right', AFTER.coarsest)
  await actualSize.click()
  await expectGrey('left', BEFORE.finest)
  await expectGrey('right', AFTER.finest)
  await button('Fit to the window', canvas).click()
  await expectGrey('right', AFTER.coarsest)
})

it('is drawn in every view', async () => {
  await renderReview(1, { pairs: [tiledPair(1, 'scene')] })
  // one pane has room for twice the scale
  await button('Swipe', views).click()
  await expectGrey('only', ALIGNED.middle, 0.4)
  await expectGrey('only', AFTER.middle, 0.6)
  await button('Blink', views).click()
  await expectGrey('only', AFTER.middle)
  await button('Show the other image', canvas).click()
  await expectGrey('only', ALIGNED.middle)
  await button('Onion skin', views).click()
  await expectGrey('only', (ALIGNED.middle + AFTER.middle) / 2)
  await button('Difference', views).click()
  // the colours of the map over grey
  await vi.waitFor(() => expect(new Set(colorIn('only')).size).toBe(3), { timeout: 10_000 })
  await button('Aligned', views).click()
  await expectGrey('left', ALIGNED.coarsest)
  await expectGrey('right', AFTER.coarsest)
})

it('is shown by coarser tiles where finer ones cannot be had, and says so once a pane', async () => {
  await renderReview(800, { pairs: [tiledPair(800, 'short')] })
  await expectGrey('right', AFTER.coarsest)
  await expect.element(alertSaying('Parts of the')).not.toBeInTheDocument()
  await actualSize.click()
  const alert = alertSaying('Parts of the after image cannot be shown. The file ends too early.')
  await expect.element(alert).toBeVisible()
  expect(alert.elements()).toHaveLength(1)
  await expectGrey('right', AFTER.coarsest)
  await button('Fit to the window', canvas).click()
  await expect.element(alert).not.toBeInTheDocument()
})

it('counts the tiles while the coarsest one is being made', async () => {
  await renderReview(600, { pairs: [tiledPair(600, 'large')] })
  await expect.element(statusSaying(/^Reading the image, \d+ of \d+ tiles?$/).first()).toBeVisible()
  await expectGrey('right', AFTER.coarsest)
  await expect.element(statusSaying('Reading the image')).not.toBeInTheDocument()
})

it('alerts where nothing of it can be had', async () => {
  await renderReview(900, { pairs: [tiledPair(900, 'gone')] })
  await expect.element(alertSaying('The after image cannot be shown. The file is gone.')).toBeVisible()
})

it('is not fetched before it is shown', async () => {
  performance.clearResourceTimings()
  await renderReview(1, { pairs: [tiledPair(1, 'scene'), tiledPair(2, 'next')] })
  await expectGrey('right', AFTER.coarsest)
  const addresses = performance.getEntriesByType('resource').map(({ name }) => name)
  expect(addresses.filter((address) => /\/picture\/1\/after\/2\/0\/0\?/.test(address))).toHaveLength(1)
  expect(addresses.filter((address) => /\/picture\/2\/(before|after)[/?]/.test(address))).toEqual([])
})
