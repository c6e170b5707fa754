import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEFAULT_MAPPING } from '../../../src/domain/value-mapping'
import { alertSaying, button, dialog, focus, part } from '../../testing/find'
import { proposedPair } from '../../testing/made-pairs'
import { madeProject } from '../../testing/made-project'
import { madeBands, madeDepth } from '../../testing/made-values'
import { renderReview, violations } from '../../testing/mount'
import type { Shown } from '../../testing/mount'
import { useWindowState } from './window-store'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const control = button('Window and bands', part('toolbar', 'Views'))
const panel = dialog('Window and bands')
const low = part('textbox', 'Low', panel)
const high = part('textbox', 'High', panel)

/** A pair of 16 bits, with an engine that stores windows and says so. */
async function renderDeep(): Promise<Shown> {
  const shown = await renderReview(1, {
    pairs,
    answers: {
      'pairs.values': () => madeDepth(),
      'pairs.setWindow': (input, caller) => {
        const { pairId, window } = input
        void shown.store.handlers['pairs.setWindow']?.(input, caller)
        shown.engine.emit('pair.windowChanged', { pairId, window })
        return null
      },
      'project.setWindow': ({ window }) => {
        const project = madeProject({ pairCount: 2, mapping: { window, bands: null } })
        shown.engine.emit('project.changed', project)
        return project
      },
    },
  })
  return shown
}

async function openPanel(): Promise<Shown> {
  const shown = await renderDeep()
  await control.click()
  await expect.element(panel).toBeVisible()
  return shown
}

/** Grey of the after image's left and right half, as the canvas shows it. */
function shownGreys(): [number, number] {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-pane=right] canvas')
  const context = canvas?.getContext('2d')
  const at = (share: number): number =>
    context?.getImageData(Math.round((canvas?.width ?? 0) * share), (canvas?.height ?? 0) / 2, 1, 1)
      .data[0] ?? -1
  return [at(0.3), at(0.7)]
}

async function expectGreys(left: number, right: number): Promise<void> {
  await expect.poll(shownGreys).toEqual([left, right])
}

it('is not there for images of 8 bits', async () => {
  await renderReview(1, { pairs })
  await expect.element(button('Hide masks', part('toolbar', 'Views'))).toBeVisible()
  await expect.element(control).not.toBeInTheDocument()
})

it('shows what is set, with a histogram, and has nothing that axe finds', async () => {
  await openPanel()
  await expect.element(low).toHaveValue('1000')
  await expect.element(high).toHaveValue('2000')
  await expect.element(part('textbox', 'Level', panel)).toHaveValue('1500')
  await expect.element(part('textbox', 'Width', panel)).toHaveValue('1000')
  await expect.element(part('img', 'Histogram of both images', panel)).toBeVisible()
  await expect.element(panel.getByText('As usual: the 0.1 and 99.9 percentiles of this pair.')).toBeVisible()
  await expect.element(button('0.1 to 99.9 %', panel)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Reset', panel)).toBeDisabled()
  expect(await violations()).toEqual([])
})

it('says where no preview follows, and shows the picture of a window once it is stored', async () => {
  const { depth, bands } = madeDepth()
  const large = { depth: depth === null ? null : { ...depth, hasPreviews: false }, bands }
  await renderReview(1, { pairs, answers: { 'pairs.values': () => large, 'pairs.setWindow': () => null } })
  await control.click()
  await expect
    .element(panel.getByText('These images are large: the picture follows once you let go.'))
    .toBeVisible()
  await userEvent.fill(low, '1500')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => useWindowState.getState().draft).toEqual({ low: 1500, high: 2000 })
  // as the pictures are, and not as a preview would be
  await expectGreys(180, 180)
  expect(useWindowState.getState().planes).toEqual({ before: null, after: null })
})

it('moves its ends by the arrow keys, and the picture follows before it is stored', async () => {
  const { engine } = await openPanel()
  const answer = engine.hold('pairs.setWindow')
  const handle = part('slider', 'High end of the window', panel)
  focus(handle)
  await userEvent.keyboard('{ArrowRight>4/}')
  await expect.element(high).toHaveValue('2031')
  await expect.element(handle).toHaveAttribute('aria-valuetext', '2,031')
  await expectGreys(0, 247)
  expect(engine.inputsOf('pairs.setWindow').at(-1)?.window).toEqual({ low: 1000, high: 2031 })
  answer.answer(null)
})

