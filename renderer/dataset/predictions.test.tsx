import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { PredictionReport } from '../../src/contract/dataset'
import { button, dialog, part, textbox } from '../testing/find'
import { madePair } from '../testing/made-pairs'
import { madeJob, madeProject } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const importing = dialog('Import a data set')
const planned: PredictionReport = {
  source: '/runs/results.json',
  name: 'my-model',
  format: 'coco-results',
  version: '3f9ac2',
  isStored: false,
  itemCount: 24,
  pairCount: 3,
  matchedBy: { key: 2, path: 0, name: 1 },
  regionCount: 7,
  captionCount: 0,
  earlierCount: 1,
  unmatchedCount: 21,
  unmatched: [{ item: 'test/9', reason: 'No pair of the project has this name.' }],
  leftOutCount: 1,
  warningCount: 0,
  problems: [{ file: 'results.json', line: 4, item: 'test/2', message: 'score: NaN.', level: 'error' }],
}
const options = { source: '/runs/results.json', format: null, name: 'my-model', replaces: false }

async function chosen(): Promise<Shown> {
  const shown = await renderApp({
    route: 'dataset',
    pairs: [madePair(1, 'harbour')],
    answers: {
      'predictions.plan': () => madeJob({ id: 6, kind: 'predictions' }),
      'predictions.start': () => madeJob({ id: 7, kind: 'predictions' }),
      'jobs.cancel': () => null,
    },
  })
  await button('Import a data set…').click()
  await part('radio', 'Proposals for the open project', importing).click()
  await expect.element(button('Look them over', importing)).toBeDisabled()
  await userEvent.fill(textbox('Predictions', importing), options.source)
  await userEvent.fill(textbox('Name of the model', importing), options.name)
  return shown
}

it('looks predictions over, and then imports what was looked at', async () => {
  const { engine } = await chosen()
  await button('Look them over', importing).click()
  await expect.poll(() => engine.inputsOf('predictions.plan')).toEqual([options])
  engine.emit('job.changed', madeJob({ id: 6, kind: 'predictions', done: 12 }))
  await expect.element(part('progressbar', '12 predictions read', importing)).toBeInTheDocument()
  engine.emit(
    'job.changed',
    madeJob({ id: 6, kind: 'predictions', state: 'done', predictionReport: planned }),
  )
  await expect.element(importing.getByText('3 of 24 predictions can be imported')).toBeVisible()
  await expect.element(importing.getByText('Matched by key: 2, by path: 0, by file name: 1')).toBeVisible()
  const unmatched = part('region', '21 predictions without a pair', importing)
  await expect.element(part('row', 'test/9 No pair of the project has this name.', unmatched)).toBeVisible()
  await expect.element(unmatched.getByText('and 20 more')).toBeVisible()
  await expect.element(part('row', 'results.json:4 test/2 score: NaN.', importing)).toBeVisible()
  expect(await violations()).toEqual([])

  // an earlier import of this name is replaced only where the user says so
  await expect.element(button('Import 3 proposals', importing)).toBeDisabled()
  await importing.getByLabelText('Replace the proposal by my-model that 1 of these pairs has').click()
  await button('Import 3 proposals', importing).click()
  await expect.poll(() => engine.inputsOf('predictions.start')).toEqual([{ ...options, replaces: true }])
  engine.emit('job.changed', madeJob({ id: 7, kind: 'predictions', done: 1, total: 3 }))
  await expect.element(part('progressbar', '1 of 3 stored', importing)).toBeInTheDocument()
  const stored = { ...planned, isStored: true }
  engine.emit('job.changed', madeJob({ id: 7, kind: 'predictions', state: 'done', predictionReport: stored }))
  await expect.element(importing.getByText('Imported 3 proposals by my-model')).toBeVisible()
  await expect.element(button('Import 3 proposals', importing)).not.toBeInTheDocument()
})

it('takes another look where the choice has changed', async () => {
  const { engine } = await chosen()
  await button('Look them over', importing).click()
  const report = { ...planned, earlierCount: 0 }
  engine.emit('job.changed', madeJob({ id: 6, kind: 'predictions', state: 'done', predictionReport: report }))
  await expect.element(button('Import 3 proposals', importing)).toBeEnabled()
  await userEvent.fill(textbox('Name of the model', importing), 'another')
  await expect.element(button('Import 3 proposals', importing)).not.toBeInTheDocument()
})

it('is cancelled by its button, and says why it failed', async () => {
  const { engine } = await chosen()
  await button('Look them over', importing).click()
  await button('Cancel', importing).click()
  await expect.poll(() => engine.inputsOf('jobs.cancel')).toEqual([{ jobId: 6 }])
  const failure = { code: 'invalid-input' as const, message: 'Nothing in /runs can be taken as masks.' }
  engine.emit('job.changed', madeJob({ id: 6, kind: 'predictions', state: 'failed', failure }))
  await expect.element(importing.getByText(failure.message)).toBeVisible()
})

it('is not offered where no project is open', async () => {
  await renderApp({ answers: {} })
  await button('Import a data set…').click()
  await expect.element(button('Import', importing)).toBeDisabled()
  await expect.element(part('radio', 'Proposals for the open project', importing)).not.toBeInTheDocument()
})

it('are looked over anew for another project', async () => {
  const { engine } = await chosen()
  await button('Look them over', importing).click()
  await expect.poll(() => engine.inputsOf('predictions.plan')).toHaveLength(1)
  engine.emit(
    'job.changed',
    madeJob({ id: 6, kind: 'predictions', state: 'done', predictionReport: planned }),
  )
  await expect.element(importing.getByText('3 of 24 predictions can be imported')).toBeVisible()
  engine.emit('project.changed', madeProject({ storePath: '/pictures/other/.deltascribe/project.db' }))
  await expect.element(importing.getByText('3 of 24 predictions can be imported')).not.toBeInTheDocument()
})
