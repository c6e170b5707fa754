import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ExportReport } from '../../src/contract/work'
import { alertSaying, button, part, statusSaying, textbox } from '../testing/find'
import { proposedPair } from '../testing/made-pairs'
import { madeWorkers } from '../testing/made-workers'
import { countsOf, madeJob } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'
import type { MadeHandlers } from '../testing/made-engine'

const report: ExportReport = {
  out: '/out/town',
  format: 'levir-mci',
  pairCount: 40,
  regionCount: 90,
  captionCount: 120,
  splits: { train: 30, val: 10 },
  leftOut: [{ key: 'yard', reason: 'Its images have different sizes.' }],
  notices: ['There is no test split.'],
  unsupportedFields: ['12 categories are written as two classes.'],
}
const sample = { files: [{ path: 'train.json', bytes: 20, text: '{"images": []}' }] }
const preview = part('region', 'What will be written')

function renderDataset(answers: MadeHandlers = {}, isShared = false): Promise<Shown> {
  return renderApp({
    route: 'dataset',
    pairs: [proposedPair(1, 'harbour')],
    project: { isShared, pairCount: 60, counts: countsOf({ accepted: 40, unreviewed: 20 }) },
    answers: {
      'export.preview': () => ({ ...report, estimatedCount: 0 }),
      'export.sample': () => sample,
      'export.stopped': () => null,
      ...answers,
    },
  })
}

describe('what will be written', () => {
  it('is said by the list at once, until the exact count is there', async () => {
    const answers: (() => void)[] = []
    await renderDataset({
      'export.preview': () =>
        new Promise((resolve) => {
          answers.push(() => resolve({ ...report, estimatedCount: 0 }))
        }),
      'pairs.totals': () => ({ pairCount: 40, regionCount: 91, captionCount: 1 }),
    })
    const totals = /^40 pairs in these states, with 91 regions and 1 caption\. /
    await expect.element(preview.getByText(totals)).toBeVisible()
    await expect.poll(() => answers.length).toBe(1)
    answers[0]()
    await expect.element(preview).toHaveTextContent(/Regions\s*90/)
    await expect.element(preview.getByText(totals)).not.toBeInTheDocument()
  })
})

describe('a worker', () => {
  it('writes it where one takes exports, to a place of its own', async () => {
    const job = madeJob({ kind: 'export', state: 'running' })
    const answers = { 'workers.status': () => madeWorkers, 'export.ask': () => job }
    const { engine } = await renderDataset(answers, true)
    await part('radio', 'On a worker').click()
    await userEvent.fill(textbox('Where the worker writes it'), 's3://sets/town')
    await button('Export 40 pairs').click()
    await expect.poll(() => engine.inputsOf('export.ask')[0]?.out).toBe('s3://sets/town')
    expect(engine.inputsOf('export.stopped')).toEqual([])
  })
})

describe('the choice', () => {
  it('explains each format, and asks anew what it would write', async () => {
    const { engine } = await renderDataset()
    await expect.element(part('radio', 'LEVIR-MCI')).toBeChecked()
    await part('radio', 'COCO').click()
    await expect.element(page.getByText(/^Instances with run-length masks/)).toBeVisible()
    await expect.element(part('combobox', 'Masks')).toBeVisible()
    await expect.poll(() => engine.inputsOf('export.preview').at(-1)?.format).toBe('coco')
  })

  it('wants at least one state', async () => {
    await renderDataset()
    await part('checkbox', /^Accepted/).click()
    await part('checkbox', /^Corrected/).click()
    await expect.element(page.getByText('Choose at least one state.').first()).toBeVisible()
    await expect.element(button('Export')).toBeDisabled()
  })

  it('wants a folder to write, and says so at its button', async () => {
    await renderDataset()
    const start = button('Export 40 pairs')
    await expect.element(start).toBeDisabled()
    await expect.element(start).toHaveAccessibleDescription('Choose the folder to write.')
    await userEvent.fill(textbox('Folder to write'), '/out/town')
    await expect.element(start).toBeEnabled()
  })
})

