import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { partialFolder } from '../../dataset/export/partial-export'
import { EXPORT_MARK } from '../../dataset/scan'
import type { WorkerTasks } from '../../queue/worker-tasks'
import type { ProjectStore } from '../../store/project-store'
import { openTestStore } from '../../store/testing'
import { ExportJobs } from './export-jobs'
import { folderImages } from './pair-folder'

type End = Parameters<WorkerTasks['end']>[2]

let folder = ''
let out = ''
let store: ProjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-export-jobs-'))
  out = join(folder, 'out')
  mkdirSync(out)
  writeFileSync(join(out, EXPORT_MARK), 'coco\n')
  mkdirSync(partialFolder(out))
  writeFileSync(join(partialFolder(out), 'journal.db'), '')
  store = openTestStore(folder)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

/** How the job ended that is tried for the second time. */
async function endOfSecondTry(): Promise<End | undefined> {
  const ends: End[] = []
  const tasks: Partial<WorkerTasks> = {
    claim: () => Promise.resolve(2),
    progress: () => Promise.resolve(true),
    end: (_id, _worker, end) => Promise.resolve(void ends.push(end)),
  }
  const jobs = new ExportJobs({
    store,
    tasks: tasks as WorkerTasks,
    images: folderImages(folder),
    places: {
      folder,
      toBucket: (_out, _signal, write) => write(folder),
      isWholeInBucket: () => Promise.resolve(false),
    },
    self: { id: 'worker', machine: 'here' },
    version: '1',
    userFolder: folder,
  })
  const options = { out: 'out', format: 'coco', states: ['accepted'] }
  const data = { id: '6b9c5f0e-3c39-4e0a-9c55-5f1f0f6a4f11', options, folder }
  const { signal } = new AbortController()
  await jobs.make({ id: data.id, queue: '', data }, { stop: signal, drop: signal })
  return ends.at(0)
}

test('a data set whose worker died after it was moved into place is told as written', async () => {
  expect(await endOfSecondTry()).toMatchObject({ result: { out: `here:${out}` } })
})

test('a folder beside which files of the data set still wait is not told as written', async () => {
  mkdirSync(join(partialFolder(out), 'files'))
  expect(await endOfSecondTry()).toMatchObject({ failure: { code: 'cannot-write' } })
})
