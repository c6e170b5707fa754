import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { alertSaying, button, dialog, part, statusSaying } from '../testing/find'
import { proposedPair } from '../testing/made-pairs'
import { madeJob, madeProviders, madeQueue } from '../testing/made-project'
import { renderApp, renderReview } from '../testing/mount'

const pairs = [proposedPair(1, 'harbour'), proposedPair(2, 'market')]
const bar = part('contentinfo', 'Status')

describe('proposals ahead', () => {
  it('are counted with their pace, and stopped and begun by a button', async () => {
    const stopped = madeQueue({ coverage: { pairs: 100, proposed: 40, missing: 60, unnamed: 0 } })
    const running = madeQueue({ isRunning: true, total: 100, coverage: null })
    const { engine } = await renderApp({
      pairs,
      route: 'queue',
      answers: { 'proposals.stop': () => stopped, 'proposals.start': () => running },
    })
    engine.emit('queue.changed', { ...running, done: 39, failed: 1, rate: 2, secondsLeft: 30 })
    await expect
      .element(bar.getByText('Proposing 39 of 100 · 1 failed · 2.0 a second · 30 s left'))
      .toBeVisible()
    await button('Stop proposing', bar).click()
    await expect.element(bar.getByText('60 of 100 pairs have no proposal yet')).toBeVisible()
    await button('Propose for all pairs', bar).click()
    await expect.element(button('Stop proposing', bar)).toBeVisible()
    expect(engine.inputsOf('proposals.start')).toEqual([{ nearPairId: null }])
  })

  it('say so where no pair is left to propose for', async () => {
    const { engine } = await renderApp({
      pairs,
      route: 'queue',
      answers: { 'proposals.start': () => madeQueue() },
    })
    engine.emit('queue.changed', madeQueue({ coverage: { pairs: 4, proposed: 3, missing: 1, unnamed: 0 } }))
    await button('Propose for all pairs', bar).click()
    await expect.element(statusSaying('No pair is left to propose for')).toBeVisible()
    await expect.element(bar.getByText('Proposals ready for all 4')).toBeVisible()
  })
})

describe('the provider', () => {
  it('shows a fallback, its reason, and what each provider was found to do', async () => {
    const { engine } = await renderApp({ answers: { 'providers.probe': () => madeProviders } })
    engine.emit('provider.changed', {
      ...madeProviders,
      wanted: 'webgpu',
      isFallback: true,
      notice: 'WebGPU gave a wrong answer, so the CPU serves.',
    })
    const provider = button(/^Provider\s*CPU · 13 ms$/, bar)
    await provider.click()
    const panel = dialog('Providers')
    await expect.element(panel.getByText('WebGPU gave a wrong answer, so the CPU serves.')).toBeVisible()
    await expect.element(part('row', /^WebGPU .*its answer is off by 0\.5$/, panel)).toBeVisible()
    await expect.element(part('row', /^CPU 13 ms 1e-5 In use · Made processor$/, panel)).toBeVisible()
    engine.emit('queue.changed', {
      ...madeQueue(),
      work: [
        { part: 'registration', share: 0.62 },
        { part: 'network', share: 0.38 },
      ],
    })
    await expect
      .element(
        panel.getByText(
          "Where the time of the last minute's proposals went: registration 62 %, network 38 %.",
        ),
      )
      .toBeVisible()
    // the device passed its test, and a model is left to the processor all the same
    engine.emit('provider.changed', { ...madeProviders, inUse: 'webgpu', proposesOn: 'cpu' })
    await expect.element(part('row', /^CPU 13 ms 1e-5 In use/, panel)).toBeVisible()
    await expect.element(panel.getByText(/^What proposes now is left to the CPU/)).toBeVisible()
    await button('Test again', panel).click()
    await expect.poll(() => engine.inputsOf('providers.probe').length).toBe(1)
  })
})

