import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { advancedTrainingSchema } from '../../contract/training'
import type { AdvancedTraining } from '../../contract/training'
import { writeRun } from '../../training/fine-tuning/testing'
import { RUN_FILES } from '../../training/run-folder'
import { lastProvider, readSpeed, recordSpeed } from './training-speed'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'training-speed-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** The record of a run that trained on this provider, on a machine with a device or without one. */
async function record(
  provider: 'cpu' | 'webgpu',
  advanced: Partial<AdvancedTraining>,
  device: 'webgpu' | null,
): Promise<void> {
  const run = join(home, 'run')
  mkdirSync(run, { recursive: true })
  writeRun(run, [], { from: 'base', models: home, replay: home, device }, advanced)
  writeFileSync(join(run, RUN_FILES.setup), JSON.stringify({ family: 'ccrc', secondsPerStep: 2, provider }))
  await recordSpeed(home, run, advancedTrainingSchema.parse(advanced))
}

test('what trials chose is remembered; a choice by name or without a device does not change that', async () => {
  expect(lastProvider(home, 'ccrc')).toBeNull()
  await record('cpu', {}, null)
  expect(lastProvider(home, 'ccrc')).toBeNull()
  await record('webgpu', {}, 'webgpu')
  await record('cpu', { provider: 'cpu' }, 'webgpu')
  expect(lastProvider(home, 'ccrc')).toBe('webgpu')
  expect(lastProvider(home, 'photo')).toBeNull()
  await record('cpu', {}, 'webgpu')
  expect(lastProvider(home, 'ccrc')).toBe('cpu')
})

test('the time of a step is kept for other batches', async () => {
  await record('cpu', { batch: 8 }, null)
  expect(readSpeed(home, 'ccrc', advancedTrainingSchema.parse({ batch: 16 }))).toBe(4)
})
