import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseSyntheticProvider } from '../engine/training/choose-provider'
import { nodeProcessHost } from '../process/process-host'
import { smallRunOptions, writeSmallSet } from '../training/synthetic/testing'
import { trySyntheticRun } from '../training/synthetic/try-synthetic'
import { useSoftwareDriver } from '../training/testing-webgpu'
import { runHere } from './testing'
import { addTrainCommand } from './train'

useSoftwareDriver()

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-train-auto-'))
  await writeSmallSet(join(folder, 'set'), 2)
  await writeSmallSet(join(folder, 'photo-set'), 2, 192)
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

// a software driver is far slower than the CPU that it runs on, and without one the device cannot train
test('train --provider auto tries each provider, takes the fastest and says so', async () => {
  const places = ['--data', join(folder, 'photo-set'), '--out', join(folder, 'run')]
  // of all families the one whose shaders are compiled soonest
  const size = ['--family', 'photo', '--without', 'encoder', '--steps', '1', '--batch', '2', '--words', '300']
  const { code, err } = await runHere(addTrainCommand, 'train', ...places, ...size, '--provider', 'auto')
  expect(err).toMatch(
    /Training on the CPU, [\d.]+ pairs a second: WebGPU (would take [\d.]+ times as long|cannot train here)/,
  )
  expect(code).toBe(0)
}, 600_000)

test('providers are compared by the loss of the whole batch, however many replicas share it on the processor', async () => {
  const set = join(folder, 'set')
  const tried = ([1, 2] as const).map((replicas) =>
    trySyntheticRun({ ...smallRunOptions(set, 'unused', 1), family: 'ccrc', without: [], replicas }),
  )
  const [one, two] = await Promise.all(tried)
  expect(Math.abs(two.loss - one.loss) / one.loss).toBeLessThan(1e-5)
}, 600_000)

test('where there is only the processor nothing is tried', async () => {
  const options = { ...smallRunOptions('no-set', 'no-run', 1), family: 'rdd', without: [] }
  const question = { host: nodeProcessHost, optionsOn: () => options, signal: new AbortController().signal }
  expect(await chooseSyntheticProvider({ ...question, candidates: ['cpu'] })).toEqual({
    provider: 'cpu',
    message: null,
  })
})
