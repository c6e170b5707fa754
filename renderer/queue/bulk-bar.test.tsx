import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failWith } from '../../src/contract/errors'
import { alertSaying, button, dialog, part, statusSaying } from '../testing/find'
import { connectorOn } from '../testing/made-handlers'
import { proposedPair } from '../testing/made-pairs'
import { madeJob } from '../testing/made-project'
import { madeWorkers } from '../testing/made-workers'
import { renderApp, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const pairs = ['harbour', 'market', 'station', 'yard'].map((key, index) => proposedPair(index + 1, key))
const options = part('listbox', 'Pairs').getByRole('option')

async function renderQueue(wanted: Parameters<typeof renderApp>[0] = {}): Promise<Shown> {
  const shown = await renderApp({ route: 'queue', pairs, ...wanted })
  await expect.element(options.nth(3)).toHaveTextContent('yard')
  return shown
}

/** By position in the list. */
function selected(): number[] {
  return options
    .elements()
    .flatMap((row, index) => (row.getAttribute('aria-selected') === 'true' ? [index] : []))
}

describe('a selection', () => {
  it('goes from one click to another with Shift, and takes one with Ctrl', async () => {
    await renderQueue()
    await options.nth(0).click()
    await options.nth(2).click({ modifiers: ['Shift'] })
    await expect.poll(selected).toEqual([0, 1, 2])
    await options.nth(1).click({ modifiers: ['ControlOrMeta'] })
    await expect.poll(selected).toEqual([0, 2])
    await expect.element(part('toolbar', '2 pairs selected')).toBeVisible()
  })

  it('is made by keys: Space, Shift with arrows, Ctrl+A, and cleared by Escape', async () => {
    await renderQueue()
    await userEvent.keyboard(' ')
    await expect.poll(selected).toEqual([0])
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await expect.poll(selected).toEqual([0, 1, 2])
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.poll(selected).toEqual([0, 1, 2, 3])
    await userEvent.keyboard('{Escape}')
    await expect.poll(selected).toEqual([])
    await expect.element(part('toolbar', /selected/)).not.toBeInTheDocument()
  })
})

describe('a decision for several pairs', () => {
  it('accepts them, says how many, and offers to undo it', async () => {
    const { store } = await renderQueue()
    await userEvent.keyboard('{Control>}a{/Control}')
    await button('Accept', part('toolbar', '4 pairs selected')).click()
    await expect.element(statusSaying('4 pairs accepted.')).toBeVisible()
    expect([1, 2, 3, 4].map((id) => store.open(id).document.review.state)).toEqual(Array(4).fill('accepted'))
    await button('Undo Accept of 4 pairs').click()
    await expect.element(statusSaying('Taken back for 4 pairs.')).toBeVisible()
    expect(store.open(4).document.review.state).toBe('unreviewed')
  })

  it('can be left as it is, and is not offered to be undone any more', async () => {
    await renderQueue()
    await userEvent.keyboard('r')
    await expect.element(button('Undo Reject of 1 pair')).toBeVisible()
    await button('Do not offer to undo this').click()
    await expect.element(button(/^Undo Reject/)).not.toBeInTheDocument()
  })

  it('shows how far it is, and is stopped by its button', async () => {
    const many = Array.from({ length: 20 }, (_, index) => proposedPair(index + 1, `pair ${index + 1}`))
    const { engine } = await renderApp({ route: 'queue', pairs: many })
    await expect.element(options.nth(0)).toHaveTextContent('pair 1')
    await userEvent.keyboard('{Control>}a{/Control}')
    const decided = engine.hold('pairs.decide')
    await button('Accept', part('toolbar', '20 pairs selected')).click()
    await expect.element(statusSaying('0 of 20…')).toBeVisible()
    await button('Cancel').click()
    decided.answer({ pairId: 1, version: 1, diff: [], undoLabel: 'accept', redoLabel: null })
    await expect
      .element(statusSaying('Stopped: 8 of 20 pairs accepted, the rest were left as they are.'))
      .toBeVisible()
    expect(engine.inputsOf('pairs.decide').length).toBe(8)
  })

  it('alerts to the pairs that it failed for, and keeps those selected', async () => {
    const { engine } = await renderQueue()
    engine.on('pairs.decide', ({ pairId }) => {
      if (pairId === 3) {
        throw failWith('conflict', 'It was changed meanwhile.')
      }
      return { pairId, version: 1, diff: [], undoLabel: 'reject', redoLabel: null }
    })
    await userEvent.keyboard('{Control>}a{/Control}')
    await button('Reject', part('toolbar', '4 pairs selected')).click()
    await expect
      .element(alertSaying('1 of the selected pairs could not be decided: It was changed meanwhile.'))
      .toBeVisible()
    await expect.poll(selected).toEqual([2])
  })
})

describe('asking the connector about pairs', () => {
  const settings = { connector: connectorOn }

  it('says how many go where before it begins', async () => {
    const { engine } = await renderQueue({ settings })
    engine.on('connector.captionPairs', () => madeJob({ kind: 'captions', title: 'Captions' }))
    await options.nth(1).click({ modifiers: ['ControlOrMeta'] })
    await button('Ask 127.0.0.1:8080').click()
    const asks = dialog('Ask for a caption of 1 pair?')
    await expect.element(asks.getByText('http://127.0.0.1:8080/v1/chat/completions')).toBeVisible()
    await expect.element(asks.getByText(/^No file names, no folders/)).toBeVisible()
    expect(engine.inputsOf('connector.captionPairs')).toEqual([])
    await button('Send to 127.0.0.1:8080', asks).click()
    await expect.poll(() => engine.inputsOf('connector.captionPairs')[0]?.pairIds).toEqual([2])
    await expect.poll(selected).toEqual([])
  })

  it('has workers ask where one takes captions, and says how many pairs', async () => {
    const tasks = ['captions']
    const workers = { ...madeWorkers, workers: madeWorkers.workers.map((worker) => ({ ...worker, tasks })) }
    const { engine } = await renderQueue({
      settings,
      project: { isShared: true },
      answers: { 'workers.status': () => workers },
    })
    engine.on('workers.askCaptions', () => ({ title: 'seer', added: 1, unproposed: 2 }))
    await options.nth(1).click({ modifiers: ['ControlOrMeta'] })
    await button('Ask 127.0.0.1:8080').click()
    const asks = dialog('Ask for a caption of 1 pair?')
    await part('radio', 'Workers', asks).click()
    await expect.element(asks.getByText(/^Workers ask about the pairs/)).toBeVisible()
    expect(await violations()).toEqual([])
    await button('Have workers ask', asks).click()
    const said = 'Workers were asked for captions of 1 pair. 2 have no proposal yet, and were not asked for.'
    await expect.element(page.getByText(said)).toBeVisible()
    expect(engine.inputsOf('workers.askCaptions')).toEqual([{ pairIds: [2] }])
    expect(engine.inputsOf('connector.captionPairs')).toEqual([])
    await expect.poll(selected).toEqual([])
  })

  it('sends nothing where it is cancelled', async () => {
    const { engine } = await renderQueue({ settings })
    await button('Ask about open pairs').click()
    const asks = dialog('Ask for captions of 4 pairs?')
    await button('Cancel', asks).click()
    await expect.element(asks).not.toBeInTheDocument()
    expect(engine.inputsOf('connector.captionPairs')).toEqual([])
  })

  it('is not offered while the connector is off, and its key says so', async () => {
    await renderQueue()
    await userEvent.keyboard('{Shift>}k{/Shift}')
    await expect.element(statusSaying('The caption connector is off. Turn it on in Settings.')).toBeVisible()
    expect(page.getByRole('dialog').elements()).toEqual([])
  })
})
