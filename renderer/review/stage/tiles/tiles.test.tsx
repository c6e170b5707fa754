import { expect, it } from 'vitest'
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

/** Of all that was fetched. */
function addresses(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name)
}

function grey(value: number): number[] {
  return [value, value, value]
}

/** Until its coarsest tiles, which wait for this, are on the screen: some are perhaps not asked for yet. */
async function expectGiven(pairId: number): Promise<void> {
  await expect
    .poll(async () => {
      await fetch(`/made-pictures/give/${pairId}`)
      return colorIn('right')
    })
    .toEqual(grey(AFTER.coarsest))
}

it('shows the level that the scale wants', async () => {
  await renderReview(1, { pairs: [tiledPair(1, 'scene')] })
  await expect.poll(() => colorIn('left')).toEqual(grey(BEFORE.coarsest))
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.coarsest))
  await actualSize.click()
  await expect.poll(() => colorIn('left')).toEqual(grey(BEFORE.finest))
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.finest))
  await button('Fit to the window', canvas).click()
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.coarsest))
})

it('is drawn in every view', async () => {
  await renderReview(1, { pairs: [tiledPair(1, 'scene')] })
  // one pane has room for twice the scale
  await button('Swipe', views).click()
  await expect.poll(() => colorIn('only', 0.4)).toEqual(grey(ALIGNED.middle))
  await expect.poll(() => colorIn('only', 0.6)).toEqual(grey(AFTER.middle))
  await button('Blink', views).click()
  await expect.poll(() => colorIn('only')).toEqual(grey(AFTER.middle))
  await button('Show the other image', canvas).click()
  await expect.poll(() => colorIn('only')).toEqual(grey(ALIGNED.middle))
  await button('Onion skin', views).click()
  await expect.poll(() => colorIn('only')).toEqual(grey((ALIGNED.middle + AFTER.middle) / 2))
  await button('Difference', views).click()
  // the colours of the map over grey
  await expect.poll(() => new Set(colorIn('only')).size).toBe(3)
  await button('Aligned', views).click()
  await expect.poll(() => colorIn('left')).toEqual(grey(ALIGNED.coarsest))
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.coarsest))
})

it('is shown by coarser tiles where finer ones cannot be had, and says so once a pane', async () => {
  await renderReview(800, { pairs: [tiledPair(800, 'short')] })
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.coarsest))
  await expect.element(alertSaying('Parts of the')).not.toBeInTheDocument()
  await actualSize.click()
  const alert = alertSaying('Parts of the after image cannot be shown. large.tif is damaged or incomplete')
  await expect.element(alert).toBeVisible()
  expect(alert.elements()).toHaveLength(1)
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.coarsest))
  await button('Fit to the window', canvas).click()
  await expect.element(alert).not.toBeInTheDocument()
})

it('counts the tiles while the coarsest one is being made', async () => {
  await renderReview(600, { pairs: [tiledPair(600, 'large')] })
  await expect.element(statusSaying(/^Reading the image, \d+ of \d+ tiles?$/).first()).toBeVisible()
  await expectGiven(600)
  await expect.element(statusSaying('Reading the image')).not.toBeInTheDocument()
})

it('says how far the image is read where it has no overviews', async () => {
  const { engine } = await renderReview(601, { pairs: [tiledPair(601, 'large')] })
  await expect.element(statusSaying('Reading the image').first()).toBeVisible()
  engine.emit('tiles.changed', { pairId: 601, frame: 'after', done: 30, total: 120 })
  engine.emit('tiles.changed', { pairId: 2, frame: 'after', done: 90, total: 120 })
  await expect.element(statusSaying('Reading the whole image once, 25 %').first()).toBeVisible()
  await expectGiven(601)
  await expect.element(statusSaying('Reading the whole image')).not.toBeInTheDocument()
})

it('alerts where nothing of it can be had', async () => {
  await renderReview(900, { pairs: [tiledPair(900, 'gone')] })
  await expect
    .element(
      alertSaying(
        'The after image cannot be shown. gone.png is not there: it was moved, renamed or deleted.',
      ),
    )
    .toBeVisible()
})

it('stays until the tiles of another window are there', async () => {
  const { engine } = await renderReview(1, { pairs: [tiledPair(1, 'scene')] })
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.coarsest))
  performance.clearResourceTimings()
  engine.emit('pair.windowChanged', { pairId: 1, window: { low: 10, high: 900 } })
  const shown = new Set<number>()
  await expect
    .poll(() => {
      shown.add(colorIn('right')[0])
      return addresses().filter((address) => address.includes('/picture/1/after/2/0/0?')).length
    })
    .toBe(1)
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.coarsest))
  expect([...shown]).toEqual([AFTER.coarsest])
})

it('is not fetched before it is shown', async () => {
  performance.clearResourceTimings()
  await renderReview(1, { pairs: [tiledPair(1, 'scene'), tiledPair(2, 'next')] })
  await expect.poll(() => colorIn('right')).toEqual(grey(AFTER.coarsest))
  expect(addresses().filter((address) => /\/picture\/1\/after\/2\/0\/0\?/.test(address))).toHaveLength(1)
  expect(addresses().filter((address) => /\/picture\/2\/(before|after)[/?]/.test(address))).toEqual([])
})
