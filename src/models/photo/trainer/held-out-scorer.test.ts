import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InferenceSession } from 'onnxruntime-node'
import { afterAll, expect, test, vi } from 'vitest'
import { openPackage } from '../../../packages/read-package'
import { FineTuneError, correctedPairSchema } from '../../../training/data/corrected-pair'
import type { CropRecord, PreparedPair } from '../../../training/data/prepared-pairs'
import { TrainStep } from '../../../training/train-step'
import { smallPhotoNetwork } from '../testing-small'
import { writeUntrainedPhoto } from '../testing-untrained'
import { photoTrainerOf } from './trainer'

const folder = mkdtempSync(join(tmpdir(), 'photo-scorer-'))
afterAll(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** A pair whose crops are gone. */
function pairWithoutCrops(): PreparedPair {
  const item = correctedPairSchema.parse({
    pairId: 1,
    key: 'gone',
    before: 'before.png',
    after: 'after.png',
    regions: [],
    captions: [],
    links: [],
    isHeldOut: true,
  })
  const window = { x: 0, y: 0, width: 64, height: 64 }
  const size = { width: 64, height: 64, offset: 0, length: 2 * 3 * 64 * 64 }
  const windows = { beforeWindow: window, afterWindow: window }
  const crop: CropRecord = { item: 0, kind: 'whole', regions: [], ...windows, ...size }
  return { item, movement: null, crops: [crop], path: join(folder, 'gone.bin') }
}

test('a score that fails leaves no session of the network open', async () => {
  const parent = await openPackage(await writeUntrainedPhoto(folder, smallPhotoNetwork))
  const task = await photoTrainerOf(smallPhotoNetwork).fineTuneTask(parent, parent.tokenizer, {
    categories: [],
    batch: 1,
    provider: 'cpu',
    replicas: 1,
    threads: 1,
    detector: null,
  })
  const step = await TrainStep.create(task.stageAt(0).graph, await task.initialWeights(), { threads: 1 })
  const scorer = await task.openScorer([pairWithoutCrops()], { limit: 1, threads: 1 })
  const create = vi.spyOn(InferenceSession, 'create')
  await expect(scorer.score(step)).rejects.toThrow(FineTuneError)
  expect(create).toHaveBeenCalledOnce()
  const session = await create.mock.results[0].value
  await expect(session.release()).rejects.toThrow('already disposed')
  await step.release()
})
