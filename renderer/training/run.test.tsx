import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TrainingRun } from '../../src/contract/training'
import { alertSaying, button, part, statusSaying } from '../testing/find'
import type { MadeHandlers } from '../testing/made-engine'
import { madeModels, madeRun, madeVerdict } from '../testing/made-models'
import { madeRegion, proposedPair } from '../testing/made-pairs'
import { countsOf } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const progress = part('region', 'Progress')
const runs = part('navigation', 'Runs')
const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]

function renderRuns(listed: TrainingRun[], answers: MadeHandlers = {}): Promise<Shown> {
  return renderApp({
    route: 'training',
    pairs,
    project: { counts: countsOf({ accepted: 2 }) },
    answers: { 'training.runs': () => listed, ...answers },
  })
}

describe('a run that goes on', () => {
  it('shows how far it is and its phase, and follows what it says', async () => {
    const { engine } = await renderRuns([madeRun()])
    await expect.element(progress.getByText('Step 150 of 600 · 2 min so far · 6 min left')).toBeVisible()
    await expect
      .element(part('list', 'What it is at').getByText('Train'))
      .toHaveAttribute('aria-current', 'step')
    engine.emit('training.line', {
      runId: madeRun().id,
      line: { type: 'notice', message: 'Two pairs could not be read.' },
    })
    await expect.element(part('region', 'Remarks')).toHaveTextContent('Two pairs could not be read.')
    engine.emit(
      'training.changed',
      madeRun({ step: 300, phase: 'comparing', message: 'Comparing both models.' }),
    )
    await expect
      .element(part('list', 'What it is at').getByText('Compare'))
      .toHaveAttribute('aria-current', 'step')
    await expect.element(statusSaying('Comparing both models.')).toBeVisible()
  })

  it('is paused and gone on with by Space', async () => {
    const { engine } = await renderRuns([madeRun()], {
      'training.pause': () => madeRun({ state: 'paused', message: 'Paused.' }),
      'training.resume': () => madeRun(),
    })
    await expect.element(button('Pause', progress)).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(button('Go on', progress)).toBeVisible()
    await expect.element(runs.getByText('Paused · 60 pairs')).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(button('Pause', progress)).toBeVisible()
    expect(engine.inputsOf('training.resume')).toEqual([{ runId: madeRun().id }])
  })

  it('asks before it is cancelled, with the focus on letting it run', async () => {
    const { engine } = await renderRuns([madeRun()], {
      'training.cancel': () => madeRun({ state: 'cancelled', message: 'Cancelled.' }),
    })
    await button('Cancel', progress).click()
    const sure = part('alertdialog', 'Cancel this run? What it has learned is lost.')
    await expect.element(button('Let it run', sure)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Cancel', progress)).toHaveFocus()
    expect(engine.inputsOf('training.cancel')).toEqual([])
    await button('Cancel', progress).click()
    await button('Cancel the run', sure).click()
    await expect.element(statusSaying('Cancelled.')).toBeVisible()
    await expect.element(button('New run with these settings')).toBeVisible()
  })
})

describe('a run that failed', () => {
  const failed = madeRun({
    state: 'failed',
    failure: { code: 'cannot-write', path: '/data', message: 'The disk is full.' },
  })

  it('alerts to the reason, and can go on', async () => {
    await renderRuns([failed], { 'training.resume': () => madeRun() })
    await button(/Failed · 60 pairs$/, runs).click()
    await expect.element(alertSaying('The disk is full.')).toBeVisible()
    await button('Go on', progress).click()
    await expect.element(button('Pause', progress)).toBeVisible()
  })

  it('leaves the list when its record is deleted, and gives its settings to another', async () => {
    const options = { ...failed.options, search: 'roof' }
    const { engine } = await renderRuns([{ ...failed, options }], { 'training.forget': () => [] })
    await button(/Failed · 60 pairs$/, runs).click()
    await button('New run with these settings').click()
    await expect.element(part('textbox', 'Only pairs with')).toHaveValue('roof')
    await button(/Failed · 60 pairs$/, runs).click()
    await button('Delete the record').click()
    await expect.element(runs.getByText('No runs yet.')).toBeVisible()
    expect(engine.inputsOf('training.forget')).toEqual([{ runId: failed.id }])
  })
})

describe('the verdict', () => {
  const done = madeRun({ state: 'done', phase: 'saving', model: 'town-1', verdict: 'better', step: 600 })
  const example = { pairId: 1, key: 'harbour', score: 0.9, regions: [madeRegion(1)], captions: [] }
  const answers: MadeHandlers = {
    'training.verdict': () => madeVerdict(),
    'training.compare': ({ pairId }) => ({ before: { ...example, pairId }, after: { ...example, pairId } }),
    'models.promote': () => madeModels({ inUse: 'town-1' }),
  }
  const list = part('listbox', 'Pair by pair')

  async function renderVerdict(more: MadeHandlers = {}): Promise<Shown> {
    const shown = await renderRuns([done], { ...answers, ...more })
    await button(/Better · 60 pairs$/, runs).click()
    return shown
  }

  it('says in words whether the new model is better, and by which scores', async () => {
    await renderVerdict()
    const verdict = part('region', 'Verdict')
    await expect
      .element(verdict)
      .toHaveTextContent(
        'The new model is better on 12 held-out pairs: mask overlap (IoU) 0.50 before, 0.75 after.',
      )
    const scores = part('region', 'Scores on 12 held-out pairs')
    await expect.element(scores).toHaveTextContent('CCRC base against Town, first')
    await expect
      .element(part('row', /^Mask IoU 0\.500 0\.620 .*0\.040 to .*0\.180 Better$/, scores))
      .toBeVisible()
  })

  it('compares pair by pair, with the keys and in both orders', async () => {
    await renderVerdict()
    await expect.element(part('option', /harbour/, list)).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('img', { name: 'harbour, After, by Town, first' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(part('option', /market/, list)).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('img', { name: 'market, Before' })).toBeVisible()
    await userEvent.click(page.getByText('Most lost first'))
    await expect.element(list.getByRole('option').nth(0)).toHaveTextContent(/market/)
  })

  it('counts no masks that the old model proposed, and says so at the pair', async () => {
    const [first, ...others] = madeVerdict().rows
    const rows = [{ ...first, isAsProposed: true }, ...others]
    const word = 'cannot-tell'
    const mark = page.getByText('Accepted as CCRC base proposed it: these masks do not count.')
    await renderVerdict({
      'training.verdict': () =>
        madeVerdict({ word, metrics: [], countedCount: 0, asProposedCount: 12, rows }),
    })
    await expect.element(mark).toBeVisible()
    await expect.element(part('region', /^Scores on/)).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(mark).not.toBeInTheDocument()
  })

  it('leaves it to the user which model proposes', async () => {
    const { engine } = await renderVerdict()
    await button('Keep CCRC base').click()
    await expect
      .element(statusSaying('CCRC base goes on proposing. The new model stays in Models.'))
      .toBeVisible()
    await button('Promote the new model').click()
    await expect.element(button('The new model proposes now')).toBeDisabled()
    await userEvent.keyboard('p')
    await expect.element(button('The new model proposes now')).toBeDisabled()
    expect(engine.inputsOf('models.promote')).toEqual([{ id: 'town-1', scope: 'project' }])
  })

  it('alerts where it cannot be read', async () => {
    const { engine } = await renderRuns([done])
    engine.refuse('training.verdict', { code: 'not-found', message: 'The verdict is gone.' })
    await button(/Better · 60 pairs$/, runs).click()
    await expect.element(alertSaying('The verdict is gone.')).toBeVisible()
  })

  it('has no violations that axe-core finds', async () => {
    await renderVerdict()
    await expect.element(page.getByRole('img', { name: 'harbour, After, by Town, first' })).toBeVisible()
    expect(await violations()).toEqual([])
  })
})