describe('the preview', () => {
  it('counts what would be written, and tells what is left out and lost', async () => {
    await renderDataset()
    await expect.element(preview).toHaveTextContent(/Pairs\s*40\s*Regions\s*90\s*Captions\s*120/)
    await expect.element(part('row', 'train 30', preview)).toBeVisible()
    await expect.element(part('row', 'yard Its images have different sizes.', preview)).toBeVisible()
    await expect.element(preview.getByText('12 categories are written as two classes.')).toBeVisible()
    await expect.element(preview.getByText('There is no test split.')).toBeVisible()
    await expect.element(preview.getByText(/a pair keeps its split in later exports/)).toBeVisible()
    await expect.element(page.getByText('{"images": []}')).toBeVisible()
  })

  it('opens the page of the set at the file that tells most of it', async () => {
    const paths = ['README.md', 'manifest.sha256', 'pairs.jsonl', 'segmentations.json']
    const files = paths.map((path) => ({ path, bytes: 9, text: `what ${path} says` }))
    await renderDataset({ 'export.sample': () => ({ files }) })
    await expect
      .element(part('region', 'A page of it').getByText('what segmentations.json says'))
      .toBeVisible()
  })

  it('says that no pair has one of these states yet', async () => {
    await renderDataset({
      'export.preview': () => ({ ...report, pairCount: 0, leftOut: [], estimatedCount: 0 }),
    })
    await expect.element(button('Export')).toHaveAccessibleDescription(/^No pair has one of these states yet/)
  })

  it('is counted again for as long as pairs are estimated', async () => {
    // time passes as usual, and can be made to pass at once
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    let estimatedCount = 7
    const { engine } = await renderDataset({
      'export.preview': () => ({ ...report, pairCount: 40 + estimatedCount, estimatedCount }),
    })
    await expect.element(preview).toHaveTextContent(/Pairs\s*47/)
    estimatedCount = 0
    await vi.advanceTimersByTimeAsync(3000)
    await expect.element(preview).toHaveTextContent(/Pairs\s*40/)
    const counted = engine.inputsOf('export.preview').length
    await part('radio', 'LLaVA conversations').click()
    await expect.poll(() => engine.inputsOf('export.preview')).toHaveLength(counted + 1)
  })

  it('alerts to a count that fails', async () => {
    const { engine } = await renderDataset()
    await expect.element(preview).toHaveTextContent('40')
    engine.refuse('export.preview', { code: 'internal', message: 'The store is damaged.' })
    await part('radio', 'LLaVA conversations').click()
    await expect.element(alertSaying('The store is damaged.')).toBeVisible()
  })
})

async function started(): Promise<Shown> {
  const shown = await renderDataset({
    'export.start': () => madeJob({ id: 5, title: 'Export', total: 40 }),
    'jobs.cancel': () => null,
  })
  await userEvent.fill(textbox('Folder to write'), '/out/town')
  await button('Export 40 pairs').click()
  return shown
}

const notEmpty = { code: 'conflict' as const, message: 'There is something in that folder.' }

