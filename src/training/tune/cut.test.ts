import { expect, test } from 'vitest'
import type { Homography } from '../../domain/pair'
import { uniformAt } from '../../graph/random'
import type { Raster } from '../../images/raster'
import { emptyBitmap } from '../../mask/bitmap'
import { encodeRle } from '../../mask/rle'
import { MASK_SIDE } from '../../systems/blocks/sizes'
import { IGNORED } from '../../systems/blocks/training-inputs'
import { trainTokenizer } from '../../text/bpe/train'
import { floats, integers } from '../made/batch-parts'
import { FAMILIES } from '../../systems'
import { CcrcTuneBatches } from './ccrc-batch'
import { cutPair, learningCuts, scoringCuts } from './cut'
import { FamilyTuneBatches } from './family-batch'
import { HeldOutTally } from './held-out'
import type { TuneItem } from './item'
import { takeSample } from './sample'

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
const item: TuneItem = {
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
const straight = { x: 0, y: 0, isMirrored: false, isTurned: false }

test('a small change in a large picture is cut as it is looked at: the whole, windows around it, and empty ones', () => {
  const cuts = cutPair(item, { before, after }, null, { ...learningCuts, variants: 2, seed: 1 })
  expect(cuts.map(({ kind }) => kind)).toEqual(['whole', 'window', 'window', 'empty', 'empty'])
  for (const { kind, regions, width, height } of cuts) {
    expect(regions.length).toBe(kind === 'empty' ? 0 : 1)
    expect([width % 2, height % 2, Math.min(width, height) >= 128]).toEqual([0, 0, true])
  }
  const [, scored] = cutPair(item, { before, after }, null, { ...scoringCuts, seed: 1 })
  expect([scored.width, scored.height]).toEqual([128, 128])
  expect(scored.afterWindow.width).toBe(168)
})

test('the mask lies where the frames differ, moved, mirrored and turned', () => {
  const cut = cutPair(item, { before, after }, null, { ...learningCuts, variants: 1, seed: 1 })[1]
  for (const placing of [
    straight,
    { x: 10, y: 4, isMirrored: true, isTurned: false },
    { x: 2, y: 20, isMirrored: false, isTurned: true },
  ]) {
    const sample = takeSample(cut, null, placing)
    const cover = sample.regions[0].cover.subarray(MASK_SIDE * MASK_SIDE)
    expect(sample.regions[0].cover.subarray(0, MASK_SIDE * MASK_SIDE).every((share) => share === 0)).toBe(
      true,
    )
    let wrong = 0
    for (let row = 0; row < MASK_SIDE; row++) {
      for (let column = 0; column < MASK_SIDE; column++) {
        const at = 3 * (row * MASK_SIDE + column)
        const differs = Math.abs(sample.after[at] - sample.before[at]) > 40
        const share = cover[row * MASK_SIDE + column]
        if ((share > 0.95 && !differs) || (share === 0 && differs)) wrong++
      }
    }
    expect(wrong).toBe(0)
  }
})

test('unchanged tokens match themselves, or where the view moved them; what changed is not known', () => {
  const whole = cutPair(item, { before, after }, null, { ...scoringCuts, seed: 1 })[0]
  for (const isMirrored of [false, true]) {
    const { forward, backward } = takeSample(whole, null, { ...straight, isMirrored })
    const known = [...forward.keys()].filter((token) => forward[token] !== IGNORED)
    expect(known.length).toBeGreaterThan(240)
    expect(known.length).toBeLessThan(256)
    expect(known.every((token) => forward[token] === token)).toBe(true)
    expect(backward).toEqual(forward)
  }
  const token = side / 16
  const moved: Homography = [1, 0, token, 0, 1, 0, 0, 0, 1]
  const { forward, backward } = takeSample(whole, moved, straight)
  expect([forward[0], forward[15], backward[1], backward[16]]).toEqual([1, 256, 0, 256])
  expect(takeSample(whole, 'unknown', straight).forward.every((to) => to === IGNORED)).toBe(true)
})

test('a batch is the same for the same seed, and captions that do not fit are not learned', () => {
  const tokenizer = trainTokenizer(item.captions, 290)
  const batches = new CcrcTuneBatches(tokenizer, ['spot'])
  const [cut] = cutPair(item, { before, after }, null, { ...learningCuts, variants: 1, seed: 1 })
  const shown = [{ item, cut, movement: null }]
  const options = { isVaried: true, isUpright: false }
  const batch = batches.make(shown, 7, options)
  expect(batches.make(shown, 7, options)).toEqual(batch)
  expect(Number(batch.anything.data[0])).toBe(1)
  expect(Number(batch.categories.data[0])).toBe(1)
  expect([...integers(batch.targets)].some((id) => Number(id) !== IGNORED)).toBe(true)
  const long = { ...item, captions: ['unsayably '.repeat(40)] }
  const silent = batches.make([{ item: long, cut, movement: null }], 7, options)
  expect([...integers(silent.targets)].every((id) => Number(id) === IGNORED)).toBe(true)
}, 120_000)

test('a caption without a region teaches words, and neither whether nor where something changed', async () => {
  const told = { ...item, regions: [], captions: ['a red car has appeared'] }
  const cuts = cutPair(told, { before, after }, null, { ...learningCuts, variants: 1, seed: 1 })
  expect(cuts.map(({ kind }) => kind)).toEqual(['whole'])
  const tokenizer = trainTokenizer(told.captions, 290)
  const options = { isVaried: true, isUpright: false }
  const shown = [{ item: told, cut: cuts[0], movement: null }]
  const batch = new CcrcTuneBatches(tokenizer, ['spot']).make(shown, 7, options)
  expect([batch.anything, batch.readTrue, batch.blind].map(({ data }) => Number(data[0]))).toEqual([-1, 0, 1])
  for (const name of ['masks', 'heat', 'heatCounts'] as const)
    expect(floats(batch[name]).every((value) => value === 0)).toBe(true)
  for (const name of ['categories', 'forward', 'backward'] as const)
    expect(integers(batch[name]).every((id) => Number(id) === IGNORED)).toBe(true)
  expect(integers(batch.targets).some((id) => Number(id) !== IGNORED)).toBe(true)

  const use = FAMILIES.get('rdd')!.use!
  const { inputs } = FAMILIES.get('rdd')!.build({ words: tokenizer.size, categories: 1 })
  const own = { wanted: new Set<string>(), finder: null }
  const other = await new FamilyTuneBatches(tokenizer, inputs, use.fill).make(shown, 7, options, own)
  expect(Number(other.anything.data[0])).toBe(-1)
  expect(integers(other.forward).every((id) => Number(id) === IGNORED)).toBe(true)

  const quiet = { ...told, isUnchanged: true, captions: [] }
  const [whole] = cutPair(quiet, { before, after }, null, { ...learningCuts, variants: 1, seed: 1 })
  const known = new CcrcTuneBatches(tokenizer, ['spot']).make(
    [{ ...shown[0], item: quiet, cut: whole }],
    7,
    options,
  )
  expect(Number(known.anything.data[0])).toBe(0)
  const silent = [{ ...shown[0], item: quiet, cut: whole }]
  const same = await new FamilyTuneBatches(tokenizer, inputs, use.fill).make(silent, 7, options, own)
  expect(Number(same.anything.data[0])).toBe(0)
  expect(integers(known.targets).every((id) => Number(id) === IGNORED)).toBe(true)
  expect(floats(known.heatCounts).every((value) => value === 1)).toBe(true)
}, 120_000)

test('where it is not known whether anything changed, a model is scored by its words alone', () => {
  const all = new Float32Array(2 * MASK_SIDE * MASK_SIDE)
  const tally = new HeldOutTally()
  tally.addSight(1, { masks: all, anything: [-1] }, { changed: all.map(() => 3), anything: [2] })
  tally.addWords(2, Math.log(2))
  expect(tally.score()).toMatchObject({ score: 0.5, accuracy: 0, wordProbability: 0.5 })
  tally.addSight(1, { masks: all, anything: [0] }, { changed: all.map(() => 3), anything: [2] })
  expect(tally.score()).toMatchObject({ score: 0.25, maskIou: 0, accuracy: 0 })
})

test('where a change covers everything, nothing is taught as unchanged', () => {
  const full = { ...emptyBitmap(side, side), data: new Uint8Array(side * side).fill(1) }
  const region = { category: 'spot', mask: encodeRle(full), beforeMask: encodeRle(full) }
  const covered = { ...item, regions: [region] }
  const [cut] = cutPair(covered, { before, after }, null, { ...learningCuts, variants: 1, seed: 1 })
  const batches = new CcrcTuneBatches(trainTokenizer(item.captions, 290), ['spot'])
  const shown = [{ item: covered, cut, movement: null }]
  const batch = batches.make(shown, 7, { isVaried: false, isUpright: true })
  expect([...integers(batch.categories)].map(Number)).toEqual([1, IGNORED, IGNORED, IGNORED])
}, 120_000)
