import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ImportReport } from '../../src/contract/dataset'
import { button, dialog, part, textbox } from '../testing/find'
import { madeJob, madeProject } from '../testing/made-project'
import { renderApp, violations } from '../testing/mount'
import type { Shown } from '../testing/mount'

const importing = dialog('Import a data set')
const report: ImportReport = {
  source: '/sets/levir',
  into: '/sets/levir-pairs',
  format: 'levir-mci',
  pairCount: 20,
  regionCount: 1,
  captionCount: 100,
  splits: { train: 20 },
  leftOutCount: 1,
  warningCount: 2,
  problems: [
    {
      file: 'captions.json',
      line: 12,
      item: 'train_0004',
      message: 'Its after image is missing.',
      level: 'error',
    },
  ],
}

async function started(): Promise<Shown> {
  const shown = await renderApp({
    answers: {
      'import.start': () => madeJob({ id: 4, kind: 'import', title: 'Import' }),
      'jobs.cancel': () => null,
      'project.open': () => madeProject(),
    },
  })
  await button('Import a data set…').click()
  await expect.element(button('Import', importing)).toBeDisabled()
  await userEvent.fill(textbox('Data set', importing), '/sets/levir')
  await userEvent.fill(textbox('Folder to make', importing), '/sets/levir-pairs')
  await button('Import', importing).click()
  return shown
}

it('imports what was chosen, tells what was left out, and opens the project', async () => {
  const { engine } = await started()
  await expect
    .poll(() => engine.inputsOf('import.start'))
    .toEqual([{ source: '/sets/levir', into: '/sets/levir-pairs', format: null, imageFolder: null }])
  engine.emit('job.changed', madeJob({ id: 4, kind: 'import', done: 7 }))
  await expect.element(part('progressbar', '7 pairs so far', importing)).toBeInTheDocument()
  engine.emit('job.changed', madeJob({ id: 4, kind: 'import', state: 'done', importReport: report }))
  await expect.element(importing.getByText('Imported 20 pairs of LEVIR-MCI')).toBeVisible()
  await expect.element(importing.getByText('1 region, 100 captions')).toBeVisible()
  await expect
    .element(part('row', 'captions.json:12 train_0004 Its after image is missing.', importing))
    .toBeVisible()
  await expect.element(importing.getByText('and 2 more')).toBeVisible()
  expect(await violations()).toEqual([])
  await button('Open the project', importing).click()
  await expect.element(part('main', 'Queue')).toBeVisible()
  expect(engine.inputsOf('project.open')[0]?.folder).toBe('/sets/levir-pairs')
})

it('is cancelled by its button, and leaves nothing behind', async () => {
  const { engine } = await started()
  await button('Cancel the import', importing).click()
  await expect.poll(() => engine.inputsOf('jobs.cancel')).toEqual([{ jobId: 4 }])
  engine.emit('job.changed', madeJob({ id: 4, kind: 'import', state: 'cancelled' }))
  await expect
    .element(importing.getByText('The import was cancelled. Nothing was left behind.'))
    .toBeVisible()
})

it('says why it failed', async () => {
  const { engine } = await started()
  const failure = { code: 'not-found' as const, message: '/sets/levir holds no data set that can be read.' }
  engine.emit('job.changed', madeJob({ id: 4, kind: 'import', state: 'failed', failure }))
  await expect.element(importing.getByText(failure.message)).toBeVisible()
})
