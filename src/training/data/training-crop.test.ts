import { expect, test } from 'vitest'
import type { Homography } from '../../domain/pair'
import { uniformAt } from '../../graph/random'
import type { Raster } from '../../images/raster'
import { emptyBitmap } from '../../mask/bitmap'
import { encodeRle } from '../../mask/rle'
import { MASK_SIDE } from '../../models/layers/sizes'
import { IGNORED } from '../../models/layers/training-inputs'
import { trainTokenizer } from '../../text/bpe/train'
import { asFloat32, asInt64 } from './batch-inputs'
import { rdd } from '../../models/rdd/family'
import { CcrcCorrectedBatches } from '../../models/ccrc/trainer/corrected-batches'
import { cropPair, TRAINING_CROP_OPTIONS, HELD_OUT_CROP_OPTIONS } from './training-crop'
import { CorrectedBatches } from '../../models/encode-decode/trainer/corrected-batches'
import { HeldOutScoreAccumulator } from '../evaluation/held-out-score'
import type { CorrectedPair } from './corrected-pair'
import { sampleCrop } from './training-sample'

const side = 512
const box = { x: 300, y: 120, width: 24, height: 20 }

function noise(): Raster {
  const data = Uint8Array.from(
    { length: 3 * side * side },
    (_, at) => 60 + 120 * uniformAt(5, Math.floor(at / 3)),
  )
  return { width: side, height: side, data }
}

const before = noise()
const after: Raster = { ...before, data: before.data.slice() }
const bitmap = emptyBitmap(side, side)
for (let y = box.y; y < box.y + box.height; y++) {
  for (let x = box.x; x < box.x + box.width; x++) {
    bitmap.data[y * side + x] = 1
    after.data.fill(255, 3 * (y * side + x), 3 * (y * side + x) + 3)
  }
}
const item: CorrectedPair = {
  pairId: 1,
  key: 'noise',
  before: '',
  after: '',
  regions: [{ category: 'spot', mask: encodeRle(bitmap), beforeMask: null }],
  isUnchanged: false,
  captions: ['a spot at the top right'],
  links: [],
  isHeldOut: false,
}
const straight = { x: 0, y: 0, isFlippedHorizontally: false, isFlippedVertically: false }

test('a small change in a large picture gives the crops of the proposer: the whole, windows around it, and empty ones', () => {
  const crops = cropPair(item, { before, after }, null, { ...TRAINING_CROP_OPTIONS, variants: 2, seed: 1 })
  expect(crops.map(({ kind }) => kind)).toEqual(['whole', 'window', 'window', 'empty', 'empty'])
  for (const { kind, regions, width, height } of crops) {
    expect(regions.length).toBe(kind === 'empty' ? 0 : 1)
    expect([width % 2, height % 2, Math.min(width, height) >= 128]).toEqual([0, 0, true])
  }
  const [, scored] = cropPair(item, { before, after }, null, { ...HELD_OUT_CROP_OPTIONS, seed: 1 })
  expect([scored.width, scored.height]).toEqual([128, 128])
  expect(scored.afterWindow.width).toBe(168)
})

test('the mask lies where the frames differ, also shifted and flipped', () => {
  const crop = cropPair(item, { before, after }, null, { ...TRAINING_CROP_OPTIONS, variants: 1, seed: 1 })[1]
  for (const placement of [
    straight,
    { x: 10, y: 4, isFlippedHorizontally: true, isFlippedVertically: false },
    { x: 2, y: 20, isFlippedHorizontally: false, isFlippedVertically: true },
  ]) {
    const sample = sampleCrop(crop, null, placement)
    const coverage = sample.regions[0].coverage.subarray(MASK_SIDE * MASK_SIDE)
    expect(sample.regions[0].coverage.subarray(0, MASK_SIDE * MASK_SIDE).every((share) => share === 0)).toBe(
      true,
    )
    let wrong = 0
    for (let row = 0; row < MASK_SIDE; row++) {
      for (let column = 0; column < MASK_SIDE; column++) {
        const at = 3 * (row * MASK_SIDE + column)
        const differs = Math.abs(sample.after[at] - sample.before[at]) > 40
        const share = coverage[row * MASK_SIDE + column]
        if ((share > 0.95 && !differs) || (share === 0 && differs)) {
          wrong++
        }
      }
    }
    expect(wrong).toBe(0)
  }
})

test('unchanged tokens match themselves, or where the view moved them; what changed is not known', () => {
  const whole = cropPair(item, { before, after }, null, { ...HELD_OUT_CROP_OPTIONS, seed: 1 })[0]
  for (const isFlippedHorizontally of [false, true]) {
    const { forward, backward } = sampleCrop(whole, null, { ...straight, isFlippedHorizontally })
    const matched = [...forward.keys()].filter((token) => forward[token] !== IGNORED)
    expect(matched.length).toBeGreaterThan(240)
    expect(matched.length).toBeLessThan(256)
    expect(matched.every((token) => forward[token] === token)).toBe(true)
    expect(backward).toEqual(forward)
  }
  const token = side / 16
  const moved: Homography = [1, 0, token, 0, 1, 0, 0, 0, 1]
  const { forward, backward } = sampleCrop(whole, moved, straight)
  expect([forward[0], forward[15], backward[1], backward[16]]).toEqual([1, 256, 0, 256])
  expect(sampleCrop(whole, 'unknown', straight).forward.every((to) => to === IGNORED)).toBe(true)
})

