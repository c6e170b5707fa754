import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ModelManifest } from '../../../packages/manifest'
import { initialValues } from '../../../graph'
import { makePair } from '../../../synth/make'
import { MASK_SIDE } from '../../layers/sizes'
import { ccrcLayout } from '../network/stages'
import { trainTokenizer } from '../../../text/bpe/train'
import { captionRegions, groundCaption, predictScene } from './predict-scene'
import { MAX_ANCHORS } from '../network/training-inputs'
import { CcrcModel } from './model'
import { withImagePlace, placeOf } from '../../../views/place-phrases'
import { chooseAnchors, detectRegions, filterByScore } from './detect-regions'
import type { CcrcRegion } from './ccrc-region'

const PIXELS = MASK_SIDE * MASK_SIDE

const tokenizer = trainTokenizer(['the red cube turned blue', 'nothing changed'], 280)
const categories = ['color', 'move']
const manifest: ModelManifest = {
  format: 1,
  id: 'untrained',
  family: 'ccrc',
  version: '1',
  parent: null,
  created: '2026-01-01T00:00:00Z',
  sizes: {},
  weights: { file: 'w', sha256: '0'.repeat(64), precision: 'F32' },
  tokenizer: { file: 't', sha256: '0'.repeat(64) },
  worlds: ['blocks'],
  categories,
  thresholds: {},
  training: {},
  scores: {},
}

function untrained(without: string[] = []): Promise<CcrcModel> {
  const { parameters } = ccrcLayout({ categories: categories.length, words: tokenizer.size })
  return CcrcModel.create({ ...manifest, without }, tokenizer, initialValues(parameters, 4), {
    provider: 'cpu',
    threads: 2,
  })
}

const synthetic = makePair(
  { world: 'blocks', profile: 'single', seed: 2, width: 128, height: 128, inTurn: false },
  3,
)
const pair = { before: synthetic.before.data, after: synthetic.after.data }

describe('the untrained network', () => {
  let model: CcrcModel
  beforeAll(async () => {
    model = await untrained()
  })
  afterAll(() => model.release())

  test('a pair has the same encoding in a batch and alone', async () => {
    const swapped = { before: pair.after, after: pair.before }
    const [first, second] = await model.encode([pair, swapped])
    const [alone] = await model.encode([swapped])
    expect(first.heat).toHaveLength(512)
    await model.propose(second, [300])
    for (const { data } of Object.values(await second.tensors())) {
      expect((data as Float32Array).buffer.byteLength).toBe((data as Float32Array).byteLength)
    }
    expect(second.heat.buffer.byteLength).toBe(second.heat.byteLength)
    expect(second.changed.buffer.byteLength).toBe(second.changed.byteLength)
    const distance = Math.max(...alone.heat.map((value, token) => Math.abs(value - second.heat[token])))
    expect(distance).toBeLessThan(1e-4)
  })

  test('captions begin with what was typed, and come with their log-probability', async () => {
    const [encoding] = await model.encode([pair])
    const captions = await captionRegions(model, encoding, [], 3, 'the red c')
    expect(captions).toHaveLength(3)
    for (const { text, logProbability } of captions) {
      expect(text.startsWith('the red c')).toBe(true)
      expect(logProbability).toBeLessThan(0)
    }
    expect(captions[0].logProbability).not.toBe(captions[1].logProbability)
  })

  test('captions are read side by side as each of them alone, and not at all where no region is', async () => {
    const [encoding] = await model.encode([pair])
    const region = likelyRegion(0.9, PIXELS, 2 * PIXELS)
    const attention = vi.spyOn(model, 'contextAttention')
    await captionRegions(model, encoding, [], 3)
    expect(attention).not.toHaveBeenCalled()
    await captionRegions(model, encoding, [region], 3)
    expect(attention).toHaveBeenCalledOnce()
    const [memory, captions] = attention.mock.calls[0]
    const together = await (attention.mock.results[0].value as Promise<Float32Array[]>)
    attention.mockRestore()
    expect(together).toHaveLength(3)
    for (const [at, caption] of captions.entries()) {
      const [alone] = await model.contextAttention(memory, [caption])
      expect(Math.max(...alone.map((share, key) => Math.abs(share - together[at][key])))).toBeLessThan(1e-5)
    }
  })

  test('below its threshold a pair has no region, and still a caption', async () => {
    const [encoding] = await model.encode([pair])
    const result = await predictScene(model, encoding, { threshold: 1.01, rounds: 2, captions: 1 })
    expect(result.regions).toHaveLength(0)
    expect(result.captions).toHaveLength(1)
  })

  test('hot tokens on which no region lies are queried in a later round, each token once', async () => {
    const [encoding] = await model.encode([pair])
    const heat = Float32Array.from({ length: 512 }, (_, token) => (token < 60 ? 3 : -9))
    const propose = vi.spyOn(model, 'propose')
    await detectRegions(model, encoding, { heat })
    const queriedTokens = propose.mock.calls.map(([, anchors]) => anchors)
    propose.mockRestore()
    expect(queriedTokens.map(({ length }) => length)).toEqual([MAX_ANCHORS, MAX_ANCHORS, MAX_ANCHORS])
    expect(new Set(queriedTokens.flat()).size).toBe(3 * MAX_ANCHORS)
  })

  test('words are grounded at tokens, and refinement ends after the rounds it was given', async () => {
    const [encoding] = await model.encode([pair])
    const hot = Float32Array.from({ length: 512 }, (_, token) => (token === 300 ? 3 : -9))
    expect((await detectRegions(model, encoding, { heat: hot })).length).toBeLessThanOrEqual(1)
    const { groundingLogits } = await groundCaption(model, encoding, 'the red cube turned blue')
    expect(groundingLogits).toHaveLength(512)
    expect(groundingLogits.every(Number.isFinite)).toBe(true)
    const result = await predictScene(model, encoding, { threshold: 0, rounds: 2, captions: 1 })
    expect(result.rounds).toBeLessThanOrEqual(2)
  })
})

