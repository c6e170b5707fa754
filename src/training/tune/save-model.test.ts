import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verdictSchema, type TrainingLine, type Verdict } from '../../contract/training'
import { initialValues } from '../../graph'
import { openPackage, readManifest } from '../../packages/read-package'
import { ccrcLayout } from '../../systems/ccrc/inference'
import { atStart } from './progress'
import { readJob, runFiles, type TuneJob } from './run-folder'
import { saveModel } from './save-model'
import { writeFreshPackage, writeRun } from './testing'
import { readSetup } from './tune-setup'

let folder = ''
let models = ''
let from = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'save-model-'))
  models = join(folder, 'models')
  from = await writeFreshPackage(join(folder, 'parents'))
}, 120_000)
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const judged: Verdict = {
  word: 'cannot-tell',
  sentence: '',
  pairCount: 0,
  metrics: [],
  rows: [],
  before: 'fresh',
  after: 'boards-1',
}
const lines: TrainingLine[] = []

/** The end of a run that learned nothing; returns the folder of its model. */
async function finish(name: string, given: Partial<Pick<TuneJob, 'id' | 'taken'>> = {}): Promise<string> {
  const run = join(folder, name)
  writeRun(run, [], { from, models, replay: join(folder, 'replay'), id: 'boards-1', ...given }, {})
  const job = readJob(run)
  const parent = await openPackage(from)
  const setup = await readSetup(run, job, [], parent)
  const sizes = { categories: parent.manifest.categories.length, words: parent.tokenizer.size }
  const { parameters } = ccrcLayout(sizes)
  const lesson = { parameters, kept: {}, remarks: [] }
  const outside = { say: (line: TrainingLine) => void lines.push(line), wantsPause: () => false }
  const tuning = { run, job, parent, setup, learned: [], heldOut: [], lesson, outside }
  const model = await saveModel(tuning, { progress: atStart, values: initialValues(parameters, 7) }, judged)
  const verdict = verdictSchema.parse(JSON.parse(readFileSync(join(run, runFiles.verdict), 'utf8')))
  expect(verdict.after).toBe((await readManifest(model)).id)
  return model
}

test('a model that took the promised id meanwhile stays, and the next free one is told', async () => {
  const other = await writeFreshPackage(models, 'boards-1')
  const before = readFileSync(join(other, 'model.json'), 'utf8')
  expect(await finish('run-1', { taken: ['boards-2'] })).toBe(join(models, 'boards-3'))
  expect(readFileSync(join(other, 'model.json'), 'utf8')).toBe(before)
  expect(lines).toEqual([
    { type: 'notice', message: 'Another model is called boards-1: this one is boards-3.' },
  ])
  expect(await finish('run-2')).toBe(join(models, 'boards-2'))
}, 120_000)

test('a run that was ended after it wrote its model replaces that one, whatever its id, and makes no second', async () => {
  const other = await writeFreshPackage(models, 'boards-1')
  const model = await finish('run-1')
  expect((await readManifest(model)).training).toMatchObject({ run: 'run-1' })
  expect(await finish('run-1')).toBe(model)
  rmSync(other, { recursive: true })
  expect(await finish('run-1')).toBe(model)
  expect(readdirSync(models)).toEqual(['boards-2'])
}, 120_000)
