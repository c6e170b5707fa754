import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { message } from '../../../src/messages/message'
import { button, part } from '../../testing/find'
import { proposedPair } from '../../testing/made-pairs'
import { renderReview } from '../../testing/mount'
import { madePlace } from './testing'

const pairs = [proposedPair(1, 'harbour')]
const canvas = part('group', 'Canvas: before and after image with masks')

const answers = {
  'pairs.georeference': () => ({ before: null, after: madePlace, reasons: [], overlay: null }),
}

describe('a georeferenced pair', () => {
  it('has a scale bar that follows the zoom, and areas in the list of regions', async () => {
    await renderReview(1, { pairs, answers })
    const actual = button(/, One image pixel per screen pixel$/, canvas)
    await actual.click()
    await expect.element(canvas.getByText('50 m', { exact: true })).toBeVisible()
    for (let press = 0; press < 4; press += 1) {
      await button('Zoom in', canvas).click()
    }
    await expect.element(canvas.getByText('20 m', { exact: true })).toBeVisible()
    await expect.element(part('list', 'Regions').getByText('16 m²').first()).toBeVisible()
  })

  it('says how its frames were laid over each other by the map', async () => {
    const overlay = message('overlay.laid', { before: 0.3, after: 0.5, shown: 0.3, percent: 72 })
    const laid = {
      'pairs.georeference': () => ({ before: madePlace, after: madePlace, reasons: [], overlay }),
    }
    await renderReview(1, { pairs, answers: laid })
    await expect
      .element(page.getByText('They share 72 % of the after frame.', { exact: false }))
      .toBeVisible()
  })

  it('tells the coordinates under the pointer, and copies them with Shift+X', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await renderReview(1, { pairs, answers })
    await expect.element(canvas.getByText(/^\d+ m$/)).toBeVisible()
    const pane = document.querySelector('[data-pane="right"]')!
    const { left, top, width, height } = pane.getBoundingClientRect()
    const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true }
    pane.dispatchEvent(new PointerEvent('pointermove', at))
    await expect.element(canvas.getByText(/^\d+, \d+ · E 6000\d\d\.\d\d, N 56999\d\d\.\d\d m$/)).toBeVisible()
    await userEvent.keyboard('{Shift>}X{/Shift}')
    await expect.poll(() => copy.mock.calls.at(-1)).toEqual([expect.stringMatching(/^6000.* EPSG:32632$/)])
    await expect.element(page.getByText(/^Copied: 6000/)).toBeVisible()
  })
})

it('a pair of ordinary images has no scale bar, and says so where its coordinates are wanted', async () => {
  await renderReview(1, { pairs })
  await userEvent.keyboard('{Shift>}X{/Shift}')
  await expect.element(page.getByText('This pair has no map coordinates.')).toBeVisible()
  await expect.element(canvas.getByTitle('Scale in the middle of the image')).not.toBeInTheDocument()
})
