import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PackageError } from '../../../packages/files'
import { openPackage } from '../../../packages/read-package'
import { ccrcFineTuneTask } from './trainer'
import type { FineTuneTask } from '../../../training/task'
import { writeUntrainedPackage } from '../../../training/fine-tuning/testing'

const folder = mkdtempSync(join(tmpdir(), 'ccrc-lesson-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function taskWithout(id: string, without: readonly string[]): Promise<FineTuneTask> {
  const from = await writeUntrainedPackage(folder, id)
  const path = join(from, 'model.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...manifest, without }))
  const parent = await openPackage(from)
  const { categories } = parent.manifest
  return ccrcFineTuneTask(parent, parent.tokenizer, {
    categories,
    batch: 4,
    provider: 'cpu',
    replicas: 1,
    detector: null,
    threads: 1,
  })
}

test('a model without a part is fine-tuned without it, and the new package records that', async () => {
  const task = await taskWithout('unrefined', ['refinement'])
  expect(task.manifestFields).toEqual({ without: ['refinement'] })
  expect(task.stageAt(1)).toBe(task.stageAt(0))
  expect(task.stageAt(1)).toMatchObject({ parts: { captioned: true, refined: false, conditioned: true } })
  await expect(taskWithout('odd', ['refined'])).rejects.toThrow(PackageError)
}, 120_000)
