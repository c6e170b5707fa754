import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CcrcModel } from '../../inference/ccrc/model'
import { writeUntrainedPackage } from '../../inference/ccrc/testing'
import { readManifest } from '../../packages/read-package'
import { runCcrc, type CcrcRunOptions } from './ccrc-run'
import type { MadeLogLine } from './made-run'
import { runCard } from './run-card'
import { packRun } from './run-package'
import { logOf, makeSmallSet, smallRun } from './testing'
import { readTrainingSet, TrainingSetError } from './training-set'

let folder = ''
let data = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ccrc-run-'))
  data = join(folder, 'set')
  await makeSmallSet(data)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function options(out: string): CcrcRunOptions {
  const starts = { without: [], captionFrom: 0.25, refineFrom: 0.5 }
  return { ...smallRun(data, join(folder, out), 4), ...starts }
}

function train(run: CcrcRunOptions, stopAt?: number): Promise<MadeLogLine[]> {
  return logOf((onLine, signal) => runCcrc(run, onLine, () => {}, signal), stopAt)
}

test('a run that was stopped goes on with the very losses of one that was not, and becomes a model', async () => {
  const whole = await train(options('whole'))
  expect(whole.map(({ step }) => step)).toEqual([1, 2, 3, 4])
  expect(whole.every(({ loss }) => Number.isFinite(loss))).toBe(true)
  expect(Object.keys(whole[0].terms)).not.toContain('againCaption')
  expect(Object.keys(whole[3].terms)).toContain('againCaption')

  const stopped = await train(options('stopped'), 1)
  const rest = await train(options('stopped'))
  expect([...stopped, ...rest].map(({ loss }) => loss)).toEqual(whole.map(({ loss }) => loss))

  const run = options('stopped')
  const card = runCard(run.out, 'small')
  expect(card).toContain('6 made pairs in 1 sets; 8 pairs were shown in 4 steps of 2.')
  const made = await packRun(run.out, folder, { id: 'small', version: '1', card })
  expect(readFileSync(join(made, 'CARD.md'), 'utf8')).toBe(card)
  const model = await CcrcModel.open(made, { provider: 'cpu', threads: 2 })
  const [pair] = await readTrainingSet(data)
  expect(model.manifest.categories).toContain(pair.record.categories[0] ?? model.manifest.categories[0])
  await model.release()
}, 180_000)

test('a model knows what it began with, what both were taught on, and what it was not taught', async () => {
  const aerial = join(folder, 'aerial')
  cpSync(data, aerial, { recursive: true })
  const records = readFileSync(join(data, 'pairs.jsonl'), 'utf8').split('\n')
  const kept = records.filter((line) => line.includes('"world":"aerial"'))
  writeFileSync(join(aerial, 'pairs.jsonl'), `${kept.join('\n')}\n`)
  const from = await writeUntrainedPackage(join(folder, 'parents'), 'street-model')
  const manifest = readFileSync(join(from, 'model.json'), 'utf8')
  writeFileSync(join(from, 'model.json'), manifest.replace('"blocks"', '"street"'))
  const whole = { ...options('child'), data: [aerial], from, steps: 1, batch: 1, logEvery: 50 }
  const run = { ...whole, without: ['refinement'] }
  await train(run)
  await expect(train(whole)).rejects.toThrow('holds a run of ccrc without refinement')
  const card = runCard(run.out, 'child')
  expect(card).toContain('1 pairs were shown in 1 steps of 1.')
  expect(card).toContain('- Left out: refinement.')
  const made = await packRun(run.out, folder, { id: 'child', version: '1', card })
  expect(await readManifest(made)).toMatchObject({
    parent: 'street-model',
    worlds: ['street', 'aerial'],
    without: ['refinement'],
  })
  const grandchild = { ...whole, out: join(folder, 'grandchild'), from: made }
  await expect(train(grandchild)).rejects.toThrow(
    'child was trained without refinement: add --without refinement, or begin with another model.',
  )
}, 180_000)

test('a folder that is no training set is refused with the command that makes one', async () => {
  await expect(readTrainingSet(folder)).rejects.toThrow(TrainingSetError)
  await expect(readTrainingSet(folder)).rejects.toThrow('--layout training')
})

test('a part that there is not is named with those that there are', async () => {
  const run = train({ ...options('unknown'), without: ['refined'] })
  await expect(run).rejects.toThrow('use one of captions, refinement, regions, consistency')
})

test('pictures of another size than models look at are refused', async () => {
  const large = join(folder, 'large')
  mkdirSync(large)
  const [first] = readFileSync(join(data, 'pairs.jsonl'), 'utf8').split('\n')
  writeFileSync(join(large, 'pairs.jsonl'), `${first.replace('"width":128', '"width":480')}\n`)
  await expect(readTrainingSet(large)).rejects.toThrow('--size 128x128')
})
