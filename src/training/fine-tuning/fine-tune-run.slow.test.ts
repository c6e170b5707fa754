import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeUntrainedPhoto } from '../../models/photo/testing-untrained'
import { modelComparisonSchema } from '../../contract/model-comparison'
import type { TrainingLine } from '../../contract/training'
import { readManifest } from '../../packages/read-package'
import { FineTuneError } from '../data/corrected-pair'
import type { CorrectedPair } from '../data/corrected-pair'
import { RUN_FILES } from '../run-folder'
import { makeCorrectedPairs, runAttempt, writeUntrainedPackage, writeRun } from './testing'
import { runFineTune } from './fine-tune-run'
import { PausedError } from './fine-tune-context'

let folder = ''
/** Has words, and both stages: a kill comes at the end of the first. */
let from = ''
/** Has a smaller graph, which opens in a third of the time. */
let small = ''
let items: CorrectedPair[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tune-run-'))
  from = await writeUntrainedPackage(join(folder, 'parents'))
  small = await writeUntrainedPhoto(join(folder, 'parents'))
  items = await makeCorrectedPairs(join(folder, 'images'), 9)
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function begin(name: string, steps: number | null, model = from): string {
  const run = join(folder, name)
  writeRun(
    run,
    items,
    { from: model, models: join(folder, `${name}-models`), replay: join(folder, 'replay') },
    { steps },
  )
  return run
}

async function follow(run: string, pauseAt = Infinity): Promise<{ model: string; lines: TrainingLine[] }> {
  const lines: TrainingLine[] = []
  let step = 0
  const model = await runFineTune(run, {
    emit(line) {
      lines.push(line)
      if (line.type === 'step') {
        step = line.step
      }
      if (line.type === 'score') {
        step = line.step
      }
    },
    isPauseRequested: () => step >= pauseAt,
  })
  return { model, lines }
}

const weightsOf = (model: string): Buffer => readFileSync(join(model, 'weights.safetensors'))
let packageFolder = ''

test('a run makes a model with new words, its parent and a verdict', async () => {
  const run = begin('whole', 4)
  const { model, lines } = await follow(run)
  packageFolder = model
  const manifest = await readManifest(model)
  expect(manifest).toMatchObject({ id: 'tuned', parent: 'fresh', worlds: ['blocks', 'made'] })
  expect(manifest.training).toMatchObject({ kind: 'fine-tune', pairs: 6, heldOut: 3, steps: 4 })
  const scores = lines.filter((line) => line.type === 'score')
  expect(scores.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4])
  expect(scores.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
  // the model that it begins with is no candidate
  expect(scores[0].isBest).toBe(false)
  const verdict = modelComparisonSchema.parse(JSON.parse(readFileSync(join(run, RUN_FILES.verdict), 'utf8')))
  expect(verdict).toMatchObject({ word: 'cannot-tell', pairCount: 3, before: 'fresh', after: 'tuned' })
  const gains = verdict.rows.map(({ gain }) => gain)
  expect(gains).toEqual(gains.toSorted((a, b) => b - a))
}, 1_200_000)

test('a run of one step takes one, and is scored', async () => {
  const { model, lines } = await follow(begin('one-step', 1, small))
  expect(lines.flatMap((line) => (line.type === 'score' ? [line.step] : []))).toEqual([0, 1])
  expect((await readManifest(model)).training).toMatchObject({ steps: 1 })
}, 600_000)

function isFourthCompared(line: TrainingLine): boolean {
  return line.type === 'phase' && line.phase === 'comparing' && line.done === 4
}

test('a run that was killed and paused has the same weights as an uninterrupted one', async () => {
  const run = begin('stopped', 4)
  expect(
    await runAttempt(run, (line) => (line.type === 'phase' && line.done === 2 ? 'kill' : null)),
  ).toBeNull()
  expect(
    await runAttempt(run, (line) => (line.type === 'score' && line.step === 2 ? 'kill' : null)),
  ).toBeNull()
  expect(
    await runAttempt(run, (line) => (line.type === 'phase' && line.phase === 'measuring' ? 'pause' : null)),
  ).toBe('paused')
  expect(await runAttempt(run, (line) => (isFourthCompared(line) ? 'kill' : null))).toBeNull()
  const model = await runAttempt(run, () => null)
  expect(model).toBe(join(folder, 'stopped-models', 'tuned'))
  expect(weightsOf(model ?? '').equals(weightsOf(packageFolder))).toBe(true)
}, 2_400_000)

test('a vanished image ends the run and names the file; with the file back it continues', async () => {
  const run = begin('vanished', 2, small)
  const away = `${items[4].after}.away`
  renameSync(items[4].after, away)
  const failed = await follow(run).then(
    () => null,
    (error: unknown) => error,
  )
  expect(failed).toBeInstanceOf(FineTuneError)
  expect(failed).toMatchObject({ path: items[4].after })
  expect((failed as FineTuneError).message).toContain('4-after.png')
  renameSync(away, items[4].after)
  await expect(follow(run, 1)).rejects.toThrow(PausedError)
}, 600_000)

test('a run that is paused while its steps are measured starts them again', async () => {
  const run = begin('uncounted', null, small)
  await expect(follow(run, 1)).rejects.toThrow(PausedError)
  expect(readdirSync(join(run, RUN_FILES.checkpoints))).toEqual([])
}, 600_000)

test('a run whose loss is not a number fails with a message, and saves nothing', async () => {
  const run = begin(
    'astray',
    2,
    await writeUntrainedPackage(join(folder, 'astray-parents'), 'astray', 1e30, ['refinement']),
  )
  const failed = await follow(run).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(FineTuneError)
  expect((failed as FineTuneError).message).toBe(
    'The loss is not a number after step 1: choose a lower learning rate.',
  )
  expect(readdirSync(join(run, RUN_FILES.checkpoints))).toEqual([])
}, 600_000)
