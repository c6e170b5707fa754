import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CcrcModel } from '../predictor/model'
import { writeUntrainedPackage } from '../predictor/testing'
import { readManifest } from '../../../packages/read-package'
import { trainOnSyntheticPairs } from '../../../training/synthetic/synthetic-run'
import type { SyntheticRunOptions } from '../../../training/synthetic/run-setup'
import { readScoreLog } from '../../../training/synthetic/run-log'
import type { TrainingLogEntry } from '../../../training/synthetic/run-log'
import { modelCard, writeRunPackage } from '../../../training/synthetic/run-package'
import { collectLog, writeSmallSet, smallRunOptions } from '../../../training/synthetic/testing'
import { readTrainingSet, TrainingSetError } from '../../../training/data/training-set'

let folder = ''
let data = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ccrc-run-'))
  data = join(folder, 'set')
  await writeSmallSet(data)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Captions are trained from the third of its steps, refinement in the last one. */
function options(out: string): SyntheticRunOptions {
  return { ...smallRunOptions(data, join(folder, out), 8), family: 'ccrc', without: [] }
}

function train(run: SyntheticRunOptions, stopAt?: number): Promise<TrainingLogEntry[]> {
  return collectLog((onLine, signal) => trainOnSyntheticPairs(run, { onLine, signal }), stopAt)
}

test('a stopped run continues with the losses of an unstopped one, and becomes a model', async () => {
  const whole = await train({ ...options('whole'), dev: data })
  expect(whole.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(whole.every(({ loss }) => Number.isFinite(loss))).toBe(true)
  expect(Object.keys(whole[0].terms)).not.toContain('againCaption')
  expect(Object.keys(whole[2].terms)).toContain('caption')
  expect(Object.keys(whole[6].terms)).not.toContain('againCaption')
  expect(Object.keys(whole[7].terms)).toContain('againCaption')

  // a checkpoint at the end of each phase; before captions there is nothing to measure
  const words = ['words by the mask, not none', 'words by the mask, not another']
  const measured = readScoreLog(options('whole').out).map(({ step, contributions = {} }) => [
    step,
    Object.keys(contributions),
  ])
  expect(measured).toEqual([
    [2, []],
    [7, words],
    [8, [...words, 'mask refined by words']],
  ])

  const stopped = await train(options('stopped'), 1)
  const rest = await train(options('stopped'))
  expect([...stopped, ...rest].map(({ loss }) => loss)).toEqual(whole.map(({ loss }) => loss))

  const run = options('stopped')
  const card = modelCard(run.out, 'small')
  expect(card).toContain('6 synthetic pairs in 1 sets; 16 pairs were used in 8 steps of 2.')
  const packageFolder = await writeRunPackage(run.out, folder, { id: 'small', version: '1', card })
  expect(readFileSync(join(packageFolder, 'CARD.md'), 'utf8')).toBe(card)
  const model = await CcrcModel.open(packageFolder, { provider: 'cpu', threads: 2 })
  const [pair] = await readTrainingSet(data)
  expect(model.manifest.categories).toContain(pair.record.categories[0] ?? model.manifest.categories[0])
  await model.release()
}, 300_000)

test('a model records its parent, the worlds of both, and the parts that it lacks', async () => {
  const aerial = join(folder, 'aerial')
  cpSync(data, aerial, { recursive: true })
  const records = readFileSync(join(data, 'pairs.jsonl'), 'utf8').split('\n')
  const aerialRecords = records.filter((line) => line.includes('"world":"aerial"'))
  writeFileSync(join(aerial, 'pairs.jsonl'), `${aerialRecords.join('\n')}\n`)
  const from = await writeUntrainedPackage(join(folder, 'parents'), 'street-model')
  const manifest = readFileSync(join(from, 'model.json'), 'utf8')
  writeFileSync(join(from, 'model.json'), manifest.replace('"blocks"', '"street"'))
  const whole = { ...options('child'), data: [aerial], from, steps: 1, batch: 1, logEvery: 50 }
  const run = { ...whole, without: ['refinement'] }
  await train(run)
  await expect(train(whole)).rejects.toThrow('holds a run of ccrc without refinement')
  const card = modelCard(run.out, 'child')
  expect(card).toContain('1 pairs were used in 1 steps of 1.')
  expect(card).toContain('- Left out: refinement.')
  const packageFolder = await writeRunPackage(run.out, folder, { id: 'child', version: '1', card })
  expect(await readManifest(packageFolder)).toMatchObject({
    parent: 'street-model',
    worlds: ['street', 'aerial'],
    without: ['refinement'],
  })
  const grandchild = { ...whole, out: join(folder, 'grandchild'), from: packageFolder }
  await expect(train(grandchild)).rejects.toThrow(
    'child was trained without refinement: add --without refinement, or begin with another model.',
  )
}, 180_000)

test('a folder that is no training set is refused with the command that writes one', async () => {
  await expect(readTrainingSet(folder)).rejects.toThrow(TrainingSetError)
  await expect(readTrainingSet(folder)).rejects.toThrow('--layout training')
})

test('an unknown part is named with the known ones', async () => {
  const run = train({ ...options('unknown'), without: ['refined'] })
  await expect(run).rejects.toThrow('use one of captions, refinement, regions, consistency')
})

test('pictures of another size than the models read are refused', async () => {
  const large = join(folder, 'large')
  mkdirSync(large)
  const [first] = readFileSync(join(data, 'pairs.jsonl'), 'utf8').split('\n')
  writeFileSync(join(large, 'pairs.jsonl'), `${first.replace('"width":128', '"width":480')}\n`)
  await expect(readTrainingSet(large)).rejects.toThrow('--size 128x128')
})
