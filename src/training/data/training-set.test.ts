import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTrainingSet } from './training-set'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-training-set-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a set of another layout, which has a list of the same name, is refused as a folder without a list is', async () => {
  const reason = `${folder} is not a training set: make one with deltascribe synth OUT --layout training`
  await expect(readTrainingSet(folder)).rejects.toThrow(reason)
  await writeFile(join(folder, 'pairs.jsonl'), '{"key":"blocks_000","captions":[]}\n')
  await expect(readTrainingSet(folder)).rejects.toThrow(reason)
})

test('a damaged line is named with the field that is wrong', async () => {
  await writeFile(join(folder, 'pairs.jsonl'), '{"file":"pairs/0.bin","world":"sea"}\n')
  await expect(readTrainingSet(folder)).rejects.toThrow(/pairs\.jsonl, line 1 is not a pair: world: /)
})
