import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { alertSaying, button, part, statusSaying, textbox } from '../testing/find'
import { usePairList } from '../queue/list'
import { madePair, proposedPair } from '../testing/made-pairs'
import type { MadePair } from '../testing/made-pairs'
import { renderReview, violations } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market'), proposedPair(3, 'station')]
const title = page.getByRole('heading', { level: 1 })
const state = part('region', 'State')

const gone = madePair(9, 'missing')
const withProblem: MadePair = {
  ...gone,
  pair: {
    ...gone.pair,
    problem: { code: 'missing', message: 'The file is not there any more.', path: 'B/missing.png' },
  },
}

describe('a decision', () => {
  it('accepts with Enter, and goes on to the next pair', async () => {
    const { engine } = await renderReview(1, { pairs })
    await expect.element(title).toHaveTextContent('harbour1 of 3')
    await userEvent.keyboard('{Enter}')
    await expect.element(title).toHaveTextContent('market2 of 3')
    await expect
      .poll(() => engine.inputsOf('pairs.decide').map(({ pairId, decision }) => [pairId, decision]))
      .toEqual([[1, 'accept']])
  })

  it('flags with F and rejects with R, or by their buttons', async () => {
    const { engine, store } = await renderReview(1, { pairs })
    await expect.element(title).toHaveTextContent('harbour')
    await userEvent.keyboard('f')
    await expect.element(title).toHaveTextContent('market')
    await userEvent.keyboard('r')
    await expect.element(title).toHaveTextContent('station')
    await button('Flag', state).click()
    await expect.element(statusSaying('That was the last pair of this list.')).toBeVisible()
    await expect.poll(() => engine.inputsOf('pairs.decide').length).toBe(3)
    expect([1, 2, 3].map((id) => store.open(id).document.review.state)).toEqual([
      'flagged',
      'rejected',
      'flagged',
    ])
  })

  it('says at the end of the list how many were left, and leads to the first of them by a button or Enter', async () => {
    const { engine } = await renderReview(2, { pairs })
    await userEvent.keyboard('{Enter}')
    await expect.element(title).toHaveTextContent('station')
    await userEvent.keyboard('{Enter}')
    const left = statusSaying('That was the last pair of this list. 1 pair of it is not reviewed yet.')
    await expect.element(button('Go to the first of them', left)).toBeVisible()
    await expect.element(state.getByText('Accepted')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(title).toHaveTextContent('harbour')
    await userEvent.keyboard('{ArrowLeft}')
    expect(engine.inputsOf('pairs.decide').map(({ pairId }) => pairId)).toEqual([2, 3])
  })

  it('offers at the end the export to those who may, and no longer than Review is there and no dialog is over it', async () => {
    const adjudicator = { 'team.me': () => ({ name: 'Lena', role: 'adjudicator' as const }) }
    await renderReview(1, { pairs: pairs.slice(0, 1), answers: adjudicator })
    await userEvent.keyboard('{Enter}')
    const end = statusSaying('That was the last pair of this list. All others of it are reviewed.')
    await expect.element(button('Go to the queue', end)).toBeVisible()
    expect(button('Export', end).elements()).toEqual([])
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expect.element(end).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(end).toBeVisible()
    await userEvent.keyboard('q')
    await expect.element(part('listbox', 'Pairs')).toBeVisible()
    await expect.element(page.getByText('That was the last pair of this list.')).not.toBeInTheDocument()
  })

  it('says that the list leaves pairs out, and by what, until all are shown', async () => {
    await renderReview(1, { pairs })
    await expect.element(title).toHaveTextContent('harbour1 of 3')
    const mark = button(/^Only a part of the pairs/)
    await expect.element(mark).not.toBeInTheDocument()
    usePairList.getState().setFilter({ search: 'harb', states: ['unreviewed'] })
    await expect.element(title).toHaveTextContent('harbour1 of 1')
    await expect
      .element(mark)
      .toHaveAccessibleName('Only a part of the pairs: Unreviewed, Search: harb. Show all pairs')
    await mark.click()
    await expect.element(title).toHaveTextContent('harbour1 of 3')
    await expect.element(mark).not.toBeInTheDocument()
  })

  it('says at the end of the list that all are reviewed, and leads to the export', async () => {
    await renderReview(3, { pairs: pairs.slice(2) })
    await userEvent.keyboard('r')
    const end = statusSaying('All others of it are reviewed.')
    await button('Export', end).click()
    await expect.element(part('main', 'Dataset')).toBeVisible()
    expect(end.query()).toBeNull()
  })

  it('counts as corrected where something was changed', async () => {
    await renderReview(1, { pairs })
    await button(/^Region 2, road/).click()
    await userEvent.keyboard('{Delete}')
    await button('Accept and next').click()
    await expect.element(title).toHaveTextContent('market')
    await button('Previous', state).click()
    await expect.element(state.getByText('Corrected')).toBeVisible()
  })

  it('is taken back by Shift+R', async () => {
    await renderReview(1, { pairs })
    await button('Reject', state).click()
    await expect.element(title).toHaveTextContent('market')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(state.getByText('Rejected')).toBeVisible()
    await userEvent.keyboard('{Shift>}r{/Shift}')
    await expect.element(state.getByText('Unreviewed')).toBeVisible()
    await expect.element(button('Reopen')).not.toBeInTheDocument()
  })

  it('is not for a pair that has nothing to accept', async () => {
    const { engine } = await renderReview(1, { pairs: [madePair(1, 'harbour')] })
    await button('Accept and next').click()
    await expect.element(statusSaying('There is no proposal for this pair yet.')).toBeVisible()
    expect(engine.inputsOf('pairs.decide')).toEqual([])
  })

  it('alerts to the pair that it was refused for, and leads back to it', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.refuse('pairs.decide', { code: 'conflict', message: 'Another proposal came meanwhile.' })
    await userEvent.keyboard('{Enter}')
    const alert = alertSaying('harbour: Another proposal came meanwhile.')
    await button('Go there', alert).click()
    await expect.element(title).toHaveTextContent('harbour')
  })

  it('alerts to its pair also where the refusal comes before the next pair is shown', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.refuse('pairs.edit', { code: 'conflict', message: 'Another proposal came meanwhile.' })
    await textbox('Notes').fill('seen')
    await userEvent.keyboard('{Tab}')
    await expect.element(alertSaying('Another proposal came meanwhile.')).not.toHaveTextContent('harbour')
    await expect.element(button('Go there')).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowRight}')
    const alert = alertSaying('harbour: Another proposal came meanwhile.')
    await button('Go there', alert).click()
    await expect.element(title).toHaveTextContent('harbour')
  })
})

