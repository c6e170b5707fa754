import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ViewOnly } from '../../src/contract/project'
import { alertSaying, button, part, statusSaying, textbox } from '../testing/find'
import { madePair, proposedPair } from '../testing/made-pairs'
import { madeProject } from '../testing/made-project'
import { renderApp, renderReview, violations } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const title = page.getByRole('heading', { level: 1 })
const state = part('region', 'State')
const viewOnly: ViewOnly = {
  holder: { program: 'deltascribe serve', pid: 41, host: 'desk', since: 1_700_000_000_000 },
  hasClosed: false,
}
const closed: ViewOnly = { ...viewOnly, hasClosed: true }

describe('a project that another program has open', () => {
  it('says who has it and what to do, in every place', async () => {
    await renderApp({ pairs, project: { viewOnly }, route: 'queue' })
    const bar = statusSaying(/deltascribe serve \(process 41 on desk, since .+\) has this project open/)
    await expect.element(bar).toHaveTextContent('Close it there, then press “Open for editing”.')
    await expect.element(statusSaying(/^For looking only$/)).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('shows a pair and goes to the next, and edits nothing', async () => {
    const { engine } = await renderReview(1, { pairs, project: { viewOnly } })
    await expect.element(title).toHaveTextContent('harbour1 of 2')
    for (const name of ['Accept and next', 'Flag', 'Reject']) {
      await expect.element(button(name, state)).toBeDisabled()
    }
    await expect.element(textbox('Notes')).toBeDisabled()
    await expect.element(button('Brush')).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    await expect.element(statusSaying(/has this project open for editing/).first()).toBeVisible()
    await userEvent.keyboard('{Control>}z{/Control}')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(title).toHaveTextContent('market2 of 2')
    expect([...engine.inputsOf('pairs.decide'), ...engine.inputsOf('pairs.undo')]).toEqual([])
  })

  it('speaks of painting only where something can be edited', async () => {
    const bare = [madePair(1, 'harbour')]
    const { engine } = await renderReview(1, { pairs: bare, project: { viewOnly } })
    const regions = part('region', 'Regions')
    await expect.element(regions.getByText('No regions.', { exact: true })).toBeVisible()
    engine.emit('project.changed', madeProject({ pairCount: 1, viewOnly: null }))
    await expect.element(regions.getByText('No regions. Paint with the brush to add one.')).toBeVisible()
  })

  it('refuses a decision in the queue', async () => {
    const { engine } = await renderApp({ pairs, project: { viewOnly }, route: 'queue' })
    await userEvent.keyboard('a')
    await expect.element(statusSaying(/has this project open for editing/).nth(1)).toBeVisible()
    expect(engine.inputsOf('pairs.decide')).toEqual([])
  })

  it('says who has it still where it cannot be taken over', async () => {
    const { engine } = await renderApp({ pairs, project: { viewOnly }, route: 'queue' })
    engine.refuse('project.openForEditing', { code: 'held', message: 'Serve has it still.' })
    await button('Open for editing').click()
    await expect.element(alertSaying('Serve has it still.')).toBeVisible()
  })

  it('is taken over by the key once the other program has closed it, and shows what that stored', async () => {
    const { engine, store } = await renderReview(1, { pairs, project: { viewOnly } })
    const project = madeProject({ pairCount: 2, viewOnly: closed })
    engine.emit('project.changed', project)
    await expect.element(statusSaying(/has closed this project/)).toBeVisible()
    store.open(1).document.review.notes = 'from the other program'
    engine.on('project.openForEditing', () => ({ ...project, viewOnly: null }))
    await userEvent.keyboard('{Control>}{Shift>}e{/Shift}{/Control}')
    await expect.element(textbox('Notes')).toHaveValue('from the other program')
    await expect.element(button('Accept and next')).toBeEnabled()
    await expect.element(statusSaying(/For looking only/)).not.toBeInTheDocument()
  })
})
