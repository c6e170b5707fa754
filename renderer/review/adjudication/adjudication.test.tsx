import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '../../../src/contract/person'
import type { BlindReviewProgress, PairReviews } from '../../../src/contract/overlap'
import type { PairDocument } from '../../../src/domain/document'
import { documentFrom } from '../../../src/domain/review'
import { button, dialog, part, statusSaying } from '../../testing/find'
import { madeCaption, madeRegion, proposedPair } from '../../testing/made-pairs'
import { countsOf } from '../../testing/made-project'
import { renderApp, renderReview, violations } from '../../testing/mount'
import type { Shown } from '../../testing/mount'
import { takePictures } from '../../testing/take-pictures'

const pairs = ['harbour', 'market', 'station'].map((key, index) => proposedPair(index + 1, key))
const project = { isShared: true }
const allIn: BlindReviewProgress = { wanted: 2, decided: 2, own: null, isSettled: false }

function decided(state: 'corrected' | 'rejected', places: readonly number[], caption: string): PairDocument {
  const regions = places.map((place) => madeRegion(place, { id: `r${place}`, status: 'accepted' }))
  const document = documentFrom(regions, [madeCaption(caption)])
  return { ...document, review: { state, notes: '', reviewer: null } }
}

const reviews: PairReviews = {
  reviews: [
    { reviewer: 'Rita', document: decided('corrected', [0, 1], 'two houses were built') },
    { reviewer: 'Rolf', document: decided('rejected', [1, 2], 'a road was built') },
  ],
  agreement: { iou: 1 / 3, isDecisionShared: false },
  vote: decided('corrected', [1], 'two houses were built'),
}

/** The first pair, as it is reviewed blindly. */
async function shownWith(review: BlindReviewProgress, role: Role): Promise<Shown> {
  const answers = {
    'team.me': () => ({ name: 'Ada', role }),
    'claims.take': () => null,
    'claims.takeFirst': ({ pairIds }: { pairIds: number[] }) => ({ pairId: pairIds.at(0) ?? null }),
    'overlap.reviews': () => reviews,
  }
  const shown = await renderReview(1, { pairs, project, answers })
  const { engine, store } = shown
  const read = store.handlers['pairs.get']!
  engine.on('pairs.get', async (input, caller) => ({ ...(await read(input, caller)), review }))
  engine.on('overlap.adjudicate', ({ pairId, eventId, choice }) => {
    const diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: JSON.stringify(choice) } }] as const
    return store.handlers['pairs.edit']!({ pairId, eventId, label: 'Taken', diff: [...diff] }, null)
  })
  engine.emit('pair.changed', { pairId: 1, version: 0, isProposal: true })
  return shown
}

describe('a blind review', () => {
  it('says which of how many it is, and compares nothing', async () => {
    const { engine } = await shownWith({ wanted: 3, decided: 1, own: 2, isSettled: false }, 'reviewer')
    await expect.element(statusSaying('Blind review 2 of 3.')).toBeVisible()
    expect(await violations()).toEqual([])
    await takePictures()
    await userEvent.keyboard('{Shift>}j{/Shift}')
    await expect.element(statusSaying('There are no blind reviews to compare here')).toBeVisible()
    expect(engine.inputsOf('overlap.reviews')).toEqual([])
  })

  it('says that no more are wanted, and that it stays once the pair was adjudicated', async () => {
    await shownWith({ wanted: 2, decided: 2, own: 3, isSettled: false }, 'reviewer')
    await expect.element(statusSaying('2 people review this pair already.')).toBeVisible()
  })

  it('is waited for by the adjudicator', async () => {
    await shownWith({ wanted: 2, decided: 1, own: null, isSettled: false }, 'adjudicator')
    await expect.element(statusSaying('1 of 2 blind reviews are decided.')).toBeVisible()
    expect(button('Compare reviews').elements()).toEqual([])
  })
})

describe('a viewer of a pair with blind reviews', () => {
  it.each([
    ['1 of 2 blind reviews are decided. Until all are', { ...allIn, decided: 1 }],
    ['All 2 blind reviews are decided.', allIn],
    ['This pair was adjudicated.', { ...allIn, isSettled: true }],
  ])('reads: %s', async (message, review) => {
    await shownWith(review, 'viewer')
    await expect.element(statusSaying(message)).toBeVisible()
    expect(button('Compare reviews').elements()).toEqual([])
  })
})

