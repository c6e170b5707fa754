import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { engine as client } from '../../engine'
import { alertSaying, button, part } from '../../testing/find'
import { madeEmbeddings, madeProject } from '../../testing/made-project'
import { proposedPair } from '../../testing/made-pairs'
import { renderApp, renderReview } from '../../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market'), proposedPair(3, 'station')]
const options = part('listbox', 'Pairs').getByRole('option')
const chip = page.getByText('Like market')

/** The list in another order, where it is asked for the pairs like pair 2. */
const answers = {
  'embeddings.status': () => madeEmbeddings({ ready: 3, total: 3 }),
  'similar.duplicates': () => ({ ids: [3], firstIds: [1], firstKeys: ['harbour'] }),
}

describe('similar pairs', () => {
  it('are shown with Shift+S, under a chip that can be taken away', async () => {
    const { engine } = await renderApp({ route: 'queue', pairs, answers })
    await expect.element(options.nth(1)).toHaveTextContent('market')
    await userEvent.keyboard('{ArrowDown}')
    engine.on('pairs.find', ({ order }) => ({
      ids: order === 'similarity' ? [2, 3, 1] : [1, 2, 3],
      counts: { unreviewed: 3, accepted: 0, corrected: 0, rejected: 0, flagged: 0 },
      hasAgreement: false,
      groups: [],
    }))
    await userEvent.keyboard('{Shift>}S{/Shift}')
    await expect.element(chip).toBeVisible()
    await expect.element(options.nth(0)).toHaveTextContent('market')
    await expect.element(options.nth(1)).toHaveTextContent('station')
    expect(engine.inputsOf('pairs.find').at(-1)).toMatchObject({
      order: 'similarity',
      filter: { likeId: 2 },
    })
    await userEvent.click(button('Show the pairs as they lie in the folder'))
    await expect.element(options.nth(0)).toHaveTextContent('harbour')
    await expect.element(chip).not.toBeInTheDocument()
  })

  it('are shown from Review too', async () => {
    const { engine } = await renderReview(2, { pairs, answers })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('market')
    await userEvent.click(button('Similar pairs'))
    await expect.element(chip).toBeVisible()
    expect(engine.inputsOf('pairs.find').at(-1)).toMatchObject({ filter: { likeId: 2 } })
  })

  it('say why they cannot be shown', async () => {
    const { engine } = await renderApp({ route: 'queue', pairs, answers })
    await expect.element(options.nth(1)).toHaveTextContent('market')
    engine.refuse('pairs.find', { code: 'unavailable', message: 'market has no embedding yet.' })
    await userEvent.click(button('Similar pairs'))
    await expect.element(alertSaying('market has no embedding yet.')).toBeVisible()
  })

  it('are not those of a pair of the folder that was closed meanwhile', async () => {
    const { engine } = await renderApp({ route: 'queue', pairs, answers })
    await expect.element(options.nth(1)).toHaveTextContent('market')
    const rows = engine.hold('pairs.rows')
    await userEvent.keyboard('{Shift>}S{/Shift}')
    await expect.poll(() => engine.inputsOf('pairs.rows').at(-1)).toEqual({ ids: [1] })
    engine.emit('project.changed', null)
    engine.emit('project.changed', madeProject({ folder: '/other', storePath: '/other/.deltascribe' }))
    await expect.poll(() => engine.inputsOf('pairs.find').length).toBeGreaterThan(2)
    rows.answer([])
    // comes after that answer, and the second after what was asked because of it
    await client.call('settings.get', {})
    await client.call('settings.get', {})
    expect(engine.inputsOf('pairs.find').filter(({ filter }) => filter.likeId !== null)).toEqual([])
  })

  it('have a mark where they are near-duplicates of an earlier pair', async () => {
    await renderApp({ route: 'queue', pairs, answers })
    await expect.element(options.nth(2).getByRole('img', { name: 'Near-duplicate of harbour' })).toBeVisible()
    expect(
      options
        .nth(0)
        .getByRole('img', { name: /Near-duplicate/ })
        .elements(),
    ).toHaveLength(0)
  })
})

describe('the order "Most different first"', () => {
  it('can be chosen, that by similarity only with a pair', async () => {
    const { engine } = await renderApp({ route: 'queue', pairs, answers })
    await userEvent.click(part('combobox', 'Order'))
    await expect.element(part('option', /^Most similar first/)).toHaveAttribute('data-combobox-disabled')
    await userEvent.click(part('option', /^Most different first/))
    await expect.poll(() => engine.inputsOf('pairs.find').at(-1)).toMatchObject({ order: 'diverse' })
  })
})

describe('the progress of embeddings', () => {
  it('is in the status bar while they are made, and they can be stopped', async () => {
    const { engine } = await renderApp({
      route: 'queue',
      pairs,
      answers: { 'embeddings.status': () => madeEmbeddings({ state: 'running', ready: 1, total: 3 }) },
    })
    await expect.element(page.getByText('Embeddings 1 of 3')).toBeVisible()
    engine.on('embeddings.stop', () => madeEmbeddings({ ready: 1, total: 3 }))
    await userEvent.click(button('Stop making embeddings'))
    await expect.element(page.getByText('Embeddings 1 of 3')).not.toBeInTheDocument()
  })
})
