import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { alertSaying, button, part, statusSaying, textbox } from '../testing/find'
import { madePair, madeProposal, proposedPair } from '../testing/made-pairs'
import type { MadePair } from '../testing/made-pairs'
import { renderApp, violations } from '../testing/mount'
import { countsOf } from '../testing/made-project'

const broken = madePair(4, 'yard')
const pairs: MadePair[] = [
  proposedPair(1, 'harbour'),
  proposedPair(2, 'market', {
    proposals: [madeProposal({ pairId: 2, score: 0.2, agreement: { score: 0.1, remark: null } })],
  }),
  madePair(3, 'station'),
  {
    ...broken,
    pair: {
      ...broken.pair,
      problem: { code: 'unreadable', message: 'B/yard.png cannot be read.', path: 'B/yard.png' },
    },
  },
]
const list = part('listbox', 'Pairs')
const options = list.getByRole('option')
const filter = part('toolbar', 'Filter by state')

/** Names of the pairs that the list shows. */
function shownKeys(): string[] {
  const keys = ['harbour', 'market', 'station', 'yard']
  return options.elements().map((row) => keys.find((key) => row.textContent?.includes(key)) ?? '?')
}

async function allPairs(): Promise<Awaited<ReturnType<typeof renderApp>>> {
  const shown = await renderApp({ route: 'queue', pairs })
  await expect.poll(shownKeys).toEqual(['harbour', 'market', 'station', 'yard'])
  return shown
}

