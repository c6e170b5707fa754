import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, dialog, part } from '../../testing/find'
import { proposedPair } from '../../testing/made-pairs'
import { madeStatistics } from '../../testing/made-project'
import { renderApp } from '../../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const statistics = dialog('Statistics')

describe('statistics', () => {
  it('open with Shift+T, say what was decided and how fast, and close again', async () => {
    await renderApp({ route: 'queue', pairs })
    await expect.element(part('listbox', 'Pairs').getByRole('option').first()).toBeVisible()
    await userEvent.keyboard('{Shift>}T{/Shift}')
    await expect.element(statistics.getByText('3 of 4')).toBeVisible()
    await expect.element(statistics.getByText('67 %').first()).toBeVisible()
    await expect.element(statistics.getByText('6.5 s').first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(statistics).not.toBeInTheDocument()
  })

  it('show the days between two as empty, and the hours as columns', async () => {
    await renderApp({ route: 'queue', pairs })
    await button('Statistics').click()
    const days = statistics.getByRole('list', { name: 'Pairs by day' })
    await expect.element(days.getByRole('listitem')).toHaveLength(2)
    expect(days.element().children).toHaveLength(3)
    const hours = statistics.getByRole('list', { name: 'Pairs by hour of the day' })
    await expect.element(hours.getByText('9:00: 3')).toBeInTheDocument()
  })

  it('have a row for each version of a proposer and each reviewer', async () => {
    await renderApp({ route: 'queue', pairs })
    await button('Statistics').click()
    const row = page.getByRole('row', { name: 'ccrc-base 14' })
    await expect.element(row).toHaveTextContent('ccrc-base 14367 %1006.5 s0.914')
    await expect.element(page.getByRole('row', { name: 'Ada' })).toHaveTextContent('Ada367 %6.5 s')
  })

  it('name the pairs of blind reviews, which they leave out', async () => {
    const counts = { begun: 2, waiting: 1, adjudicated: 0, gold: 0 }
    const list = [
      { wanted: 2, pairs: 4, ...counts },
      { wanted: 3, pairs: 2, ...counts },
    ]
    const { engine } = await renderApp({
      route: 'queue',
      pairs,
      project: { isShared: true },
      answers: {
        'team.me': () => ({ name: 'Ada', role: 'adjudicator' }),
        'claims.list': () => [],
        'overlap.list': () => list,
      },
    })
    await button('Statistics').click()
    const note = statistics.getByText(/6 pairs are reviewed blindly by several people.*see Blind reviews/)
    await expect.element(note).toBeVisible()
    await userEvent.keyboard('{Escape}')
    engine.on('statistics.get', () => ({ ...madeStatistics, decided: 0 }))
    await button('Statistics').click()
    await expect.element(statistics.getByText(/Nothing has been decided yet/)).toBeVisible()
    await expect.element(note).toBeVisible()
  })

  it('say that nothing was decided, or why they cannot be had', async () => {
    const { engine } = await renderApp({
      route: 'queue',
      pairs,
      answers: { 'statistics.get': () => ({ ...madeStatistics, decided: 0 }) },
    })
    await button('Statistics').click()
    await expect.element(statistics.getByText(/Nothing has been decided yet/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    engine.refuse('statistics.get', { code: 'internal', message: 'The disk cannot be read.' })
    await button('Statistics').click()
    await expect.element(statistics.getByRole('alert')).toHaveTextContent('The disk cannot be read.')
  })
})