it('takes typed numbers, keeps Low below High, and gives picture addresses of their own', async () => {
  const { engine } = await openPanel()
  await userEvent.fill(low, '1500')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => engine.inputsOf('pairs.setWindow')).toHaveLength(1)
  expect(engine.inputsOf('pairs.setWindow')[0]).toMatchObject({
    pairId: 1,
    window: { low: 1500, high: 2000 },
  })
  await expect.element(panel.getByText('This pair has a window of its own.')).toBeVisible()
  // the pictures of this window are there: they take the place of the previews
  await expectGreys(180, 180)
  await userEvent.fill(low, '2000')
  await expect.element(panel.getByText('Low lies below High.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(low).toHaveValue('1500')
  await userEvent.fill(part('textbox', 'Width', panel), '-5')
  await userEvent.keyboard('{Enter}')
  await userEvent.fill(part('textbox', 'Level', panel), '1000')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => engine.inputsOf('pairs.setWindow')).toHaveLength(2)
  expect(engine.inputsOf('pairs.setWindow')[1].window).toEqual({ low: 750, high: 1250 })
})

it('goes back to the window before the last change, also while that one is being stored', async () => {
  const { engine } = await openPanel()
  await button('Full range', panel).click()
  await expect.element(button('Previous window', panel)).toBeEnabled()
  const change = engine.hold('pairs.setWindow')
  await button('2 to 98 %', panel).click()
  await button('Previous window', panel).click()
  engine.on('pairs.setWindow', () => null)
  engine.emit('pair.windowChanged', { pairId: 1, window: { low: 1100, high: 1900 } })
  change.answer(null)
  await expect.poll(() => engine.inputsOf('pairs.setWindow')).toHaveLength(3)
  expect(engine.inputsOf('pairs.setWindow')[2].window).toEqual({ low: 0, high: 4000 })
})

it('has presets, a way back, and a reset, by keys too', async () => {
  const { engine } = await openPanel()
  const windows = (): unknown[] => engine.inputsOf('pairs.setWindow').map(({ window }) => window)
  await button('Full range', panel).click()
  await expect.element(low).toHaveValue('0')
  await button('2 to 98 %', panel).click()
  await expect.element(low).toHaveValue('1100')
  await button('Previous window', panel).click()
  await expect.element(low).toHaveValue('0')
  await button('Close', panel).click()
  await expect.element(panel).not.toBeInTheDocument()
  await userEvent.keyboard('{Shift>}o{/Shift}')
  await expect.poll(windows).toHaveLength(4)
  await userEvent.keyboard('{Shift>}i{/Shift}')
  await expect.poll(windows).toHaveLength(5)
  expect(windows()).toEqual([
    { low: 0, high: 4000 },
    { low: 1100, high: 1900 },
    { low: 0, high: 4000 },
    { low: 1100, high: 1900 },
    null,
  ])
  await userEvent.keyboard('i')
  await expect.element(part('slider', 'Low end of the window', panel)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

it('begins with the window of the file, where both have one', async () => {
  const facts = madeDepth()
  const file = { low: 900, high: 1500 }
  await renderReview(1, {
    pairs,
    answers: {
      'pairs.values': () => ({ ...facts, depth: facts.depth === null ? null : { ...facts.depth, file } }),
    },
  })
  await control.click()
  await expect.element(high).toHaveValue('1500')
  await expect.element(panel.getByText('As usual: the window of the file.')).toBeVisible()
  await expect.element(button('Of the file', panel)).toHaveAttribute('aria-pressed', 'true')
})

it('becomes that of all pairs, and can be reset for all', async () => {
  const { engine } = await openPanel()
  await button('Full range', panel).click()
  await expect.element(panel.getByText('This pair has a window of its own.')).toBeVisible()
  await button('For all pairs', panel).click()
  await expect
    .element(panel.getByText('The window of all pairs: 0 to 4,000. Models see by it too.'))
    .toBeVisible()
  expect(engine.inputsOf('project.setWindow').map(({ window }) => window)).toEqual([{ low: 0, high: 4000 }])
  await expect.poll(() => engine.inputsOf('pairs.setWindow').at(-1)?.window).toBeNull()
  await button('Reset for all pairs', panel).click()
  await expect.element(button('Reset for all pairs', panel)).not.toBeInTheDocument()
})

it('follows a drag with the right button on the picture, wider to the right and higher downwards', async () => {
  const { engine } = await renderDeep()
  await expect.element(control).toBeVisible()
  await expectGreys(180, 180)
  const pane = document.querySelector<HTMLElement>('[data-pane=right]')
  const drag = (type: string, x: number, y: number): unknown =>
    pane?.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, button: 2, buttons: 2, clientX: x, clientY: y, bubbles: true }),
    )
  // the pointer is made, and cannot be captured
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  await expect.poll(() => useWindowState.getState().planes.after).not.toBeNull()
  drag('pointerdown', 700, 300)
  drag('pointermove', 956, 300)
  await expectGreys(96, 159)
  drag('pointermove', 956, 428)
  await expectGreys(64, 128)
  expect(engine.inputsOf('pairs.setWindow')).toEqual([])
  drag('pointerup', 956, 428)
  await expect.poll(() => engine.inputsOf('pairs.setWindow')).toHaveLength(1)
  expect(engine.inputsOf('pairs.setWindow')[0].window).toEqual({ low: 0, high: 4000 })
  vi.restoreAllMocks()
})

