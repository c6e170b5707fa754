import { describe, expect, test } from 'vitest'
import { countValues, initialValues } from '../../../graph'
import { ENCODER_TERMS, runStage, TEST_WORDS } from '../../testing.node'
import { noiseBatch, TEST_SIZES } from '../../testing-batch'
import type { BatchData } from '../../testing-batch'
import { cheersNetwork } from './family'
import { CHEERS_PARTS } from './network'

describe('CHEERS', { timeout: 120_000 }, () => {
  test.each([
    ['encode', ['contrast', 'retrieval', 'grounding']],
    ['decode', ['common', 'difference', 'contrast', 'caption']],
  ])('has in the phase %s a term for each loss', (phase, own) => {
    const { terms } = cheersNetwork.build(TEST_SIZES).training(2, phase)
    expect(terms).toEqual([...ENCODER_TERMS, ...own])
  })

  test('its phases have the same state', () => {
    const model = cheersNetwork.build(TEST_SIZES)
    const [encode, decode] = ['encode', 'decode'].map((phase) => model.training(2, phase))
    expect(encode.state).toEqual(decode.state)
    expect(encode.layouts.map(({ name }) => name)).toContain('dual-weights')
  })

  test('still trains when everything is left out, and then reads no entities', () => {
    const model = cheersNetwork.build(TEST_SIZES, CHEERS_PARTS)
    const graph = model.training(2, 'decode')
    expect(graph.terms).toEqual(['mask', 'change', 'caption'])
    expect(graph.step.inputs.map(({ name }) => name)).not.toContain('entities')
  })

  test.each(['cre', 'dre', 'consistency', 'contrast'])(
    'without %s it has fewer trained parameters',
    (part) => {
      const [whole, less] = [[], [part]].map((without) => cheersNetwork.build(TEST_SIZES, without))
      expect(countValues(less.parameters)).toBeLessThan(countValues(whole.parameters))
    },
  )

  test('without the gate entities still guide the disentangling', () => {
    const names = cheersNetwork.build(TEST_SIZES, ['gate']).parameters.map(({ source }) => source.name)
    expect(names).not.toContain('caption.layer0.alpha.weight')
    expect(cheersNetwork.build(TEST_SIZES, ['gate']).training(2, 'decode').terms).toContain('common')
  })

  test('is of the size of CCRC, and its stages go from phrases to captions', async () => {
    const model = cheersNetwork.build({ words: 600, categories: 3 })
    const count = countValues(model.parameters)
    expect(count).toBeGreaterThan(1e6)
    expect(count).toBeLessThan(2.5e6)
    const values = initialValues(model.parameters, 1)
    const pair = noiseBatch(model.inputs, 1, 3)
    const run = (stage: string, feeds: Record<string, BatchData>) =>
      runStage(model.stage(stage, values), feeds)
    const { vectors } = await run('phrase', { ids: pair.entity })
    expect(Array.from(vectors.data, Number).reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 4)
    const { likeBefore } = await run('compare', { ...pair, vectors })
    expect(likeBefore.shape).toEqual([1, 1])
    expect(Math.abs(Number(likeBefore.data[0]))).toBeLessThanOrEqual(1)
    const encoded = await run('encode', pair)
    expect([encoded.changed.shape, encoded.memory.shape]).toEqual([
      [1, 2, 128, 128],
      [1, 259, 128],
    ])
    const decoded = await run('decode', { memory: encoded.memory, words: TEST_WORDS })
    expect([decoded.logits.shape, decoded.attention.shape]).toEqual([
      [1, 28, 600],
      [1, 28, 259],
    ])
  })
})
