import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trainingOptionsSchema, type TrainingRun } from '../../contract/training'
import { nodeProcessHost } from '../../process/process-host'
import { RunFolders } from './run-folders'
import { TrainingRuns } from './training-runs'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'deltascribe-runs-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

test('the models of runs that may go on are promised, those of runs that have ended are not', async () => {
  const folders = new RunFolders(parent)
  const options = trainingOptionsSchema.parse({})
  const states = ['paused', 'interrupted', 'failed', 'done', 'cancelled'] as const
  for (const [index, state] of states.entries()) {
    const run: TrainingRun = {
      id: `run-${index}`,
      createdAt: index,
      options,
      from: 'base',
      state,
      phase: 'training',
      message: '',
      train: 1,
      heldOut: 1,
      step: 0,
      steps: 1,
      secondsSpent: 0,
      secondsLeft: null,
      failure: null,
      model: null,
      verdict: null,
    }
    const job = {
      options,
      from: 'base',
      id: `boards-${state}`,
      models: parent,
      data: 'boards',
      replay: parent,
    }
    await folders.create(run, [], job)
  }
  const runs = new TrainingRuns(parent, nodeProcessHost, { onRun() {}, onLine() {}, onModel() {} })
  expect(runs.promised().sort()).toEqual(['boards-failed', 'boards-interrupted', 'boards-paused'])
})