describe('the reviews of a pair', () => {
  it('lie side by side with their agreement, and one is taken by its number', async () => {
    const { engine } = await shownWith(allIn, 'adjudicator')
    await expect.element(statusSaying('All 2 blind reviews are decided.')).toBeVisible()
    await userEvent.keyboard('{Shift>}j{/Shift}')
    const panel = dialog('Blind reviews of harbour')
    await expect.element(part('img', 'Rita', panel)).toBeVisible()
    await expect.element(part('region', 'Rolf', panel)).toHaveTextContent('a road was built')
    await expect.element(part('region', 'Vote', panel)).toHaveTextContent('1 region')
    await expect.element(panel.getByText('All changed pixels: IoU 0.33. Decisions differ.')).toBeVisible()
    expect(await violations()).toEqual([])
    await takePictures()
    await userEvent.keyboard('2')
    await expect.element(panel).not.toBeInTheDocument()
    expect(engine.inputsOf('overlap.adjudicate')).toMatchObject([
      { pairId: 1, choice: { kind: 'review', reviewer: 'Rolf' }, madeOn: { version: 0 } },
    ])
    await expect.element(button('Undo: Taken')).toBeVisible()
  })

  it('are put to the vote by V, and Escape decides nothing', async () => {
    const { engine } = await shownWith(allIn, 'adjudicator')
    await button('Compare reviews').click()
    const panel = dialog('Blind reviews of harbour')
    await expect.element(panel).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    expect(engine.inputsOf('overlap.adjudicate')).toEqual([])
    await button('Compare reviews').click()
    await expect.element(panel).toBeVisible()
    await userEvent.keyboard('v')
    await expect.poll(() => engine.inputsOf('overlap.adjudicate').at(-1)?.choice).toEqual({ kind: 'vote' })
  })
})

describe('pairs that wait for adjudication', () => {
  const answers = {
    'claims.take': () => null,
    'overlap.list': () => [{ wanted: 2, pairs: 3, begun: 2, waiting: 1, adjudicated: 0, gold: 0 }],
  }

  it('are listed, the least alike first', async () => {
    const as = { ...answers, 'team.me': () => ({ name: 'Ada', role: 'adjudicator' as const }) }
    const { engine } = await renderApp({ pairs, project, route: 'queue', answers: as })
    await button('To adjudicate').click()
    await expect
      .poll(() => engine.inputsOf('pairs.find').at(-1))
      .toMatchObject({ filter: { isToAdjudicate: true }, order: 'review-disagreement' })
    expect(await violations()).toEqual([])
    await takePictures()
    await button('To adjudicate').click()
    await expect.poll(() => engine.inputsOf('pairs.find').at(-1)?.order).toBe('key')
  })

  it('are opened by Enter after the press on the filter', async () => {
    const as = { ...answers, 'team.me': () => ({ name: 'Ada', role: 'adjudicator' as const }) }
    await renderApp({ pairs, project, route: 'queue', answers: as })
    await button('To adjudicate').click()
    await expect.element(button('To adjudicate')).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('harbour')
  })

  it('give way to all pairs where none is left', async () => {
    const as = { ...answers, 'team.me': () => ({ name: 'Ada', role: 'adjudicator' as const }) }
    const { engine } = await renderApp({ pairs, project, route: 'queue', answers: as })
    await expect.element(page.getByRole('option', { name: /harbour/ })).toBeVisible()
    engine.on('pairs.find', () => ({ ids: [], groups: [], counts: countsOf(), hasAgreement: false }))
    await button('To adjudicate').click()
    await button('Show all pairs').click()
    await expect.poll(() => engine.inputsOf('pairs.find').at(-1)?.filter.isToAdjudicate).toBe(false)
  })

  it('are no matter of reviewers', async () => {
    const as = { ...answers, 'team.me': () => ({ name: 'Ada', role: 'reviewer' as const }) }
    await renderApp({ pairs, project, route: 'queue', answers: as })
    await expect.element(page.getByRole('option', { name: /harbour/ })).toBeVisible()
    expect(button('To adjudicate').elements()).toEqual([])
  })
})
