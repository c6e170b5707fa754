import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { davir } from '../../davir/family'
import { openStagedModel } from '../predictor/testing'
import { initialValues } from '../../../graph'
import type { Parameter } from '../../../graph'
import { writeUntrainedPackage } from '../../ccrc/predictor/testing'
import { openPackage, readManifest, readPackageWeights } from '../../../packages/read-package'
import { encoderValues } from '../../layers/encoder-parameters'
import { familyNamed } from '../../registry'
import { trainOnSyntheticPairs } from '../../../training/synthetic/synthetic-run'
import { readRunSetup } from '../../../training/synthetic/run-setup'
import type { SyntheticRunOptions } from '../../../training/synthetic/run-setup'
import { scoreSystem } from '../../../training/evaluation/change-scores'
import { readScoreLog } from '../../../training/synthetic/run-log'
import type { TrainingLogEntry } from '../../../training/synthetic/run-log'
import { modelCard, writeRunPackage } from '../../../training/synthetic/run-package'
import { collectLog, writeSmallSet, smallRunOptions } from '../../../training/synthetic/testing'
import { readTrainingSet, TrainingSetError } from '../../../training/data/training-set'

let folder = ''
let data = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'family-run-'))
  data = join(folder, 'set')
  await writeSmallSet(data)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function options(
  out: string,
  family: string,
  without: readonly string[] = [],
  steps = 2,
): SyntheticRunOptions {
  return { ...smallRunOptions(data, join(folder, out), steps), family, without }
}

function train(run: SyntheticRunOptions, stopAt?: number): Promise<TrainingLogEntry[]> {
  return collectLog((onLine, signal) => trainOnSyntheticPairs(run, { onLine, signal }), stopAt)
}

test('a run that was stopped between its phases and in the second one has the losses of an unstopped one', async () => {
  const run = options('stopped', 'cheers', [], 6)
  const whole = await train(options('whole', 'cheers', [], 6))
  expect(whole.every(({ loss }) => Number.isFinite(loss))).toBe(true)
  expect(Object.keys(whole[1].terms)).toEqual(expect.arrayContaining(['retrieval', 'grounding']))
  expect(Object.keys(whole[2].terms)).toContain('caption')
  const parts = [await train(run, 2), await train(run, 5), await train(run)]
  expect(parts.map(({ length }) => length)).toEqual([2, 3, 1])
  expect(parts.flat().map(({ loss }) => loss)).toEqual(whole.map(({ loss }) => loss))
}, 900_000)

test('a run without a part becomes a package that records this, and scores on the same pairs as the run', async () => {
  const run = options('davir', 'davir', ['attentionControl'])
  const lines = await train({ ...run, dev: data })
  expect(lines.flatMap(({ terms }) => Object.keys(terms))).not.toContain('attention')
  const checkpoints = readScoreLog(run.out)
  // one at the end of the first phase, one at the end
  expect(checkpoints.map(({ step }) => step)).toEqual([1, 2])
  const scores = checkpoints[1]
  // of its own parts it has the entities alone
  expect(Object.keys(scores.contributions ?? {})).toEqual([
    'changed entity, true masks',
    'changed entity, own masks',
  ])
  const card = modelCard(run.out, 'small')
  expect(card).toContain('A DAVIR model')
  expect(card).toContain('- Left out: attentionControl.')
  const packageFolder = await writeRunPackage(run.out, folder, { id: 'small', version: '1', card })
  const manifest = await readManifest(packageFolder)
  expect(manifest).toMatchObject({ family: 'davir', without: ['attentionControl'] })
  expect(manifest.entities?.length).toBeGreaterThan(0)
  const network = await openStagedModel(davir, packageFolder, { provider: 'cpu', threads: 2 })
  const again = await scoreSystem(
    (pixels) => network.predict(pixels, { captions: true }),
    await readTrainingSet(data),
    { batch: 2 },
  )
  await network.release()
  // the package holds the run's weights in half precision
  expect(again.maskIou).toBeCloseTo(scores.maskIou, 2)
  expect(again.accuracy).toBe(scores.accuracy)
  expect(again.captions['CIDEr-D']).toBeCloseTo(scores['CIDEr-D'] ?? NaN, 2)
}, 900_000)

test('a run with a frozen encoder leaves it as it is and trains the rest', async () => {
  const encoder = await writeUntrainedPackage(join(folder, 'parents'))
  const run = options('seeing', 'rdd')
  await train({ ...run, encoder })
  expect(readRunSetup(run.out).options).toMatchObject({ sight: encoder })
  const packageFolder = await writeRunPackage(run.out, folder, { id: 'seeing', version: '1', card: '' })
  const [encoderPackage, own] = await Promise.all([encoder, packageFolder].map(weightsOf))
  const frozen = encoderValues(encoderPackage.values, own.parameters)
  expect(frozen.size).toBeGreaterThan(50)
  expect(new Map([...frozen.keys()].map((name) => [name, own.values.get(name)]))).toEqual(frozen)
  const initial = initialValues(own.parameters, run.seed).get('masks.read.weight')
  expect(own.values.get('masks.read.weight')).not.toEqual(initial)
}, 900_000)

async function weightsOf(
  folder: string,
): Promise<{ values: Map<string, Float32Array>; parameters: readonly Parameter[] }> {
  const opened = await openPackage(folder)
  const { manifest, tokenizer } = opened
  const sizes = { words: tokenizer.size, categories: manifest.categories.length }
  const parameters = familyNamed(manifest.family).network.build(sizes).parameters
  return { values: await readPackageWeights(opened, parameters), parameters }
}

test('a folder that holds another run, and a part that is not there, are refused', async () => {
  await expect(train(options('whole', 'rdd'))).rejects.toThrow(TrainingSetError)
  await expect(train(options('whole', 'cheers', ['gate']))).rejects.toThrow('holds a run of cheers')
  await expect(train(options('new', 'rdd', ['gate']))).rejects.toThrow('There is no part "gate"')
  await expect(train(options('new', 'other'))).rejects.toThrow('There is no family "other"')
})