describe('the list', () => {
  it('shows state, score, expected IoU, agreement, regions and first caption of each pair, or its problem', async () => {
    await allPairs()
    await expect
      .element(options.nth(0))
      .toHaveTextContent(
        /harbour\s*Unreviewed\s*0\.87\s*0\.74\s*0\.81\s*2\s*a house was built beside the road/,
      )
    await expect
      .element(options.nth(2))
      .toHaveTextContent(/station\s*Unreviewed\s*–\s*–\s*–\s*–\s*No proposal yet/)
    await expect.element(options.nth(3)).toHaveTextContent('B/yard.png cannot be read.')
  })

  it('reads the folder again with its key, and shows what came', async () => {
    const { engine } = await allPairs()
    const rows = engine.inputsOf('pairs.rows').length
    engine.on('project.readFolder', () => {
      engine.emit('project.folderRead', { added: 1, gone: 0 })
      return { added: 1, gone: 0 }
    })
    const lists = engine.inputsOf('pairs.find').length
    await userEvent.keyboard('{Shift>}F{/Shift}')
    await expect.element(statusSaying('The folder was read again. New pairs: 1. Gone: 0.')).toBeVisible()
    expect(engine.inputsOf('pairs.find').length).toBeGreaterThan(lists)
    await expect.poll(() => engine.inputsOf('pairs.rows').length).toBeGreaterThan(rows)
  })

  it('moves the cursor with the arrows, Home and End, and opens the pair with Enter', async () => {
    await allPairs()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(list).toHaveAttribute('aria-activedescendant', 'pair-2')
    await userEvent.keyboard('{End}')
    await expect.element(list).toHaveAttribute('aria-activedescendant', 'pair-4')
    await userEvent.keyboard('{Home}{Enter}')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('harbour1 of 4')
  })

  it('takes the rows of a pair that changed', async () => {
    const { engine } = await allPairs()
    engine.on('pairs.rows', ({ ids }) =>
      ids.map((id) => ({
        id,
        key: 'renamed',
        split: null,
        width: 64,
        height: 48,
        problem: null,
        state: 'flagged' as const,
        regionCount: 1,
        caption: null,
        score: 0.4,
        expectedIou: null,
        agreement: null,
        version: 7,
        window: null,
        sequence: null,
      })),
    )
    engine.emit('pair.changed', { pairId: 1, version: 7, isProposal: false })
    await expect.element(options.nth(0)).toHaveTextContent(/renamed\s*Flagged/)
  })

  it('gives place to a contact sheet with G, whose cells say the same', async () => {
    await allPairs()
    await userEvent.keyboard('g')
    await expect.element(button('Contact sheet')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(options.nth(0)).toHaveTextContent(/Unreviewed\s*harbour\s*0\.87\s*a house was built/)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(list).toHaveAttribute('aria-activedescendant', 'pair-2')
  })
})

describe('the filter', () => {
  it('shows one state alone by a click, and more of them with Shift', async () => {
    const { engine } = await allPairs()
    await button(/^Flagged/, filter).click()
    await expect.element(page.getByText('No pair fits this filter')).toBeVisible()
    await button(/^Unreviewed/, filter).click({ modifiers: ['Shift'] })
    await expect
      .poll(() => engine.inputsOf('pairs.find').at(-1)?.filter.states)
      .toEqual(['unreviewed', 'flagged'])
    await button(/^All/, filter).click()
    await expect.poll(shownKeys).toEqual(['harbour', 'market', 'station', 'yard'])
  })

  it('shows only pairs with problems', async () => {
    await allPairs()
    await button('Problems', filter).click()
    await expect.poll(shownKeys).toEqual(['yard'])
    await expect.element(button('Problems', filter)).toHaveAttribute('aria-pressed', 'true')
  })

  it('says how many of all pairs a search leaves, since the states count all', async () => {
    await allPairs()
    expect(statusSaying(/of 4 pairs/).query()).toBeNull()
    await userEvent.fill(textbox('Search keys, captions, categories'), 'mark')
    await expect.element(statusSaying('1 of 4 pairs')).toBeVisible()
    await userEvent.fill(textbox('Search keys, captions, categories'), 'zebra')
    await expect.element(statusSaying('0 of 4 pairs')).toBeVisible()
    await button('Clear the search').click()
    await expect.element(statusSaying(/of 4 pairs/)).not.toBeInTheDocument()
  })

  it('searches with “/”, and is cleared by its button', async () => {
    await allPairs()
    await userEvent.keyboard('/')
    const search = textbox('Search keys, captions, categories')
    await expect.element(search).toHaveFocus()
    await userEvent.keyboard('mark')
    await expect.poll(shownKeys).toEqual(['market'])
    await button('Clear the search').click()
    await expect.poll(shownKeys).toEqual(['harbour', 'market', 'station', 'yard'])
    await expect.element(search).toHaveValue('')
  })

  it('orders by what is chosen', async () => {
    await allPairs()
    await part('combobox', 'Order').click()
    await part('option', /^Least agreement first/).click()
    await expect.poll(shownKeys).toEqual(['market', 'harbour', 'station', 'yard'])
  })

  it('puts the cursor on the first pair of a new order', async () => {
    await allPairs()
    await userEvent.keyboard('{End}')
    await expect.element(list).toHaveAttribute('aria-activedescendant', 'pair-4')
    await part('combobox', 'Order').click()
    await part('option', /^Least agreement first/).click()
    await expect.element(list).toHaveAttribute('aria-activedescendant', 'pair-2')
  })
})

describe('an empty list', () => {
  it('says what to do where no pair fits the filter, and shows all again', async () => {
    await allPairs()
    await button(/^Rejected/, filter).click()
    await expect.element(page.getByText('No pair fits this filter')).toBeVisible()
    await button('Show all pairs').click()
    await expect.poll(shownKeys).toEqual(['harbour', 'market', 'station', 'yard'])
  })

  it('leads to the data set where all is reviewed', async () => {
    await renderApp({
      route: 'queue',
      pairs: [],
      project: { pairCount: 2, counts: countsOf({ accepted: 2 }) },
    })
    await button(/^Unreviewed/, filter).click()
    await expect.element(page.getByText('Every pair has been reviewed')).toBeVisible()
    await expect.element(button('Go to Dataset')).toBeVisible()
  })

  it('says that it is looking while pairs are found', async () => {
    const { engine } = await renderApp({ route: 'queue', pairs: [] })
    await expect.element(page.getByText('No pair fits this filter')).toBeVisible()
    const found = engine.hold('pairs.find')
    await button('Show all pairs').click()
    await expect.element(statusSaying('Finding pairs…')).toBeVisible()
    found.answer({ ids: [], counts: countsOf(), hasAgreement: false, groups: [] })
    await expect.element(page.getByText('No pair fits this filter')).toBeVisible()
  })

  it('alerts to a question that fails, and asks again', async () => {
    const { engine } = await allPairs()
    engine.refuse('pairs.find', { code: 'internal', message: 'The store is damaged.' })
    await button(/^Flagged/, filter).click()
    const alert = alertSaying('The store is damaged.')
    await expect.element(alert).toBeVisible()
    engine.on('pairs.find', () => ({ ids: [2], counts: countsOf(), hasAgreement: false, groups: [] }))
    await button('Refresh', alert).click()
    await expect.poll(shownKeys).toEqual(['market'])
  })
})

it('has no violations that axe-core finds, as a list and as a contact sheet', async () => {
  await allPairs()
  await options.nth(1).click({ modifiers: ['ControlOrMeta'] })
  expect(await violations()).toEqual([])
  await userEvent.keyboard('g')
  await expect.element(button('Contact sheet')).toHaveAttribute('aria-pressed', 'true')
  expect(await violations()).toEqual([])
})
