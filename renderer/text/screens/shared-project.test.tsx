import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { BlindReviewProgress } from '../../../src/contract/overlap'
import { useAdjudication } from '../../review/adjudication/adjudicate'
import { setNotes } from '../../review/commands/edits'
import { useReviewDocument } from '../../review/document'
import { madeEdit } from '../../review/own-edits'
import { setAside } from '../../review/stale/stale-work'
import { inProject } from '../../state/engine-state'
import { button, dialog, part, statusSaying } from '../../testing/find'
import { madeAgreement, madeOverlap } from '../../testing/made-agreement'
import { madePair, proposedPair } from '../../testing/made-pairs'
import { madeWorkers } from '../../testing/made-workers'
import { renderApp, renderReview } from '../../testing/mount'
import { text } from '../chosen'
import { flaws } from './flaws'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market'), madePair(3, 'station')]

describe('a project that several people and programs share', () => {
  it('others at a pair, and two versions of one thing', async () => {
    const claim = { pairId: 1, holder: 'page-of-another', name: '' }
    await renderReview(1, {
      pairs,
      project: { isShared: true },
      answers: { 'claims.list': () => [claim], 'claims.take': () => claim },
    })
    await expect.element(button(text.others.claims.takeOver)).toBeVisible()
    expect(await flaws()).toEqual([])
    const { open } = useReviewDocument.getState()
    const edit = madeEdit(open!, () => Promise.reject(new Error('stale')), {
      kind: 'edit',
      applied: setNotes(open!.document, text.review.labels.notes),
      eventId: 'event-of-me',
      madeOn: { version: 0, ownEdits: [] },
      ...inProject(),
    })
    setAside(edit, [{ actor: '', at: Date.now(), label: text.review.labels.notes }])
    await button(text.others.stale.compare).click()
    await expect.element(dialog(text.others.stale.title('harbour'))).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('workers of a shared project', async () => {
    await renderApp({
      route: 'queue',
      pairs,
      project: { isShared: true },
      answers: { 'workers.status': () => madeWorkers },
    })
    await button(text.shell.workers.summary(1, 84)).click()
    await expect.element(part('menu', text.shell.workers.summary(1, 84))).toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('blind reviews: under way, side by side, and in the queue', async () => {
    await renderReview(1, {
      pairs,
      project: { isShared: true },
      answers: {
        'claims.take': () => null,
        'overlap.list': () => [madeOverlap],
        'overlap.gold': () => [{ id: 1, key: 'harbour' }],
        'overlap.agreement': () => madeAgreement,
      },
    })
    const { open } = useReviewDocument.getState()
    const shownWith = (review: BlindReviewProgress): void =>
      useReviewDocument.setState({ open: { ...open!, review } })
    shownWith({ wanted: 3, decided: 1, own: 2, isSettled: false })
    await expect.element(statusSaying(text.others.reviews.blind(2, 3))).toBeVisible()
    expect(await flaws()).toEqual([])
    shownWith({ wanted: 2, decided: 2, own: null, isSettled: false })
    const { document } = open!
    const reviews = ['Ada', 'town'].map((reviewer) => ({ reviewer, document }))
    const agreement = { iou: 1 / 3, isDecisionShared: false }
    useAdjudication.setState({ shown: { pairId: 1, reviews, agreement, vote: document } })
    await expect.element(dialog(text.others.reviews.title('harbour'))).toBeVisible()
    expect(await flaws()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('q')
    await expect.element(button(text.others.reviews.filter)).toBeVisible()
    expect(await flaws()).toEqual([])
    await button(text.blindReviews.title).click()
    await button(text.blindReviews.agreement.measure).click()
    await expect
      .element(dialog(text.blindReviews.title).getByText(text.blindReviews.agreement.grid))
      .toBeVisible()
    expect(await flaws()).toEqual([])
  })

  it('a project for looking only, and changes that are not saved', async () => {
    const holder = { program: 'deltascribe serve', pid: 41, host: 'desk', since: 1_700_000_000_000 }
    await renderApp({ route: 'queue', pairs, project: { viewOnly: { holder, hasClosed: false } } })
    expect(await flaws()).toEqual([])
  })
})
