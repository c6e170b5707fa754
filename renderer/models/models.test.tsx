import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Settings } from '../../src/contract/work'
import { alertSaying, button, dialog, part, statusSaying, textbox } from '../testing/find'
import type { MadeHandlers } from '../testing/made-engine'
import { differenceModel, madeModel, madeModels, trainedModel } from '../testing/made-models'
import { proposedPair } from '../testing/made-pairs'
import { renderApp, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const list = part('listbox', 'Models')
const options = list.getByRole('option')
const details = part('region', 'About this model')

async function renderModels(answers: MadeHandlers = {}, settings: Partial<Settings> = {}): Promise<Shown> {
  const pairs = [proposedPair(1, 'harbour')]
  const shown = await renderApp({ route: 'models', pairs, answers, settings })
  await expect.element(options.nth(0)).toBeVisible()
  return shown
}

describe('the table', () => {
  it('tells what each model was taught on, its scores, and which one proposes', async () => {
    await renderModels()
    await expect.element(options.nth(0)).toHaveTextContent(/CCRC base\s*Proposes.*Blocks, Aerial.*0\.71/)
    await expect
      .element(options.nth(1))
      .toHaveTextContent(/Town, first\s*Made here by fine-tuning\s*CCRC base/)
    await expect.element(options.nth(2)).toHaveTextContent('A method, not a trained model')
  })

  it('is walked with the arrows, and shows the details of the one that is chosen', async () => {
    await renderModels()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect.element(part('heading', 'Town, first', details)).toBeVisible()
    await expect.element(details).toHaveTextContent('CCRC base → Town, first')
    await expect.element(part('row', 'Mask IoU 0.710 0.690 to 0.730', details)).toBeVisible()
    await expect.element(part('region', 'Card', details)).toHaveTextContent('What it was taught.')
  })

  it('shows its columns and warnings whole in a window of 1280 pixels, beside a rail of long names', async () => {
    const problem = 'the model pack sam2-tiny is not installed'
    const models = [trainedModel, { ...differenceModel, problem }]
    await page.viewport(1249, 800)
    await renderModels({ 'models.list': () => madeModels({ models }) })
    const warning = list.getByText(problem)
    await expect.element(warning).toBeVisible()
    const parts = [options.nth(0), options.nth(1), warning].map((part) => part.element())
    expect(parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([])
    const beside = details.element().getBoundingClientRect()
    expect(beside.left).toBeGreaterThan(options.nth(0).element().getBoundingClientRect().right)
  })

  it('leaves out dates, rather than have its sizes outside of its frame, where all is twice the size', async () => {
    await page.viewport(1600, 1000)
    await renderModels({ 'models.list': () => madeModels({ models: [trainedModel] }) }, { scale: 2 })
    const row = options.nth(0).element()
    const { right } = row.getBoundingClientRect()
    expect(row.lastElementChild?.getBoundingClientRect().right).toBeLessThan(right)
    expect(row.querySelector('[data-column="created"]')?.checkVisibility()).toBe(false)
  })

  it('shows the licence as the package gives it', async () => {
    const network = madeModel({
      id: 'net',
      title: 'Net',
      licence: 'For research only',
      family: 'A network of your own',
    })
    await renderModels({ 'models.list': () => madeModels({ models: [network, differenceModel] }) })
    await options.nth(0).click()
    await expect.element(details).toHaveTextContent('LicenceFor research only')
  })

  it('alerts to a model that was promoted and cannot be used', async () => {
    const broken = { ...trainedModel, problem: 'its weights are damaged' }
    const project = { present: 'town-1', before: null, history: [] }
    await renderModels({
      'models.list': () => madeModels({ models: [madeModel(), broken, differenceModel], project }),
    })
    await expect
      .element(
        alertSaying(
          'Town, first was promoted and cannot be used: its weights are damaged. CCRC base serves instead.',
        ),
      )
      .toBeVisible()
    await options.nth(1).click()
    await expect.element(button('Promote', details)).toBeDisabled()
  })
})

describe('promoting', () => {
  const promoted = madeModels({
    inUse: 'town-1',
    project: {
      present: 'town-1',
      before: { id: null },
      history: [{ at: Date.now(), kind: 'promote', id: 'town-1' }],
    },
  })

  it('is done with P, said, listed, and rolled back with B', async () => {
    const { engine } = await renderModels({
      'models.promote': () => promoted,
      'models.rollBack': () => madeModels(),
    })
    await options.nth(1).click()
    await userEvent.keyboard('p')
    await expect.element(statusSaying('Town, first proposes now.')).toBeVisible()
    await expect.element(button('Proposes now', details)).toBeDisabled()
    await userEvent.keyboard('p')
    await expect.element(statusSaying('Town, first is promoted already.')).toBeVisible()
    expect(engine.inputsOf('models.promote')).toHaveLength(1)
    await expect.element(part('region', 'Promotions')).toHaveTextContent('Town, first promoted')
    await expect.element(button('Roll back to the default (Automatic)')).toBeVisible()
    await userEvent.keyboard('b')
    await expect.element(statusSaying('Rolled back: CCRC base proposes again.')).toBeVisible()
    const present = part('region', 'What proposes now')
    await expect.element(present).toHaveTextContent('Chosen automatically: the images are photographs')
    expect(engine.inputsOf('models.promote')).toEqual([{ id: 'town-1', scope: 'project' }])
    expect(engine.inputsOf('models.rollBack')).toEqual([{ scope: 'project' }])
  })

  it('in all folders says that it is the default now', async () => {
    const { engine } = await renderModels({ 'models.promote': () => madeModels() })
    await options.nth(1).click()
    await button('Promote in all folders', details).click()
    await expect.element(statusSaying('Town, first is the default now.')).toBeVisible()
    expect(engine.inputsOf('models.promote')).toEqual([{ id: 'town-1', scope: 'default' }])
  })

  it('alerts to its failure, and can be tried again', async () => {
    const { engine } = await renderModels()
    engine.refuse('models.promote', { code: 'unavailable', message: 'Its graph cannot be run here.' })
    await options.nth(1).click()
    await button('Promote', details).click()
    await expect.element(alertSaying('Its graph cannot be run here.')).toBeVisible()
    await expect.element(button('Promote', details)).toBeEnabled()
  })
})

describe('a model of one’s own', () => {
  it('is renamed in a dialog, by F2', async () => {
    const { engine } = await renderModels({
      'models.rename': ({ title }) => madeModels({ models: [madeModel(), { ...trainedModel, title }] }),
    })
    await options.nth(1).click()
    await userEvent.keyboard('{F2}')
    const name = textbox('Name', dialog('Rename the model'))
    await expect.element(name).toHaveFocus()
    await userEvent.fill(name, 'Town, second')
    await userEvent.keyboard('{Enter}')
    await expect.element(part('heading', 'Town, second', details)).toBeVisible()
    expect(engine.inputsOf('models.rename')).toEqual([{ id: 'town-1', title: 'Town, second' }])
  })

  it('is deleted with Delete, and brought back with Z', async () => {
    const deleted = [{ id: 'town-1', title: 'Town, first', at: Date.now() }]
    const { engine } = await renderModels({
      'models.delete': () => madeModels({ models: [madeModel(), differenceModel], deleted }),
      'models.restore': () => madeModels(),
    })
    await options.nth(1).click()
    await userEvent.keyboard('{Delete}')
    await expect.element(statusSaying('Town, first is deleted. Z brings it back.')).toBeVisible()
    await expect.element(part('region', 'Deleted')).toHaveTextContent('Town, first, deleted just now')
    await userEvent.keyboard('z')
    await expect.element(statusSaying('Town, first is back.')).toBeVisible()
    expect(engine.inputsOf('models.restore')).toEqual([{ id: 'town-1' }])
  })

  it('says which key brings it back where that was changed', async () => {
    const deleted = [{ id: 'town-1', title: 'Town, first', at: Date.now() }]
    const answers = {
      'models.delete': () => madeModels({ models: [madeModel(), differenceModel], deleted }),
    }
    await renderModels(answers, { keys: { 'models.restore': 'Shift+U' } })
    await options.nth(1).click()
    await userEvent.keyboard('{Delete}')
    await expect.element(statusSaying('Town, first is deleted. Shift+U brings it back.')).toBeVisible()
  })

  it('alone can be renamed and deleted: the others say why not', async () => {
    const { engine } = await renderModels()
    await expect.element(button('Delete', details)).toBeDisabled()
    await expect
      .element(button('Rename…', details))
      .toHaveAttribute('title', 'Only models of your own can be renamed.')
    await userEvent.keyboard('{Delete}')
    await expect.element(statusSaying(/cannot be deleted/)).toBeVisible()
    expect(engine.inputsOf('models.delete')).toEqual([])
  })

  it('is exported as what is chosen into a folder', async () => {
    const { engine } = await renderModels({ 'models.export': () => ({ files: ['model.json'] }) })
    await options.nth(1).click()
    await userEvent.keyboard('e')
    const exporting = dialog('Export Town, first')
    await part('radio', 'Model package', exporting).click()
    await expect.element(button('Export', exporting)).toBeDisabled()
    await userEvent.fill(textbox('Folder to write', exporting), '/out/model')
    await button('Export', exporting).click()
    await expect.element(statusSaying('Town, first is in /out/model.')).toBeVisible()
    expect(engine.inputsOf('models.export')).toEqual([{ id: 'town-1', format: 'package', out: '/out/model' }])
  })

  it('closes no other dialog when its export, whose own was closed, comes to its end', async () => {
    const { engine } = await renderModels()
    const written = engine.hold('models.export')
    await options.nth(1).click()
    await userEvent.keyboard('e')
    const exporting = dialog('Export Town, first')
    await userEvent.fill(textbox('Folder to write', exporting), '/out/model')
    await button('Export', exporting).click()
    await button('Cancel', exporting).click()
    await expect.element(exporting).not.toBeInTheDocument()
    await userEvent.keyboard('i')
    const source = textbox('Folder of the model', dialog('Import a model'))
    await userEvent.fill(source, '/models/town')
    written.answer({ files: ['model.json'] })
    await expect.element(statusSaying('Town, first is in /out/model.')).toBeVisible()
    await expect.element(source).toHaveValue('/models/town')
  })
})

describe('importing a model', () => {
  const importing = dialog('Import a model')

  it('says that it is tried out, then what came of it', async () => {
    const { engine } = await renderModels()
    const tried = engine.hold('models.import')
    await userEvent.keyboard('i')
    await userEvent.fill(textbox('Folder of the model', importing), '/models/town')
    await button('Import', importing).click()
    await expect.element(importing.getByText('Checking and trying out…')).toBeVisible()
    tried.answer({ id: 'town-1', remark: 'It was made for other pictures.' })
    await expect
      .element(
        statusSaying(
          'Town, first is imported. Promote it to let it propose. It was made for other pictures.',
        ),
      )
      .toBeVisible()
    await expect.element(importing).not.toBeInTheDocument()
    await expect.element(part('heading', 'Town, first', details)).toBeVisible()
  })

  it('stays open where the model is not taken, and alerts to the reason', async () => {
    const { engine } = await renderModels()
    engine.refuse('models.import', { code: 'bad-model', path: '/m', message: 'A file of it is cut off.' })
    await button('Import a model…').click()
    await userEvent.fill(textbox('Folder of the model', importing), '/models/town')
    await button('Import', importing).click()
    await expect.element(alertSaying('A file of it is cut off.')).toBeVisible()
    await expect.element(importing).toBeVisible()
  })
})

it('has no violations that axe-core finds', async () => {
  await renderModels()
  await expect.element(part('region', 'Card', details)).toBeVisible()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('i')
  await expect.element(dialog('Import a model')).toBeVisible()
  expect(await violations()).toEqual([])
  expect(page.getByRole('alert').elements()).toEqual([])
})
