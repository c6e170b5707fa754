import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '../../src/contract/person'
import { button, part, statusSaying, textbox } from '../testing/find'
import { proposedPair } from '../testing/made-pairs'
import { renderApp, renderReview, violations } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const state = part('region', 'State')
const as = (role: Role) => ({ 'team.me': () => ({ name: 'Ada', role }) })

describe('a person of a team', () => {
  it('who is a viewer edits nothing, and reads why', async () => {
    const { engine } = await renderReview(1, { pairs, answers: as('viewer') })
    await expect.element(statusSaying(/your role is viewer/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Open for editing' }).elements()).toEqual([])
    for (const name of ['Accept and next', 'Flag', 'Reject']) {
      await expect.element(button(name, state)).toBeDisabled()
    }
    expect(engine.inputsOf('pairs.decide')).toEqual([])
    expect(await violations()).toEqual([])
  })

  it('who is a reviewer works on pairs, and reads what needs an owner', async () => {
    await renderReview(1, { pairs, answers: as('reviewer') })
    await expect.element(button('Flag', state)).toBeEnabled()
    await expect.element(button('Ada, reviewer')).toBeVisible()
    for (const place of ['Open', 'Dataset', 'Train', 'Models']) {
      await expect.element(button(place)).toBeDisabled()
      await expect.element(button(place)).toHaveAttribute('title', 'This needs the role owner.')
    }
  })

  it('has the name of the sign-in, which cannot be changed, and no settings of the machine', async () => {
    await renderApp({ pairs, answers: as('adjudicator'), route: 'settings', settings: { reviewer: 'Ada' } })
    await expect.element(textbox('Your name')).toHaveValue('Ada')
    await expect.element(textbox('Your name')).toBeDisabled()
    await expect.element(part('region', 'Proposals').getByText('This needs the role owner.')).toBeVisible()
    await expect.element(page.getByRole('switch', { name: /Propose for/ })).toBeDisabled()
    expect(await violations()).toEqual([])
  })

  it('who is an owner has all', async () => {
    await renderApp({ pairs, answers: as('owner'), route: 'settings' })
    await expect.element(button('Models')).toBeEnabled()
    await expect.element(page.getByRole('switch', { name: /Propose for/ })).toBeEnabled()
  })
})
