import { expect, it, onTestFinished } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { DepthFacts } from '../../../src/contract/value-facts'
import { button, dialog, part } from '../../testing/find'
import { proposedPair } from '../../testing/made-pairs'
import { madeDepth } from '../../testing/made-values'
import { renderReview } from '../../testing/mount'
import type { Shown } from '../../testing/mount'
import { chooseLocale } from '../../text/spelling'

const panel = dialog('Window and bands')
const field = (name: string): ReturnType<typeof part> => part('textbox', name, panel)

/** The panel of a pair with facts of its values. */
async function openPanel(change: Partial<DepthFacts>): Promise<Shown> {
  const { depth, bands } = madeDepth()
  const facts = { depth: depth === null ? null : { ...depth, ...change }, bands }
  const shown = await renderReview(1, {
    pairs: [proposedPair(1, 'harbour')],
    answers: {
      'pairs.values': () => facts,
      'pairs.setWindow': (input, caller) => {
        void shown.store.handlers['pairs.setWindow']?.(input, caller)
        shown.engine.emit('pair.windowChanged', input)
        return null
      },
    },
  })
  await button('Window and bands', part('toolbar', 'Views')).click()
  await expect.element(panel).toBeVisible()
  return shown
}

const soft = { low: -160, high: 239 }
const lung = { low: -1350, high: 149 }
const dicom = {
  file: soft,
  named: [
    { window: soft, name: 'SOFT' },
    { window: lung, name: null },
  ],
  countsEnds: true,
}

it('offers each window that a DICOM file names, and begins with the first one', async () => {
  const { engine } = await openPanel(dicom)
  await expect.element(panel.getByText('As usual: the window of the file.')).toBeVisible()
  await expect.element(button('SOFT', panel)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Of the file', panel)).not.toBeInTheDocument()
  await button('L -600 W 1,500', panel).click()
  await expect.element(button('L -600 W 1,500', panel)).toHaveAttribute('aria-pressed', 'true')
  expect(engine.inputsOf('pairs.setWindow').map(({ window }) => window)).toEqual([lung])
})

it('shows level and width as the DICOM file says, and takes them so', async () => {
  const { engine } = await openPanel(dicom)
  await expect.element(field('Level')).toHaveValue('40')
  await expect.element(field('Width')).toHaveValue('400')
  await userEvent.fill(field('Level'), '50')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Level')).toHaveValue('50')
  await userEvent.fill(field('Width'), '351')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Width')).toHaveValue('351')
  await expect.element(field('Level')).toHaveValue('50')
  expect(engine.inputsOf('pairs.setWindow').map(({ window }) => window)).toEqual([
    { low: -150, high: 249 },
    { low: -125.5, high: 224.5 },
  ])
})

it('calls the only window of a DICOM file without a name that of the file', async () => {
  await openPanel({ ...dicom, named: [{ window: soft, name: null }] })
  await expect.element(button('Of the file', panel)).toHaveAttribute('aria-pressed', 'true')
})

it('spells numbers in the fields as the language does, and takes both marks', async () => {
  chooseLocale('de')
  onTestFinished(() => chooseLocale('en'))
  const { engine } = await openPanel({ areWhole: false, file: { low: -555.5, high: 2000.25 } })
  await expect.element(field('Low')).toHaveValue('-555,5')
  await userEvent.fill(field('Low'), '12,75')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Low')).toHaveValue('12,75')
  await userEvent.fill(field('High'), '1200,50')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('High')).toHaveValue('1200,5')
  await userEvent.click(field('Low'))
  await userEvent.clear(field('Low'))
  await userEvent.keyboard('3.5{Enter}')
  await expect.element(field('Low')).toHaveValue('3,5')
  expect(engine.inputsOf('pairs.setWindow').map(({ window }) => window)).toEqual([
    { low: 12.75, high: 2000.25 },
    { low: 12.75, high: 1200.5 },
    { low: 3.5, high: 1200.5 },
  ])
})