describe('a pair whose files have a problem', () => {
  it('says which, and that it can be skipped but not accepted', async () => {
    await renderReview(9, { pairs: [...pairs, withProblem] })
    const problem = alertSaying('A file of this pair is missing')
    await expect.element(problem).toHaveTextContent('The file is not there any more.')
    await expect.element(problem).toHaveTextContent('File: B/missing.png')
    await expect.element(problem).toHaveTextContent('Was the file deleted on purpose? Reject the pair')
    await expect.element(button('Accept and next')).toBeDisabled()
    await userEvent.keyboard('a')
    await expect.element(statusSaying('A pair whose files have a problem cannot be accepted.')).toBeVisible()
  })

  it('takes no tool that draws, neither by its button nor by its key, and says why', async () => {
    await renderReview(9, { pairs: [...pairs, withProblem], settings: { hints: 'on' } })
    await expect.element(alertSaying('A file of this pair is missing')).toBeVisible()
    const reason = 'A pair whose files have a problem shows no images to draw on.'
    for (const name of [
      'Brush',
      'Eraser',
      'Polygon',
      'Lasso',
      'Click to segment',
      'Fill holes',
      'New region',
    ]) {
      await expect.element(button(name)).toBeDisabled()
      await expect.element(button(name)).toHaveAccessibleDescription(reason)
    }
    await expect.element(part('region', 'Hint')).not.toBeInTheDocument()
    await button('Select').click()
    await userEvent.keyboard('bepwgn')
    await expect.element(statusSaying(reason)).toBeVisible()
    await expect.element(button('Select')).toHaveAttribute('aria-pressed', 'true')
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(title).toHaveTextContent('station')
    await userEvent.keyboard('w')
    await expect.element(button('Click to segment')).toHaveAttribute('aria-pressed', 'true')
  })

  it('asks no model for captions or masks, and says why', async () => {
    await renderReview(9, { pairs: [...pairs, withProblem] })
    await expect.element(alertSaying('A file of this pair is missing')).toBeVisible()
    const reason = 'A pair whose files have a problem shows no images to a model.'
    for (const name of ['Re-caption from my mask', 'Re-mask from my caption']) {
      await expect.element(button(name)).toBeDisabled()
      await expect.element(button(name)).toHaveAccessibleDescription(reason)
    }
    await userEvent.keyboard('j')
    await expect.element(statusSaying(reason)).toBeVisible()
  })
})

