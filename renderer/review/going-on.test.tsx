import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Locator } from 'vitest/browser'
import { alertSaying, button, part, statusSaying, textbox } from '../testing/find'
import { madeAnswer } from '../testing/made-handlers'
import { madeRegion, proposedPair } from '../testing/made-pairs'
import { madeProposer, madeQueue } from '../testing/made-project'
import { renderReview } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const next = part('heading', /^market/)

/** A notice, be it urgent or not. */
function notice(words: string | RegExp): Locator {
  return alertSaying(words).or(statusSaying(words))
}

describe('a threshold that was moved and not taken', () => {
  const cutter = madeProposer({ answers: ['threshold'] })

  it('does not reach the next pair, also where its slider is not on the page', async () => {
    const { engine } = await renderReview(1, { pairs, proposers: [cutter] })
    const cut = engine.hold('chain.threshold')
    await userEvent.keyboard('\\')
    // the threshold does not come to rest, however slow the machine is
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{ArrowRight}')
    await expect.element(notice('the threshold that you moved was not taken')).toBeVisible()
    vi.useRealTimers()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(() => engine.inputsOf('chain.threshold')).toEqual([{ pairId: 2, threshold: 0.45 }])
    cut.answer({ ...madeAnswer, regions: [madeRegion(7, { id: 'cut' })], captions: [], links: [] })
  })
})

describe('the threshold that masks were cut at', () => {
  it('stays with the pair: left and opened again, undone, redone and accepted, and a step goes from there', async () => {
    const { engine } = await renderReview(1, { pairs, proposers: [madeProposer({ answers: ['threshold'] })] })
    const slider = part('slider', 'Threshold')
    const cut = engine.hold('chain.threshold')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(() => engine.inputsOf('chain.threshold').at(-1)).toEqual({ pairId: 1, threshold: 0.45 })
    cut.answer({ ...madeAnswer, regions: [madeRegion(7, { id: 'cut' })], captions: [], links: [] })
    await expect.poll(() => engine.inputsOf('pairs.edit')).toHaveLength(1)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(next).toBeVisible()
    await expect.element(slider).toHaveAttribute('aria-valuenow', '0.5')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(part('heading', /^harbour/)).toBeVisible()
    await expect.element(slider).toHaveAttribute('aria-valuenow', '0.45')
    await userEvent.keyboard('z')
    await expect.element(slider).toHaveAttribute('aria-valuenow', '0.5')
    await userEvent.keyboard('{Shift>}Z{/Shift}')
    await expect.element(slider).toHaveAttribute('aria-valuenow', '0.45')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(() => engine.inputsOf('chain.threshold').at(-1)).toEqual({ pairId: 1, threshold: 0.4 })
    await expect.poll(() => engine.inputsOf('pairs.edit')).toHaveLength(2)
    await userEvent.keyboard('z')
    await expect.element(slider).toHaveAttribute('aria-valuenow', '0.45')
    await userEvent.keyboard('a')
    await expect.element(next).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(page.getByTitle('Reopen it first to move the threshold')).toHaveTextContent('0.45')
  })

  it('is the former one where they could not be cut', async () => {
    const { engine } = await renderReview(1, { pairs, proposers: [madeProposer({ answers: ['threshold'] })] })
    const cut = engine.hold('chain.threshold')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(() => engine.inputsOf('chain.threshold')).toHaveLength(1)
    cut.refuse({ code: 'internal', message: 'the process ended' })
    await expect.element(part('slider', 'Threshold')).toHaveAttribute('aria-valuenow', '0.5')
  })
})

describe('the threshold of a pair that is decided', () => {
  it('cannot be moved, which says why, until the pair is opened again with its regions as they were proposed', async () => {
    const { engine } = await renderReview(1, { pairs, proposers: [madeProposer({ answers: ['threshold'] })] })
    await userEvent.keyboard('a')
    await expect.element(next).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(button('Region 1, building, accepted')).toBeVisible()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await expect.element(notice('Reopen it first to move the threshold')).toBeVisible()
    await expect.element(page.getByTitle('Reopen it first to move the threshold')).toBeVisible()
    await userEvent.keyboard('{Shift>}R{/Shift}')
    await expect.element(button('Region 1, building, proposed')).toBeVisible()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await expect.poll(() => engine.inputsOf('chain.threshold')).toEqual([{ pairId: 1, threshold: 0.55 }])
  })

  it('says so where nothing of it could change', async () => {
    const { engine } = await renderReview(1, { pairs, proposers: [madeProposer({ answers: ['threshold'] })] })
    const cut = engine.hold('chain.threshold')
    for (const name of [/^Region 1, building/, /^Region 2, road/]) {
      await button(name).click()
      await userEvent.keyboard('y')
    }
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(() => engine.inputsOf('chain.threshold')).toHaveLength(1)
    cut.answer({ ...madeAnswer, regions: [madeRegion(2, { id: 'cut' })], captions: [], links: [] })
    await expect.element(notice('Nothing changed: you have decided on all')).toBeVisible()
  })
})

