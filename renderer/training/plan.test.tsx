import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { alertSaying, button, part, textbox } from '../testing/find'
import type { MadeHandlers } from '../testing/made-engine'
import { proposedPair } from '../testing/made-pairs'
import { countsOf, madeProviders } from '../testing/made-project'
import { madeWorkers } from '../testing/made-workers'
import { madePlan, madeRun } from '../testing/made-models'
import { renderApp, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const plan = part('region', 'What will be learned')

function renderTraining(answers: MadeHandlers = {}, isShared = false): Promise<Shown> {
  return renderApp({
    route: 'training',
    pairs: [proposedPair(1, 'harbour')],
    project: { isShared, pairCount: 100, counts: countsOf({ unreviewed: 40, accepted: 40, corrected: 20 }) },
    answers,
  })
}

describe('the plan', () => {
  it('counts pairs, both sides of the split, and categories', async () => {
    await renderTraining()
    await expect
      .element(plan)
      .toHaveTextContent(/Pairs\s*60\s*Learned from\s*48\s*Held out\s*12\s*Groups\s*30/)
    await expect.element(part('row', /^building 50 90/, plan)).toBeVisible()
    await expect.element(part('row', /^Without change 10 0/, plan)).toBeVisible()
    await expect.element(plan.getByText('Enough for a run: nothing is missing.')).toBeVisible()
    await expect.element(button('Start with 60 pairs')).toBeEnabled()
  })

  it('warns of what is too little, and says at its button why no run can start', async () => {
    const shortages = [
      { code: 'few-pairs' as const, message: 'Review ten pairs more.', isFatal: true },
      { code: 'no-captions' as const, message: 'No pair has a caption.', isFatal: false },
    ]
    await renderTraining({ 'training.preview': () => madePlan({ shortages, canStart: false }) })
    const warnings = part('list', 'Too little', plan)
    await expect.element(warnings).toHaveTextContent(/Review ten pairs more\.\s*No pair has a caption\./)
    await expect.element(button('Start')).toBeDisabled()
    await expect.element(button('Start')).toHaveAccessibleDescription('Review ten pairs more.')
  })

  it('shows no captions where the model learns none', async () => {
    const byCaptionLength = [{ from: 1, to: 5, captions: 60 }]
    const { engine } = await renderTraining()
    await expect.element(part('columnheader', 'Words in first captions', plan)).toBeVisible()
    engine.on('training.preview', () =>
      madePlan({ learnsCaptions: false, byCaptionLength, withoutCaption: 3 }),
    )
    await part('checkbox', /^Flagged/).click()
    await expect.element(part('columnheader', 'Words in first captions', plan)).not.toBeInTheDocument()
    await expect.element(plan).not.toHaveTextContent('no caption')
  })

  it('alerts to a count that fails', async () => {
    const { engine } = await renderTraining()
    await expect.element(plan).toHaveTextContent('60')
    engine.refuse('training.preview', { code: 'internal', message: 'The store is damaged.' })
    await userEvent.fill(textbox('Only pairs with'), 'roof')
    await expect.element(alertSaying('The store is damaged.')).toBeVisible()
  })

  it('leads to review where nothing is reviewed yet', async () => {
    await renderApp({ route: 'training', pairs: [proposedPair(1, 'harbour')] })
    await expect.element(part('heading', 'No pair is reviewed yet')).toBeVisible()
    await button('Review pairs').click()
    await expect.element(part('main', 'Review')).toBeVisible()
  })
})

describe('the options', () => {
  it('are asked about anew: states, a search, what is kept together', async () => {
    const { engine } = await renderTraining()
    await part('checkbox', /^Flagged/).click()
    await userEvent.fill(textbox('Only pairs with'), 'roof')
    await part('combobox', 'Kept together').click()
    await part('option', 'Names that begin alike').click()
    await expect.element(textbox('Letters that are alike')).toHaveValue('8')
    await expect
      .poll(() => engine.inputsOf('training.preview').at(-1))
      .toMatchObject({
        states: ['accepted', 'corrected', 'flagged'],
        search: 'roof',
        grouping: { by: 'prefix', length: 8 },
      })
  })

  it('want at least one state', async () => {
    await renderTraining()
    await part('checkbox', /^Accepted/).click()
    await part('checkbox', /^Corrected/).click()
    await expect.element(button(/^Start/)).toHaveAccessibleDescription('Choose at least one state.')
  })

  it('say how long each preset takes on this machine, and start with the one that is chosen', async () => {
    const { engine } = await renderTraining({ 'training.start': () => madeRun() })
    await expect.element(part('radio', 'Standard, about 9 min on this machine')).toBeChecked()
    await part('radio', 'Quick, about 2 min on this machine').click()
    await expect.element(button('Start with 60 pairs')).toBeEnabled()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(part('region', 'Progress')).toBeVisible()
    expect(engine.inputsOf('training.start')[0]?.preset).toBe('quick')
  })

  it('stay as they are typed, and within their bounds once they are left', async () => {
    const { engine } = await renderTraining()
    const last = () => engine.inputsOf('training.preview').at(-1)?.advanced
    await page.getByText('Advanced', { exact: true }).click()
    const made = textbox('Share of made pairs')
    await expect.element(made).toHaveAttribute('placeholder', '0.2')
    await made.click()
    await userEvent.keyboard('0.25')
    await expect.element(made).toHaveValue('0.25')
    await expect.poll(() => last()?.replay).toBe(0.25)
    const batch = textbox('Samples a step')
    await batch.click()
    await userEvent.keyboard('300')
    await expect.element(batch).toHaveValue('300')
    await userEvent.tab()
    await expect.element(batch).toHaveValue('256')
    await expect.poll(() => last()?.batch).toBe(256)
  })

  it('offer what can train here', async () => {
    const { engine } = await renderTraining()
    const [cpu] = madeProviders.reports
    const reports = [
      cpu,
      { ...cpu, name: 'webgpu' as const },
      { ...cpu, name: 'cuda' as const, isUsable: false },
    ]
    engine.emit('provider.changed', { ...madeProviders, reports })
    await page.getByText('Advanced', { exact: true }).click()
    const provider = part('combobox', 'Trains on')
    await expect.element(provider).toHaveValue('Automatic')
    await provider.click()
    await expect.element(part('option', 'WebGPU')).toBeVisible()
    await expect.element(part('option', 'CUDA')).not.toBeInTheDocument()
    await part('option', 'CPU').click()
    await expect.poll(() => engine.inputsOf('training.preview').at(-1)?.advanced.provider).toBe('cpu')
  })

  it('take what is usual where a field is emptied', async () => {
    const { engine } = await renderTraining()
    await page.getByText('Advanced', { exact: true }).click()
    const seed = textbox('Seed')
    await userEvent.clear(seed)
    await userEvent.keyboard('12')
    await expect.element(seed).toHaveValue('12')
    await expect.poll(() => engine.inputsOf('training.preview').at(-1)?.advanced.seed).toBe(12)
    await userEvent.clear(seed)
    await userEvent.tab()
    await expect.element(seed).toHaveValue('1')
  })

  it('offer a worker where one trains', async () => {
    const answers = { 'training.start': () => madeRun(), 'workers.status': () => madeWorkers }
    const { engine } = await renderTraining(answers, true)
    await expect.element(part('radio', 'On this machine')).toBeChecked()
    await part('radio', 'On a worker').click()
    // the time that it takes on another machine is not known
    await expect.element(page.getByRole('radio', { name: 'Quick', exact: true })).toBeVisible()
    await button('Start with 60 pairs').click()
    await expect.element(part('region', 'Progress')).toBeVisible()
    expect(engine.inputsOf('training.start')[0]?.on).toBe('workers')
  })

  it('alert to a run that cannot be started', async () => {
    const { engine } = await renderTraining()
    engine.refuse('training.start', { code: 'unavailable', message: 'Another run is going on.' })
    await button('Start with 60 pairs').click()
    await expect.element(alertSaying('Another run is going on.')).toBeVisible()
    await expect.element(button('Start with 60 pairs')).toBeEnabled()
  })
})

it('has no violations that axe-core finds', async () => {
  await renderTraining()
  await page.getByText('Advanced', { exact: true }).click()
  await expect.element(button('Start with 60 pairs')).toBeEnabled()
  expect(await violations()).toEqual([])
})
