import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { alertSaying, button, part, textbox } from '../testing/find'
import { proposedPair } from '../testing/made-pairs'
import { madeProject } from '../testing/made-project'
import { renderReview } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const definition = 'New and demolished buildings; not cars'
const panel = part('region', 'What counts as change')
const field = textbox('What counts as change')

it('is folded away until somebody says it, and stored with the project it was said of', async () => {
  const { engine } = await renderReview(1, { pairs })
  engine.on('project.setChangeDefinition', ({ changeDefinition }) => madeProject({ changeDefinition }))
  await expect.element(field).not.toBeInTheDocument()
  await button('What counts as change', panel).click()
  await userEvent.fill(field, `${definition} `)
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue(definition)
  const { storePath } = madeProject()
  await expect
    .poll(() => engine.inputsOf('project.setChangeDefinition'))
    .toEqual([{ changeDefinition: definition, storePath }])
})

it('is shown at each pair of a project that has it', async () => {
  await renderReview(1, { pairs, project: { changeDefinition: definition } })
  await expect.element(field).toHaveValue(definition)
  await button('Skip').click()
  await expect.element(part('heading', /^market/)).toBeVisible()
  await expect.element(field).toHaveValue(definition)
})

it('stays on the screen where it cannot be stored, with the reason', async () => {
  const { engine } = await renderReview(1, { pairs, project: { changeDefinition: 'Buildings' } })
  engine.refuse('project.setChangeDefinition', {
    code: 'cannot-write',
    path: '/pictures/town',
    message: 'The disk is full.',
  })
  await userEvent.fill(field, definition)
  await userEvent.keyboard('{Escape}')
  await expect.element(alertSaying('The disk is full.')).toBeVisible()
  await expect.element(field).toHaveValue(definition)
})

it('can be read, and not changed, by who only looks', async () => {
  const viewOnly = { holder: null, hasClosed: false }
  await renderReview(1, { pairs, project: { changeDefinition: definition, viewOnly } })
  await expect.element(field).toBeDisabled()
  await expect.element(field).toHaveValue(definition)
})
