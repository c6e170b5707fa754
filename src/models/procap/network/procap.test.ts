import { describe, expect, test } from 'vitest'
import { countValues, initialValues } from '../../../graph'
import { ENCODER_TERMS, runStage, TEST_WORDS } from '../../testing.node'
import { noiseBatch, TEST_SIZES } from '../../testing-batch'
import { procapNetwork } from './family'
import { PROCAP_PARTS } from './network'

describe('ProCap', { timeout: 120_000 }, () => {
  test.each([
    ['encode', [...ENCODER_TERMS, 'codes']],
    ['procedure', ['reconstruction', 'alignment', 'order']],
    ['decode', [...ENCODER_TERMS, 'caption']],
  ])('has in the phase %s a term for each loss', (phase, terms) =>
    expect(procapNetwork.build(TEST_SIZES).training(2, phase).terms).toEqual(terms),
  )

  test('its phases have the same state', () => {
    const model = procapNetwork.build(TEST_SIZES)
    const [encode, procedure, decode] = ['encode', 'procedure', 'decode'].map((phase) =>
      model.training(2, phase),
    )
    expect(encode.state).toEqual(decode.state)
    expect(procedure.state).toEqual(decode.state)
  })

  test('without its procedures it spends their phase on captions, and still trains with everything left out', () => {
    const model = procapNetwork.build(TEST_SIZES, PROCAP_PARTS)
    expect(model.training(2, 'encode').terms).toEqual(['mask', 'change'])
    expect(model.training(2, 'procedure').terms).toEqual(['mask', 'change', 'caption'])
  })

  test('is of the size of CCRC, and its stages take pairs alone', async () => {
    const model = procapNetwork.build({ words: 600, categories: 3 })
    const count = countValues(model.parameters)
    expect(count).toBeGreaterThan(1e6)
    expect(count).toBeLessThan(2.5e6)
    const values = initialValues(model.parameters, 1)
    const encode = model.stage('encode', values)
    expect(encode.inputs.map(({ name }) => name)).toEqual(['before', 'after'])
    const encoded = await runStage(encode, noiseBatch(model.inputs, 1, 3))
    expect([encoded.changed.shape, encoded.memory.shape]).toEqual([
      [1, 2, 128, 128],
      [1, 256, 128],
    ])
    const decoded = await runStage(model.stage('decode', values), {
      memory: encoded.memory,
      words: TEST_WORDS,
    })
    expect(decoded.logits.shape).toEqual([1, 28, 600])
  })
})
