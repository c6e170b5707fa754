import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { modelComparisonSchema } from '../../contract/model-comparison'
import type { TrainingLine } from '../../contract/training'
import type { ModelComparison } from '../../contract/model-comparison'
import { initialValues } from '../../graph'
import { openPackage, readManifest } from '../../packages/read-package'
import { ccrcLayout } from '../../models/ccrc/network/stages'
import { INITIAL_PROGRESS } from './presets'
import { readJob, RUN_FILES } from '../run-folder'
import type { FineTuneJob } from '../run-folder'
import { saveModel } from './fine-tune-run'
import { writeUntrainedPackage, writeRun } from './testing'
import { readSetup, withProvider } from './fine-tune-setup'

let folder = ''
let models = ''
let from = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'save-model-'))
  models = join(folder, 'models')
  from = await writeUntrainedPackage(join(folder, 'parents'))
}, 120_000)
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const comparison: ModelComparison = {
  word: 'cannot-tell',
  sentence: '',
  pairCount: 0,
  asProposedCount: 0,
  metrics: [],
  rows: [],
  before: 'fresh',
  after: 'boards-1',
}
const lines: TrainingLine[] = []

/** The end of a run without training; returns the folder of its model. */
test.each([
  [{ device: null, lastProvider: 'webgpu' }, 'cpu'],
  [{ device: 'webgpu', lastProvider: null }, null],
  [{ device: 'webgpu', lastProvider: 'webgpu' }, 'webgpu'],
  [{ device: 'webgpu', lastProvider: 'cpu' }, 'cpu'],
  [{ device: 'webgpu', lastProvider: 'cuda' }, null],
] as const)('of %j an automatic run begins on %s', async (known, provider) => {
  const run = join(folder, `begins-${known.device ?? 'none'}-${known.lastProvider ?? 'none'}`)
  writeRun(run, [], { from, models, replay: folder, ...known }, {})
  expect(await readSetup(run, readJob(run), [], await openPackage(from))).toMatchObject({ provider })
})

async function finish(
  name: string,
  overrides: Partial<Pick<FineTuneJob, 'id' | 'taken'>> = {},
): Promise<string> {
  const run = join(folder, name)
  writeRun(run, [], { from, models, replay: join(folder, 'replay'), id: 'boards-1', ...overrides }, {})
  const job = readJob(run)
  const parent = await openPackage(from)
  const setup = withProvider(await readSetup(run, job, [], parent), job, 'cpu')
  const sizes = { categories: parent.manifest.categories.length, words: parent.tokenizer.size }
  const { parameters } = ccrcLayout(sizes)
  const task = { parameters, manifestFields: {}, cardNotes: [] }
  const control = { emit: (line: TrainingLine) => void lines.push(line), isPauseRequested: () => false }
  const context = { run, job, parent, setup, trainingPairs: [], heldOut: [], task, control }
  const model = await saveModel(
    context,
    { progress: INITIAL_PROGRESS, values: initialValues(parameters, 7) },
    comparison,
  )
  const verdict = modelComparisonSchema.parse(JSON.parse(readFileSync(join(run, RUN_FILES.verdict), 'utf8')))
  expect(verdict.after).toBe((await readManifest(model)).id)
  return model
}

test('a model that took the reserved id meanwhile stays, and the next free one is reported', async () => {
  const other = await writeUntrainedPackage(models, 'boards-1')
  const before = readFileSync(join(other, 'model.json'), 'utf8')
  expect(await finish('run-1', { taken: ['boards-2'] })).toBe(join(models, 'boards-3'))
  expect(readFileSync(join(other, 'model.json'), 'utf8')).toBe(before)
  expect(lines).toEqual([
    { type: 'notice', message: 'Another model is called boards-1: this one is boards-3.' },
  ])
  expect(await finish('run-2')).toBe(join(models, 'boards-2'))
}, 120_000)

test('a run that was ended after it wrote its model replaces that one, whatever its id, and makes no second', async () => {
  const other = await writeUntrainedPackage(models, 'boards-1')
  const model = await finish('run-1')
  expect((await readManifest(model)).training).toMatchObject({ run: 'run-1' })
  expect(await finish('run-1')).toBe(model)
  rmSync(other, { recursive: true })
  expect(await finish('run-1')).toBe(model)
  expect(readdirSync(models)).toEqual(['boards-2'])
}, 120_000)