describe('an export', () => {
  it('shows how far it is, then what came of it', async () => {
    const { engine } = await started()
    await expect.poll(() => engine.inputsOf('export.start')[0]?.out).toBe('/out/town')
    engine.emit('job.changed', madeJob({ id: 5, done: 12, total: 40 }))
    await expect.element(part('progressbar', 'Writing 12 of 40')).toBeInTheDocument()
    await expect
      .element(button('Export 40 pairs'))
      .toHaveAccessibleDescription(/^Another export is under way/)
    engine.emit('job.changed', madeJob({ id: 5, state: 'done', done: 40, total: 40, exportReport: report }))
    await expect.element(statusSaying('Exported 40 pairs')).toHaveTextContent('/out/town')
  })

  it('goes into a bucket by its address, and says that it is uploaded', async () => {
    const { engine } = await renderDataset({ 'export.start': () => madeJob({ id: 5, title: 'Export' }) })
    const uploaded = page.getByText(/^It is written on this disk first, and then uploaded/)
    await userEvent.fill(textbox('Folder to write'), '/out/town')
    await expect.element(uploaded).not.toBeInTheDocument()
    await userEvent.fill(textbox('Folder to write'), 's3://sets/town')
    await expect.element(uploaded).toBeVisible()
    await button('Export 40 pairs').click()
    await expect.poll(() => engine.inputsOf('export.start')[0]?.out).toBe('s3://sets/town')
    const exportReport = { ...report, out: 's3://sets/town' }
    engine.emit('job.changed', madeJob({ id: 5, state: 'done', done: 9, total: 9, exportReport }))
    await expect.element(statusSaying('Exported 40 pairs')).toHaveTextContent('s3://sets/town')
    await expect.element(button('Open the folder')).not.toBeInTheDocument()
  })

  it('says below its button why it was refused, until another folder is named', async () => {
    const { engine } = await renderDataset()
    engine.refuse('export.start', { code: 'conflict', message: 'There is something in that folder.' })
    await userEvent.fill(textbox('Folder to write'), '/out/full')
    await button('Export 40 pairs').click()
    const refusal = alertSaying('There is something in that folder.')
    await expect.element(refusal).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Notices' })).toBeEmptyDOMElement()
    await userEvent.fill(textbox('Folder to write'), '/out/town')
    await expect.element(refusal).not.toBeInTheDocument()
    engine.on('export.start', () => madeJob({ id: 5, title: 'Export', total: 40 }))
    await button('Export 40 pairs').click()
    await expect.element(part('progressbar', 'Writing 0 of 40')).toBeInTheDocument()
  })

  it('puts its result away once another folder is named', async () => {
    const { engine } = await started()
    engine.emit('job.changed', madeJob({ id: 5, done: 12, total: 40 }))
    const running = part('progressbar', 'Writing 12 of 40')
    await expect.element(running).toBeInTheDocument()
    await userEvent.fill(textbox('Folder to write'), '/out/other')
    await expect.element(running).toBeInTheDocument()
    engine.emit('job.changed', madeJob({ id: 5, state: 'failed', failure: notEmpty }))
    const failed = statusSaying('The export failed. There is something in that folder.')
    await expect.element(failed).toBeVisible()
    await userEvent.fill(textbox('Folder to write'), '/out/third')
    await expect.element(failed).not.toBeInTheDocument()
    engine.on('export.start', () => madeJob({ id: 6, title: 'Export', total: 40 }))
    await button('Export 40 pairs').click()
    await expect.element(part('progressbar', 'Writing 0 of 40')).toBeInTheDocument()
  })

  it('shows what came of it where a worker went on with it while nobody looked', async () => {
    const { engine } = await renderDataset()
    const exportReport = { ...report, out: 'tower:/sets/town' }
    engine.emit('job.changed', madeJob({ id: 9, state: 'done', done: 40, total: 40, exportReport }))
    await expect.element(statusSaying('Exported 40 pairs')).toHaveTextContent('tower:/sets/town')
  })

  it('is stopped by its button, and goes on from there later', async () => {
    const { engine } = await started()
    await button('Stop the export').click()
    await expect.poll(() => engine.inputsOf('jobs.cancel')).toEqual([{ jobId: 5 }])
    engine.on('export.stopped', () => ({ pairCount: 12 }))
    engine.on('export.discard', () => null)
    engine.emit('job.changed', madeJob({ id: 5, state: 'cancelled', done: 12, total: 40 }))
    await expect.element(statusSaying('The export was stopped.')).toBeVisible()
    await expect
      .element(statusSaying('An export to this folder was stopped: 12 pairs are done.'))
      .toBeVisible()
    engine.on('export.stopped', () => null)
    await button('Throw it away').click()
    await expect.poll(() => engine.inputsOf('export.discard')).toEqual([{ out: '/out/town' }])
    await expect.element(button('Throw it away')).not.toBeInTheDocument()
  })

  it('says why it failed', async () => {
    const { engine } = await started()
    const failure = { code: 'cannot-write' as const, path: '/out', message: 'The disk is full.' }
    engine.emit('job.changed', madeJob({ id: 5, state: 'failed', failure }))
    await expect.element(statusSaying('The export failed. The disk is full.')).toBeVisible()
  })

  it('says so where the engine stopped while it ran', async () => {
    const { engine } = await started()
    await expect.element(button('Stop the export')).toBeVisible()
    engine.disconnect()
    engine.connect()
    await expect.element(statusSaying(/^The export failed\. The engine stopped while it ran\./)).toBeVisible()
  })
})

it('has no violations that axe-core finds', async () => {
  await renderDataset()
  await expect.element(page.getByText('{"images": []}')).toBeVisible()
  expect(await violations()).toEqual([])
})
