import { describe, expect, test } from 'vitest'
import { countValues, initialValues } from '../../../graph'
import { ENCODER_TERMS, runStage, TEST_WORDS } from '../../testing.node'
import { noiseBatch, TEST_SIZES } from '../../testing-batch'
import type { BatchData } from '../../testing-batch'
import { davirNetwork } from './family'
import { DAVIR_PARTS } from './network'

describe('DAVIR', { timeout: 120_000 }, () => {
  test('has a term for its attention', () => {
    const { terms } = davirNetwork.build(TEST_SIZES).training(2, 'decode')
    expect(terms).toEqual([...ENCODER_TERMS, 'attention', 'caption'])
  })

  test('trains the dual encoder in its first phase, with the same state', () => {
    const model = davirNetwork.build(TEST_SIZES)
    const [encode, decode] = ['encode', 'decode'].map((phase) => model.training(2, phase))
    expect(encode.terms).toEqual([...ENCODER_TERMS, 'attention', 'retrieval', 'grounding'])
    expect(encode.state).toEqual(decode.state)
  })

  test('still trains when everything is left out, and then reads no entities', () => {
    const graph = davirNetwork.build(TEST_SIZES, DAVIR_PARTS).training(2, 'decode')
    expect(graph.terms).toEqual(['mask', 'change', 'caption'])
    expect(graph.step.inputs.map(({ name }) => name)).not.toContain('entities')
  })

  test('is of the size of CCRC, and its stages go from phrases to captions', async () => {
    const model = davirNetwork.build({ words: 600, categories: 3 })
    const count = countValues(model.parameters)
    expect(count).toBeGreaterThan(1e6)
    expect(count).toBeLessThan(2.5e6)
    const values = initialValues(model.parameters, 1)
    const pair = noiseBatch(model.inputs, 1, 3)
    const run = (stage: string, feeds: Record<string, BatchData>) =>
      runStage(model.stage(stage, values), feeds)
    const { vectors } = await run('phrase', { ids: pair.entity })
    const encoded = await run('encode', pair)
    expect([encoded.changed.shape, encoded.attention.shape]).toEqual([
      [1, 2, 128, 128],
      [2, 256],
    ])
    const { likeAfter } = await run('compare', { ...pair, vectors })
    expect(likeAfter.shape).toEqual([1, 1])
    const { memory } = await run('prompt', { patches: encoded.patches, entities: pair.entities })
    const decoded = await run('decode', { memory, words: TEST_WORDS })
    expect([decoded.logits.shape, decoded.attention.shape]).toEqual([
      [1, 28, 600],
      [1, 28, 61],
    ])
  })
})
