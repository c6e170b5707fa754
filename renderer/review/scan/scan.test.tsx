import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PairScan } from '../../../src/contract/scans'
import { button, part } from '../../testing/find'
import { proposedPair } from '../../testing/made-pairs'
import { renderReview } from '../../testing/mount'

const pairs = [proposedPair(1, 'head'), proposedPair(2, 'head#0012'), proposedPair(3, 'head#0014')]
const canvas = part('group', 'Canvas: before and after image with masks')
const slices = part('group', 'Slices')
const stack = [
  { pairId: 1, number: 10 },
  { pairId: 2, number: 12 },
  { pairId: 3, number: 14 },
]

function scanOf(pairId: number): PairScan {
  const spacing = { columnMillimetres: 0.5, rowMillimetres: 0.25, isAtDetector: false }
  const counts = { axial: 20, coronal: 64, sagittal: 64 }
  const shown = { axis: 'axial' as const, number: stack.find((one) => one.pairId === pairId)!.number }
  const frame = { spacing, shown, counts }
  return { before: { ...frame, spacing: null }, after: frame, counts, apart: null, series: null, stack }
}

/** The before image shows slice 7; that of all pairs but the first lies elsewhere. */
function elsewhere({ pairId }: { pairId: number }): PairScan {
  const scan = scanOf(pairId)
  const before = { ...scan.before, shown: { axis: 'axial' as const, number: 7 } }
  return { ...scan, before, apart: pairId === 1 ? null : 12.04 }
}

const answers = { 'scans.get': ({ pairId }: { pairId: number }) => scanOf(pairId) }

function turnWithAlt(deltaY: number): void {
  const stage = document.querySelector('[data-canvas]')!
  stage.dispatchEvent(new WheelEvent('wheel', { deltaY, altKey: true, bubbles: true, cancelable: true }))
}

describe('a pair of slices', () => {
  it('has a scale bar and areas in millimetres', async () => {
    await renderReview(1, { pairs, answers })
    await button(/, One image pixel per screen pixel$/, canvas).click()
    await expect.element(canvas.getByText(/^\d+ mm$/)).toBeVisible()
    // 64 pixels of 0.5 by 0.25 mm
    await expect.element(part('list', 'Regions').getByText('8 mm²').first()).toBeVisible()
  })

  it('goes through the slices of the project by keys, and by number', async () => {
    await renderReview(1, { pairs, answers })
    const number = slices.getByRole('textbox', { name: 'Number of the slice, axial' })
    await expect.element(number).toHaveValue('10')
    await userEvent.keyboard('{PageDown}')
    await expect.element(number).toHaveValue('12')
    await userEvent.keyboard('{PageUp}')
    await expect.element(number).toHaveValue('10')
    await userEvent.keyboard('{PageUp}')
    await expect.element(page.getByText(/^No further slice is a pair of this project/)).toBeVisible()
    await number.fill('14')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: /^head#0014/ })).toBeVisible()
  })

  it('goes through the slices by the wheel with Alt', async () => {
    await renderReview(1, { pairs, answers })
    const number = slices.getByRole('textbox', { name: 'Number of the slice, axial' })
    await expect.element(number).toHaveValue('10')
    turnWithAlt(100)
    await expect.element(number).toHaveValue('12')
    turnWithAlt(-100)
    await expect.element(number).toHaveValue('10')
  })

  it('says which slice the before image is where it is another one, and how far away', async () => {
    await renderReview(1, { pairs, answers: { 'scans.get': elsewhere } })
    await expect.element(slices.getByText('before: 7', { exact: true })).toBeVisible()
    await userEvent.keyboard('{PageDown}')
    await expect.element(slices.getByText('before: 7, 12 mm away', { exact: true })).toBeVisible()
  })

  it('adds a range of slices to the project', async () => {
    const { engine } = await renderReview(1, {
      pairs,
      answers: { ...answers, 'scans.addSlices': () => ({ added: 3 }) },
    })
    await button('Add slices', slices).click()
    await page.getByRole('textbox', { name: 'From slice' }).fill('3')
    await page.getByRole('textbox', { name: 'To slice' }).fill('7')
    await button('Add these slices').click()
    await expect.element(page.getByText('3 slices added to the queue.')).toBeVisible()
    expect(engine.inputsOf('scans.addSlices')).toMatchObject([{ pairId: 1, axis: 'axial', from: 3, to: 7 }])
  })
})

it('a pair of two files of a series says where they are not of one place', async () => {
  const frame = { spacing: null, shown: null, counts: {} }
  const scan = (pairId: number): PairScan => ({
    before: frame,
    after: frame,
    counts: {},
    apart: null,
    series: {
      before: 5,
      after: pairId === 1 ? 8 : 5,
      distance: { apart: pairId === 1 ? 9 : 0.2, haveOneOrigin: true },
    },
    stack: [],
  })
  await renderReview(1, { pairs, answers: { 'scans.get': ({ pairId }: { pairId: number }) => scan(pairId) } })
  await expect.element(slices.getByText('slice 8, before: 5', { exact: true })).toBeVisible()
  await expect.element(slices.getByText('9 mm apart', { exact: true })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('heading', { name: /^head#0012/ })).toBeVisible()
  await expect.element(slices).not.toBeInTheDocument()
})

it('a pair of ordinary images has no slices', async () => {
  await renderReview(1, { pairs })
  await expect.element(canvas).toBeVisible()
  await expect.element(slices).not.toBeInTheDocument()
})
