import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SeenClaim } from '../../src/contract/claims'
import { engine as client } from '../engine'
import { HOLDER } from '../state/claims'
import { alertSaying, button, dialog, part, statusSaying, textbox } from '../testing/find'
import type { MadeHandlers } from '../testing/made-engine'
import { madeMask, proposedPair } from '../testing/made-pairs'
import { renderApp, renderReview, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const pairs = ['harbour', 'market', 'station', 'bridge'].map((key, index) => proposedPair(index + 1, key))
const project = { isShared: true }
const title = page.getByRole('heading', { level: 1 })
const state = part('region', 'State')
const ann = (pairId: number): SeenClaim => ({ pairId, holder: 'page-of-ann', name: 'Ann' })

/** An engine where Ann is at these pairs. */
function withAnnAt(...pairIds: number[]): MadeHandlers {
  const held = new Map(pairIds.map((pairId) => [pairId, ann(pairId)]))
  return {
    'claims.list': () => [...held.values()],
    'claims.take': ({ pairId, holder, isForced }) => {
      const other = held.get(pairId)
      if (other !== undefined && !isForced) {
        return other
      }
      held.delete(pairId)
      return { pairId, holder, name: '' }
    },
    'claims.takeFirst': ({ pairIds: wanted }) => ({ pairId: wanted.find((id) => !held.has(id)) ?? null }),
  }
}

describe('a pair that another person is at', () => {
  it('says who, edits nothing, and is taken over by a command', async () => {
    const { engine } = await renderReview(1, { pairs, project, answers: withAnnAt(1) })
    await expect.element(statusSaying('Ann is at this pair.')).toBeVisible()
    await expect.element(textbox('Notes')).toBeDisabled()
    await expect.element(button('Flag', state)).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    await expect.element(statusSaying('Ann is at this pair: take it over to edit it.')).toBeVisible()
    expect(engine.inputsOf('pairs.decide')).toEqual([])
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Shift>}h{/Shift}')
    await expect.poll(() => engine.inputsOf('claims.take').at(-1)).toMatchObject({ isForced: true })
    // before the list of claims says so: a database that goes away now never tells
    await expect.element(textbox('Notes')).toBeEnabled()
    engine.emit('claims.changed', [{ pairId: 1, holder: HOLDER, name: '' }])
    await expect.element(textbox('Notes')).toBeEnabled()
    await expect.element(statusSaying(/^Ann is at this pair\. You/)).not.toBeInTheDocument()
  })

  it('has room for eight letters beside the mark in the strip', async () => {
    await renderReview(2, { pairs: [proposedPair(1, '12100037'), pairs[1]], project, answers: withAnnAt(1) })
    const strip = part('navigation', 'Neighbouring pairs')
    await expect.element(part('img', 'Ann is at this pair', strip)).toBeVisible()
    const key = strip.getByText('12100037').element().parentElement
    expect(key?.scrollWidth).toBeLessThanOrEqual(key?.clientWidth ?? 0)
  })

  it('is passed over by the next pair', async () => {
    await renderReview(1, { pairs, project, answers: withAnnAt(2) })
    await expect.element(title).toHaveTextContent('harbour')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(title).toHaveTextContent('station3 of 4')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(title).toHaveTextContent('market2 of 4')
  })

  it('is looked at by a viewer, who can take nothing over and passes over nothing', async () => {
    const answers = { ...withAnnAt(1, 2), 'team.me': () => ({ name: 'Vera', role: 'viewer' as const }) }
    const { engine } = await renderReview(1, { pairs, project, answers })
    await expect.element(statusSaying(/^Ann is at this pair\.$/)).toBeVisible()
    expect(button('Take over').elements()).toEqual([])
    await userEvent.keyboard('{Shift>}h{/Shift}')
    await expect.poll(() => statusSaying(/your role is viewer/).elements().length).toBe(2)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(title).toHaveTextContent('market2 of 4')
    expect([...engine.inputsOf('claims.take'), ...engine.inputsOf('claims.takeFirst')]).toEqual([])
  })

  it('is told of as their own where the same person is at it in another tab', async () => {
    const { engine } = await renderReview(1, {
      pairs,
      project,
      answers: withAnnAt(1),
      settings: { reviewer: 'Ann' },
    })
    await expect.element(statusSaying('You are at this pair in another tab or browser.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(statusSaying('You are at this pair in another tab or browser: take it over to edit it here.'))
      .toBeVisible()
    await userEvent.keyboard('{Shift>}h{/Shift}')
    await expect.element(textbox('Notes')).toBeEnabled()
    engine.emit('claims.changed', [{ pairId: 1, holder: HOLDER, name: 'Ann' }])
    engine.emit('claims.changed', [ann(1)])
    await expect.element(statusSaying('You have taken harbour over in another tab or browser.')).toBeVisible()
    await userEvent.keyboard('q')
    await expect.element(part('img', 'You are at this pair in another tab or browser')).toBeVisible()
  })

  it('is passed over too where that is known only when it is asked for', async () => {
    const answers = { ...withAnnAt(2), 'claims.list': () => [] }
    await renderReview(1, { pairs, project, answers })
    await expect.element(title).toHaveTextContent('harbour')
    await userEvent.keyboard('{Enter}')
    await expect.element(title).toHaveTextContent('station3 of 4')
  })

  it('is marked in the list and on the contact sheet, and told of at once', async () => {
    const { engine } = await renderApp({ pairs, project, route: 'queue', answers: withAnnAt() })
    await expect.element(page.getByRole('option', { name: /harbour/ })).toBeVisible()
    engine.emit('claims.changed', [ann(1)])
    const mark = part('img', 'Ann is at this pair')
    await expect.element(mark).toBeVisible()
    await userEvent.keyboard('g')
    await expect.element(mark).toBeVisible()
    expect(await violations()).toEqual([])
    engine.emit('claims.changed', [])
    await expect.element(mark).not.toBeInTheDocument()
  })

  it('is decided on in the list on the version that its row shows', async () => {
    const { engine } = await renderApp({ pairs, project, route: 'queue', answers: withAnnAt() })
    await expect.element(page.getByRole('option', { name: /harbour/ })).toBeVisible()
    await userEvent.keyboard('r')
    await expect
      .poll(() => engine.inputsOf('pairs.decide').at(-1)?.madeOn)
      .toEqual({ version: 0, ownEdits: [] })
    const message = 'Ann has changed the same meanwhile (Brush), so this was not stored.'
    engine.refuse('pairs.decide', { code: 'stale', message, others: [] })
    await userEvent.keyboard('a')
    await expect.element(alertSaying(/Ann has changed the same meanwhile/)).toBeVisible()
  })

  it('is told of where it was taken over, and keeps what is being typed', async () => {
    const { engine, store } = await renderReview(1, { pairs, project, answers: withAnnAt() })
    await textbox('Notes').fill('half a sentence')
    engine.emit('claims.changed', [ann(1)])
    await expect.element(statusSaying('Ann has taken harbour over.')).toBeVisible()
    await expect.poll(() => store.open(1).document.review.notes).toBe('half a sentence')
  })

  it('is given up where Review is left', async () => {
    const { engine } = await renderReview(1, { pairs, project, answers: withAnnAt() })
    await expect.element(title).toHaveTextContent('harbour')
    await userEvent.keyboard('q')
    await expect.poll(() => engine.inputsOf('claims.release').length).toBeGreaterThan(0)
  })

  it('is given up too where Review was left before the engine answered', async () => {
    const waiting: (() => void)[] = []
    const answers: MadeHandlers = {
      ...withAnnAt(),
      'claims.take': ({ pairId, holder }) =>
        new Promise((resolve) => waiting.push(() => resolve({ pairId, holder, name: '' }))),
    }
    const { engine } = await renderReview(1, { pairs, project, answers })
    await expect.element(title).toHaveTextContent('harbour')
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    await userEvent.keyboard('q')
    await expect.element(page.getByRole('option', { name: /harbour/ })).toBeVisible()
    expect(engine.inputsOf('claims.release')).toEqual([])
    waiting.forEach((answer) => answer())
    await expect.poll(() => engine.inputsOf('claims.release').length).toBeGreaterThan(0)
  })

  it('is not asked for again where it was left before the engine answered, and is free now', async () => {
    const ends: (() => void)[] = []
    const known = new Promise<void>((resolve) => ends.push(resolve))
    const answers: MadeHandlers = {
      ...withAnnAt(),
      'claims.take': ({ pairId, holder }) =>
        pairId === 1 ? known.then(() => ann(1)) : { pairId, holder, name: '' },
    }
    const { engine } = await renderReview(1, { pairs, project, answers })
    await expect.poll(() => engine.inputsOf('claims.take').length).toBeGreaterThan(0)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(title).toHaveTextContent('market')
    await expect.poll(() => engine.inputsOf('claims.take').at(-1)?.pairId).toBe(2)
    ends.forEach((end) => end())
    await client.call('claims.list', {})
    engine.emit('claims.changed', [{ pairId: 2, holder: HOLDER, name: '' }])
    await client.call('claims.list', {})
    expect(engine.inputsOf('claims.take').at(-1)?.pairId).toBe(2)
  })

  it('is asked about in no project in a file', async () => {
    const { engine } = await renderReview(1, { pairs })
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(title).toHaveTextContent('market')
    expect([...engine.inputsOf('claims.take'), ...engine.inputsOf('claims.takeFirst')]).toEqual([])
  })
})

/** Ann paints the first region; the same change that is made here is refused. */
/** @param actor who painted first */
async function paintedByBoth({ actor, isShared } = { actor: 'Ann', isShared: true }): Promise<Shown> {
  const shown = await renderReview(1, { pairs, project: { isShared }, answers: withAnnAt() })
  const { engine, store } = shown
  await expect.element(title).toHaveTextContent('harbour')
  const [region] = store.open(1).document.regions
  const own = store.handlers['pairs.edit']!
  const change = {
    type: 'region.mask',
    regionId: region.id,
    frame: 'after',
    flip: madeMask(3),
  } as const
  engine.refuse('pairs.edit', {
    code: 'stale',
    message: 'Ann has changed the same meanwhile (Brush), so this was not stored.',
    others: [{ actor, at: Date.now(), label: 'Brush' }],
  })
  await own({ pairId: 1, eventId: 'event-of-ann', label: 'Brush', diff: [change] }, null)
  const { useReviewDocument } = await import('./document')
  await useReviewDocument.getState().edit('Brush', [{ ...change, flip: madeMask(0) }])
  engine.on('pairs.edit', own)
  return shown
}

describe('a text that is being written', () => {
  it('names the version that it was begun on, though another change is shown by now', async () => {
    const { engine, store } = await renderReview(1, { pairs, project, answers: withAnnAt() })
    const field = textbox('Notes')
    await field.fill('by me')
    const diff = [{ type: 'review.set', from: { notes: '' }, to: { notes: 'by Ann' } }] as const
    const edit = { pairId: 1, eventId: 'event-of-ann', label: 'By Ann', diff: [...diff] }
    const { version } = await store.handlers['pairs.edit']!(edit, null)
    engine.emit('pair.changed', { pairId: 1, version, isProposal: false })
    await expect.element(button('Undo: By Ann')).toBeVisible()
    await expect.element(field).toHaveValue('by me')
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => engine.inputsOf('pairs.edit').at(-1)?.madeOn?.version).toBe(version - 1)
  })
})

describe('two versions of one thing', () => {
  it('lie side by side, and joining both masks keeps all pixels', async () => {
    const { store } = await paintedByBoth()
    const bar = statusSaying('Your change of harbour is not stored: Ann changed the same meanwhile.')
    await expect.element(bar).toBeVisible()
    await userEvent.keyboard('{Shift>}v{/Shift}')
    const versions = dialog('Two versions of harbour')
    await expect.element(part('img', 'Your masks', versions)).toBeVisible()
    await expect.element(part('img', 'Masks that are stored now', versions)).toBeVisible()
    await expect.element(versions.getByText(/^Ann: Brush/)).toBeVisible()
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    // nothing is decided by closing it
    await expect.element(bar).toBeVisible()
    await button('Compare').click()
    await expect.element(versions).toBeVisible()
    await userEvent.keyboard('3')
    await expect.element(bar).not.toBeInTheDocument()
    await expect.element(button('Undo: Masks joined')).toBeEnabled()
    expect(store.open(1).version).toBe(2)
  })

  it('are both kept while another is at the pair, which is taken over in the panel', async () => {
    const { engine, store } = await paintedByBoth()
    engine.emit('claims.changed', [ann(1)])
    await expect.element(statusSaying(/^Ann is at this pair\. You/)).toBeVisible()
    await userEvent.keyboard('{Shift>}v{/Shift}')
    const versions = dialog('Two versions of harbour')
    await expect.element(button(/^Take yours/, versions)).toBeDisabled()
    await expect.element(button(/^Join both masks/, versions)).toBeDisabled()
    await expect.element(button(/^Take what is stored/, versions)).toBeEnabled()
    expect(await violations()).toEqual([])
    await userEvent.keyboard('13')
    await expect.element(versions).toBeVisible()
    await button('Take over', versions).click()
    await expect.element(button(/^Take yours/, versions)).toBeEnabled()
    await userEvent.keyboard('1')
    await expect.element(button('Undo: Own version taken')).toBeEnabled()
    await expect.element(button('Compare')).not.toBeInTheDocument()
    expect(store.open(1).version).toBe(2)
  })

  it('are both the own ones where nobody else is in the project', async () => {
    await paintedByBoth({ actor: '', isShared: false })
    await expect
      .element(statusSaying(/not stored: you changed the same elsewhere meanwhile, in the queue/))
      .toBeVisible()
    await button('Compare').click()
    await expect.element(dialog('Two versions of harbour').getByText(/^You: Brush/)).toBeVisible()
  })

  it('are decided by the buttons too: what is stored stays', async () => {
    const { store } = await paintedByBoth()
    await button('Compare').click()
    await button(/^Take what is stored/).click()
    await expect.element(button('Compare')).not.toBeInTheDocument()
    expect(store.open(1).version).toBe(1)
  })
})