test('a batch is the same for the same seed, and captions that do not fit are left out', () => {
  const tokenizer = trainTokenizer(item.captions, 290)
  const batches = new CcrcCorrectedBatches(tokenizer, ['spot'])
  const [crop] = cropPair(item, { before, after }, null, { ...TRAINING_CROP_OPTIONS, variants: 1, seed: 1 })
  const loaded = [{ item, crop, movement: null }]
  const options = { isRandom: true, isUpright: false }
  const batch = batches.make(loaded, 7, options)
  expect(batches.make(loaded, 7, options)).toEqual(batch)
  expect(Number(batch.hasChange.data[0])).toBe(1)
  expect(Number(batch.categories.data[0])).toBe(1)
  expect([...asInt64(batch.targets)].some((id) => Number(id) !== IGNORED)).toBe(true)
  const long = { ...item, captions: ['unsayably '.repeat(40)] }
  const silent = batches.make([{ item: long, crop, movement: null }], 7, options)
  expect([...asInt64(silent.targets)].every((id) => Number(id) === IGNORED)).toBe(true)
}, 120_000)

test('a caption without a region trains words alone, not whether or where something changed', async () => {
  const described = { ...item, regions: [], captions: ['a red car has appeared'] }
  const crops = cropPair(described, { before, after }, null, {
    ...TRAINING_CROP_OPTIONS,
    variants: 1,
    seed: 1,
  })
  expect(crops.map(({ kind }) => kind)).toEqual(['whole'])
  const tokenizer = trainTokenizer(described.captions, 290)
  const options = { isRandom: true, isUpright: false }
  const loaded = [{ item: described, crop: crops[0], movement: null }]
  const batch = new CcrcCorrectedBatches(tokenizer, ['spot']).make(loaded, 7, options)
  expect([batch.hasChange, batch.readTrue, batch.unconditioned].map(({ data }) => Number(data[0]))).toEqual([
    -1, 0, 1,
  ])
  for (const name of ['masks', 'heat', 'heatCounts'] as const) {
    expect(asFloat32(batch[name]).every((value) => value === 0)).toBe(true)
  }
  for (const name of ['categories', 'forward', 'backward'] as const) {
    expect(asInt64(batch[name]).every((id) => Number(id) === IGNORED)).toBe(true)
  }
  expect(asInt64(batch.targets).some((id) => Number(id) !== IGNORED)).toBe(true)

  const { inputs } = rdd.network.build({ words: tokenizer.size, categories: 1 })
  const own = { inputNames: new Set<string>(), retriever: null }
  const other = await new CorrectedBatches(tokenizer, inputs, rdd.hooks.fill).make(loaded, 7, options, own)
  expect(Number(other.hasChange.data[0])).toBe(-1)
  expect(asInt64(other.forward).every((id) => Number(id) === IGNORED)).toBe(true)

  const unchanged = { ...described, isUnchanged: true, captions: [] }
  const [whole] = cropPair(unchanged, { before, after }, null, {
    ...TRAINING_CROP_OPTIONS,
    variants: 1,
    seed: 1,
  })
  const matched = new CcrcCorrectedBatches(tokenizer, ['spot']).make(
    [{ ...loaded[0], item: unchanged, crop: whole }],
    7,
    options,
  )
  expect(Number(matched.hasChange.data[0])).toBe(0)
  const silent = [{ ...loaded[0], item: unchanged, crop: whole }]
  const same = await new CorrectedBatches(tokenizer, inputs, rdd.hooks.fill).make(silent, 7, options, own)
  expect(Number(same.hasChange.data[0])).toBe(0)
  expect(asInt64(matched.targets).every((id) => Number(id) === IGNORED)).toBe(true)
  expect(asFloat32(matched.heatCounts).every((value) => value === 1)).toBe(true)
}, 120_000)

test('a model is scored by words alone where it is not known whether anything changed', () => {
  const all = new Float32Array(2 * MASK_SIDE * MASK_SIDE)
  const accumulator = new HeldOutScoreAccumulator()
  accumulator.addMasks(1, { masks: all, hasChange: [-1] }, { changed: all.map(() => 3), changedLogit: [2] })
  accumulator.addWords(2, Math.log(2))
  expect(accumulator.score()).toMatchObject({ score: 0.5, accuracy: 0, wordProbability: 0.5 })
  accumulator.addMasks(1, { masks: all, hasChange: [0] }, { changed: all.map(() => 3), changedLogit: [2] })
  expect(accumulator.score()).toMatchObject({ score: 0.25, maskIou: 0, accuracy: 0 })
})

test('nothing is labelled as unchanged where a change covers everything', () => {
  const full = { ...emptyBitmap(side, side), data: new Uint8Array(side * side).fill(1) }
  const region = { category: 'spot', mask: encodeRle(full), beforeMask: encodeRle(full) }
  const covered = { ...item, regions: [region] }
  const [crop] = cropPair(covered, { before, after }, null, {
    ...TRAINING_CROP_OPTIONS,
    variants: 1,
    seed: 1,
  })
  const batches = new CcrcCorrectedBatches(trainTokenizer(item.captions, 290), ['spot'])
  const loaded = [{ item: covered, crop, movement: null }]
  const batch = batches.make(loaded, 7, { isRandom: false, isUpright: true })
  expect([...asInt64(batch.categories)].map(Number)).toEqual([1, IGNORED, IGNORED, IGNORED])
}, 120_000)