describe('the filmstrip', () => {
  it('shows the neighbours with their states, and opens one by a click', async () => {
    await renderReview(1, { pairs })
    const strip = part('navigation', 'Neighbouring pairs')
    await expect.element(button('Unreviewed harbour', strip)).toHaveAttribute('aria-current', 'true')
    await button('Unreviewed station', strip).click()
    await expect.element(title).toHaveTextContent('station3 of 3')
  })
})

describe('notes and history', () => {
  it('keeps notes that are typed, when they are left', async () => {
    const { store } = await renderReview(1, { pairs })
    await expect.element(textbox('Notes')).toBeVisible()
    await userEvent.keyboard('{Shift>}n{/Shift}')
    await expect.element(textbox('Notes')).toHaveFocus()
    await userEvent.keyboard('ask about the pier')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => store.open(1).document.review.notes).toBe('ask about the pier')
  })

  it('lists what was done, with what was taken back', async () => {
    await renderReview(1, { pairs })
    await button(/^Region 1, building/).click()
    await userEvent.keyboard('y')
    await expect.element(button('Undo: Region accepted')).toBeEnabled()
    await userEvent.keyboard('z')
    await expect.element(button('Redo: Region accepted')).toBeEnabled()
    const section = part('region', 'History')
    await button('History', section).click()
    await expect.element(section.getByText('Undid: Region accepted')).toBeVisible()
    await expect.element(section.getByText('Region accepted', { exact: true })).toBeVisible()
    await button('History', section).click()
  })
})

it('says that a pair could not be opened, and tries again', async () => {
  const { engine, store } = await renderReview(1, { pairs })
  engine.refuse('pairs.get', { code: 'internal', message: 'The store is damaged.' })
  engine.emit('pair.changed', { pairId: 3, version: 0, isProposal: true })
  await button(/station$/, part('navigation', 'Neighbouring pairs')).click()
  const alert = alertSaying('This pair could not be opened')
  await expect.element(alert).toHaveTextContent('The store is damaged.')
  engine.on('pairs.get', ({ pairId }) => store.open(pairId))
  await button('Try again', alert).click()
  await expect.element(title).toHaveTextContent('station')
})

it('shows a pair that could not be opened as soon as it could be read', async () => {
  const { engine, store } = await renderReview(1, { pairs })
  engine.refuse('pairs.get', { code: 'unavailable', message: 'The database is away.' })
  engine.emit('pair.changed', { pairId: 3, version: 0, isProposal: true })
  await button(/station$/, part('navigation', 'Neighbouring pairs')).click()
  const alert = alertSaying('This pair could not be opened')
  await expect.element(alert).toBeVisible()
  engine.on('pairs.get', ({ pairId }) => store.open(pairId))
  engine.emit('pair.changed', { pairId: 3, version: 0, isProposal: true })
  await expect.element(title).toHaveTextContent('station')
  await expect.element(alert).not.toBeInTheDocument()
})

it('has no violations that axe-core finds', async () => {
  await renderReview(1, { pairs })
  await button(/^Region 1, building/).click()
  expect(await violations()).toEqual([])
})