describe('what is saved', () => {
  it('counts an edit until the engine has stored it', async () => {
    const { engine } = await renderReview(1, { pairs })
    await expect.element(bar.getByText('All changes saved')).toBeVisible()
    const edit = engine.hold('pairs.edit')
    await button('Delete caption', part('list', 'Captions').getByRole('listitem').first()).click()
    await expect.element(bar.getByText('Saving 1 change…')).toBeVisible()
    edit.answer({ pairId: 1, version: 1, diff: [], undoLabel: 'Caption deleted', redoLabel: null })
    await expect.element(bar.getByText('All changes saved')).toBeVisible()
  })

  it('alerts to an edit that was refused, and shows the pair as it is stored', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.refuse('pairs.edit', { code: 'conflict', message: 'Another proposal came meanwhile.' })
    const captions = part('list', 'Captions')
    await button('Delete caption', captions.getByRole('listitem').first()).click()
    await expect.element(alertSaying('Another proposal came meanwhile.')).toBeVisible()
    await expect.element(bar.getByText('The last change was not saved')).toBeVisible()
    await expect.poll(() => captions.getByRole('listitem').elements().length).toBe(2)
  })

  it('saves a copy of what cannot be stored to a folder that the person chooses', async () => {
    const { engine } = await renderReview(1, {
      pairs,
      answers: {
        'folders.list': () => ({
          folder: '/home/ada',
          above: { folder: '/home' },
          folders: [{ name: 'rescued', path: '/home/ada/rescued' }],
          isLimited: false,
        }),
        'project.saveCopy': () => ({
          path: '/home/ada/town-copy',
          kind: 'project',
          pairCount: 2,
          editCount: 1,
          notices: [],
        }),
      },
    })
    engine.refuse('pairs.edit', { code: 'cannot-write', path: '/pictures', message: 'It is not there.' })
    await button('Delete caption', part('list', 'Captions').getByRole('listitem').first()).click()
    await button('Save a copy of your work…', bar).click()
    await button('Save the copy here').click()
    await expect.element(statusSaying(/Your work on 2 pairs is in \/home\/ada\/town-copy/)).toBeVisible()
    const [input] = engine.inputsOf('project.saveCopy')
    expect(input).toMatchObject({
      into: '/home/ada',
      edits: [{ pairId: 1, label: 'Caption deleted' }],
      shown: { pair: { id: 1 } },
    })
    await expect.element(bar.getByText('1 change is not saved')).toBeVisible()
  })

  it('keeps on the screen what the disk has no room for, and stores it when it is tried again', async () => {
    const { engine } = await renderReview(1, { pairs })
    engine.refuse('pairs.edit', { code: 'cannot-write', path: '/pictures', message: 'The disk is full.' })
    const captions = part('list', 'Captions')
    await button('Delete caption', captions.getByRole('listitem').first()).click()
    await expect.element(alertSaying(/The disk is full\. Your change stays on the screen/)).toBeVisible()
    await expect.element(bar.getByText('1 change is not saved')).toBeVisible()
    await expect.poll(() => captions.getByRole('listitem').elements().length).toBe(1)
    const edit = engine.hold('pairs.edit')
    await button('Try again', bar).click()
    edit.answer({ pairId: 1, version: 1, diff: [], undoLabel: 'Caption deleted', redoLabel: null })
    await expect.element(bar.getByText('All changes saved')).toBeVisible()
    await expect.poll(() => captions.getByRole('listitem').elements().length).toBe(1)
  })
})

it('shows a job with its progress, and cancels it', async () => {
  const { engine } = await renderApp({ answers: { 'jobs.cancel': () => null } })
  engine.emit('job.changed', madeJob({ id: 7, title: 'Export to LEVIR-MCI', done: 1200, total: 5000 }))
  await expect.element(part('progressbar', 'Export to LEVIR-MCI: 1,200 of 5,000', bar)).toBeInTheDocument()
  await button('Cancel Export to LEVIR-MCI', bar).click()
  await expect.poll(() => engine.inputsOf('jobs.cancel')).toEqual([{ jobId: 7 }])
  engine.emit('job.changed', madeJob({ id: 7, title: 'Export to LEVIR-MCI', state: 'cancelled' }))
  await expect.element(bar.getByText(/Export to LEVIR-MCI/)).not.toBeInTheDocument()
})

it('closes the project from its menu', async () => {
  const { engine } = await renderApp({ pairs, route: 'queue', answers: { 'project.close': () => null } })
  await button('Project town', bar).click()
  await userEvent.click(part('menuitem', 'Close the project'))
  await expect.element(part('main', 'Open')).toBeVisible()
  expect(engine.inputsOf('project.close').length).toBe(1)
})
