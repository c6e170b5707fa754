import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, dialog, focus, part } from '../testing/find'
import { proposedPair } from '../testing/made-pairs'
import { renderApp, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const choice = dialog('Proposers')

async function opened(): Promise<Shown> {
  const shown = await renderApp({
    route: 'queue',
    pairs: [proposedPair(1, 'harbour'), proposedPair(2, 'market')],
    answers: {
      'proposals.proposers': () => [
        { proposer: 'ccrc-base', pairCount: 2 },
        { proposer: 'import:my-model', pairCount: 1 },
      ],
    },
  })
  await button('Proposers').click()
  return shown
}

it('shows the pairs of a proposer, by its scores', async () => {
  const { engine } = await opened()
  await part('combobox', 'With a proposal by', choice).click()
  await part('option', 'my-model (imported), 1 pair').click()
  const filter = { against: null, minScore: 0, maxScore: 1, minDistance: 0, proposer: 'import:my-model' }
  await expect.poll(() => engine.inputsOf('pairs.find').at(-1)?.filter.proposers).toEqual(filter)
  focus(part('slider', 'Lowest score', choice))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(choice.getByText('Score from 0.05 to 1.00')).toBeVisible()
  await expect.poll(() => engine.inputsOf('pairs.find').at(-1)?.filter.proposers?.minScore).toBe(0.05)
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(button('my-model (imported)')).toBeVisible()
  await part('combobox', 'Order').click()
  await part('option', /^Named proposer: most changed first/).click()
  await expect.poll(() => engine.inputsOf('pairs.find').at(-1)?.order).toBe('proposer-score-descending')
})

it('compares two proposers, and leaves their order with them', async () => {
  const { engine } = await opened()
  await part('combobox', 'With a proposal by', choice).click()
  await part('option', 'CCRC base, 2 pairs').click()
  await part('combobox', 'Compared with', choice).click()
  await part('option', 'my-model (imported), 1 pair').click()
  await expect.element(choice.getByText('IoU of their masks at most 1.00')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await part('combobox', 'Order').click()
  await part('option', /^Named proposers: least alike first/).click()
  await expect
    .poll(() => engine.inputsOf('pairs.find').at(-1))
    .toMatchObject({
      filter: { proposers: { proposer: 'ccrc-base', against: 'import:my-model' } },
      order: 'proposer-distance',
    })
  await button('CCRC base and my-model (imported)').click()
  await part('combobox', 'With a proposal by', choice).click()
  await part('option', 'Anybody or nobody').click()
  await expect
    .poll(() => engine.inputsOf('pairs.find').at(-1))
    .toMatchObject({ filter: { proposers: null }, order: 'key' })
})

it('has no order by proposers where none is chosen', async () => {
  await opened()
  await userEvent.keyboard('{Escape}')
  await part('combobox', 'Order').click()
  await expect
    .element(page.getByRole('option', { name: /^Named proposers: least alike first/ }))
    .toHaveAttribute('data-combobox-disabled', 'true')
})

it('shows the limits that are in force once another proposer is chosen', async () => {
  const { engine } = await opened()
  await part('combobox', 'With a proposal by', choice).click()
  await part('option', 'my-model (imported), 1 pair').click()
  focus(part('slider', 'Lowest score', choice))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(choice.getByText('Score from 0.05 to 1.00')).toBeVisible()
  await part('combobox', 'With a proposal by', choice).click()
  await part('option', 'CCRC base, 2 pairs').click()
  await expect.element(choice.getByText('Score from 0.00 to 1.00')).toBeVisible()
  await expect.poll(() => engine.inputsOf('pairs.find').at(-1)?.filter.proposers?.minScore).toBe(0)
})