it('says why a window was not stored, and shows what is', async () => {
  const { engine } = await openPanel()
  engine.refuse('pairs.setWindow', { code: 'internal', message: 'The disk is full.' })
  await button('Full range', panel).click()
  await expect.element(alertSaying('The disk is full.')).toBeVisible()
  await expect.element(low).toHaveValue('1000')
})

it('offers the bands of files that have more than three, by their names', async () => {
  const { engine } = await renderReview(1, {
    pairs,
    answers: {
      'pairs.values': () => madeBands(),
      'project.setBands': ({ bands }) => {
        const project = madeProject({ pairCount: 2, mapping: { ...DEFAULT_MAPPING, bands } })
        engine.emit('project.changed', project)
        return project
      },
    },
  })
  await control.click()
  await expect.element(part('slider', 'Low end of the window', panel)).not.toBeInTheDocument()
  const mode = part('combobox', 'Shown bands', panel)
  await userEvent.selectOptions(mode, 'Three bands')
  await expect.element(part('combobox', 'Red', panel)).toHaveValue('3')
  await userEvent.selectOptions(part('combobox', 'Red', panel), '4: Near infrared')
  await expect.element(part('combobox', 'Red', panel)).toHaveValue('4')
  expect(engine.inputsOf('project.setBands').map(({ bands }) => bands)).toEqual([
    [3, 2, 1],
    [4, 2, 1],
  ])
  await expect.element(panel.getByText(/The before image has 4 bands, the after image 5\./)).toBeVisible()
  expect(await violations()).toEqual([])
  await userEvent.selectOptions(mode, 'One band, in grey')
  await expect.element(part('combobox', 'Grey', panel)).toHaveValue('4')
  await userEvent.selectOptions(mode, 'As usual: 1, 2, 3')
  await expect.element(part('combobox', 'Grey', panel)).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it('takes numbers that end in a zero behind the point', async () => {
  const { engine } = await openPanel()
  await userEvent.fill(low, '1200.50')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => engine.inputsOf('pairs.setWindow').at(-1)?.window)
    .toEqual({ low: 1200.5, high: 2000 })
})

it('keeps the window of the pair where it may not be set for all', async () => {
  const { engine } = await openPanel()
  await userEvent.fill(low, '1200')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => engine.inputsOf('pairs.setWindow')).toHaveLength(1)
  engine.refuse('project.setWindow', { code: 'forbidden', message: 'Only an adjudicator may do this.' })
  await button('For all pairs', panel).click()
  await expect.element(alertSaying('Only an adjudicator may do this.')).toBeVisible()
  await expect.element(low).toHaveValue('1200')
  expect(engine.inputsOf('pairs.setWindow')).toHaveLength(1)
})