describe('masks at a threshold that is told to be lost', () => {
  it('do not come in after all where their pair is on the screen again', async () => {
    const { engine } = await renderReview(1, { pairs, proposers: [madeProposer({ answers: ['threshold'] })] })
    const cut = engine.hold('chain.threshold')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(() => engine.inputsOf('chain.threshold')).toHaveLength(1)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(notice('the threshold that you moved was not taken')).toBeVisible()
    await expect.element(next).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(part('heading', /^harbour/)).toBeVisible()
    const running = statusSaying('Cutting the masks…')
    await expect.element(running).toBeVisible()
    cut.answer({ ...madeAnswer, regions: [madeRegion(7, { id: 'cut' })], captions: [], links: [] })
    await expect.element(running).not.toBeInTheDocument()
    expect(engine.inputsOf('pairs.edit')).toEqual([])
  })
})

describe('a key that leads to a field', () => {
  it('unfolds its section first, so that what is typed next is text', async () => {
    await renderReview(1, { pairs })
    const captions = part('region', 'Captions')
    await button('Captions', captions).click()
    await expect.element(captions.getByRole('textbox').first()).not.toBeInTheDocument()
    await userEvent.keyboard('c')
    await userEvent.keyboard('a road')
    await expect.element(captions.getByRole('textbox').first()).toHaveValue('a road')
    await expect.element(page.getByText('0 of 2 reviewed')).not.toBeInTheDocument()
  })

  it('names the category of the first region where none is selected', async () => {
    await renderReview(1, { pairs })
    await button('Regions', part('region', 'Regions')).click()
    await userEvent.keyboard('t')
    await userEvent.keyboard('barn')
    await expect
      .element(part('combobox', 'Category of the region').or(textbox('Category of the region')))
      .toHaveValue('barn')
  })
})

describe('an outline that is not closed', () => {
  it('keeps its pair on the screen, whatever leads to another one', async () => {
    await renderReview(1, { pairs })
    const canvas = part('group', 'Canvas: before and after image with masks')
    await userEvent.keyboard('p')
    await canvas.click({ position: { x: 600, y: 300 } })
    await canvas.click({ position: { x: 650, y: 300 } })
    const film = part('navigation', 'Neighbouring pairs').getByRole('button', { name: /market/ })
    await film.click()
    await expect.element(notice(/outline/)).toBeVisible()
    await expect.element(next).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await film.click()
    await expect.element(next).toBeVisible()
  })
})

describe('while proposals run', () => {
  it('a reviewer of a team walks through pairs without one, and nothing is refused', async () => {
    const { engine } = await renderReview(1, {
      pairs: [proposedPair(1, 'harbour'), { ...proposedPair(2, 'market'), proposals: [] }],
      answers: { 'team.me': () => ({ name: 'Ben', role: 'reviewer' as const }), 'claims.take': () => null },
    })
    engine.emit('queue.changed', madeQueue({ isRunning: true, total: 2 }))
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(next).toBeVisible()
    await expect.poll(() => engine.inputsOf('pairs.get').map(({ pairId }) => pairId)).toContain(2)
    expect(engine.inputsOf('proposals.start')).toEqual([])
  })
})

describe('after the connection was lost', () => {
  it('the pair on the screen and the rows of the queue are read again', async () => {
    const { engine, store } = await renderReview(1, { pairs })
    await expect.element(button(/^Region 1, building/)).toBeVisible()
    engine.disconnect()
    await store.handlers['pairs.decide']?.(
      { pairId: 1, decision: 'accept', eventId: 'other', milliseconds: 0 },
      null,
    )
    engine.connect()
    await expect.element(button('Reopen')).toBeVisible()
    await expect.element(part('navigation', 'Neighbouring pairs').getByText('Accepted')).toBeInTheDocument()
  })
})