test('an untrained part of a model is not run', async () => {
  const model = await untrained(['refinement', 'regions'])
  const [encoding] = await model.encode([pair])
  const hot = { ...encoding, heat: Float32Array.from({ length: 512 }, () => 9) }
  const queriedTokens = [vi.spyOn(model, 'refine'), vi.spyOn(model, 'ground')]
  const { regions, rounds, captions } = await predictScene(model, hot, {
    threshold: 0,
    rounds: 2,
    captions: 1,
  })
  expect(regions).not.toHaveLength(0)
  expect(rounds).toBe(0)
  const [unaided] = await captionRegions(model, hot, [], 1)
  expect(captions[0].logProbability).toBe(unaided.logProbability)
  expect((await groundCaption(model, hot, 'the red cube turned blue')).regions).not.toHaveLength(0)
  expect(queriedTokens.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  await model.release()
})

function likelyRegion(score: number, first: number, last: number): CcrcRegion {
  const mask = new Float32Array(2 * PIXELS).fill(-9).fill(9, first, last)
  return { vector: new Float32Array(128), category: 'move', score, mask, attributes: new Float32Array(40) }
}

function remainingScores(regions: CcrcRegion[], isChanged: boolean): number[] {
  return filterByScore(regions, isChanged).map(({ score }) => score)
}

test('an object is one region, and a changed pair has a region where one is likely at all', () => {
  const [region, scores] = [likelyRegion, remainingScores]
  // 90 of the smaller one's 100 pixels are shared, then 70
  expect(scores([region(0.8, 0, 200), region(0.9, 110, 210)], true)).toEqual([0.9])
  expect(scores([region(0.8, 0, 200), region(0.9, 130, 230)], true)).toEqual([0.9, 0.8])
  expect(scores([region(0.9, 0, 100), region(0.6, 500, 600)], true)).toEqual([0.9])
  expect(scores([region(0.5, 0, 100), region(0.6, 500, 600)], true)).toEqual([0.6])
  const three = [region(0.9, 0, 100), region(0.8, 500, 600), region(0.65, 900, 1000)]
  expect(scores(three, true)).toEqual([0.9, 0.8, 0.65])
  expect(scores(three.slice(1), true)).toEqual([0.8])
  expect(scores([region(0.5, 0, 100), region(0.6, 500, 600)], false)).toEqual([])
  expect(scores([region(0.3, 0, 100)], true)).toEqual([])
  expect(scores([region(0.9, 0, 0)], true)).toEqual([])
})

test('anchors are the hottest tokens, and near ones wait for far ones', () => {
  const heat = new Float32Array(512).fill(-9)
  heat[0] = 5
  heat[1] = 4
  heat[200] = 3
  heat[256] = 2
  expect(chooseAnchors(heat)).toEqual([0, 200, 256, 1])
  expect(chooseAnchors(heat, 0.9, (token) => token !== 0)).toEqual([1, 200])
  expect(chooseAnchors(new Float32Array(512).fill(-9))).toEqual([])
})

test('places are named by ninths of the whole image', () => {
  const image = { width: 900, height: 600 }
  const at = (x: number, y: number): string => placeOf({ x, y, width: 10, height: 10 }, image)
  expect([at(0, 0), at(440, 0), at(800, 300), at(440, 300), at(0, 590)]).toEqual([
    'at the top left',
    'at the top',
    'on the right',
    'in the middle',
    'at the bottom left',
  ])
  expect(withImagePlace('a house is built on the left', 'at the top right')).toBe(
    'a house is built, at the top right',
  )
  expect(withImagePlace('the ball on the left side moved', 'at the top')).toBe(
    'the ball on the left side moved, at the top',
  )
})
