import { describe, expect, test } from 'vitest'
import { countValues, initialValues } from '../../../graph'
import { ENCODER_TERMS } from '../../testing.node'
import { TEST_SIZES } from '../../testing-batch'
import { rddNetwork } from './family'
import { RDD_PARTS } from './network'

describe('RDD+ACR', { timeout: 120_000 }, () => {
  test('has a term for each loss', () => {
    const { terms } = rddNetwork.build(TEST_SIZES).training(2, 'decode')
    expect(terms).toEqual([...ENCODER_TERMS, 'caption', 'nounsToObjects', 'verbsToActions'])
  })

  test('its phases have the same state, and the first needs no captions', () => {
    const model = rddNetwork.build(TEST_SIZES)
    const [encode, decode] = ['encode', 'decode'].map((phase) => model.training(2, phase))
    expect(encode.state).toEqual(decode.state)
    expect(encode.step.inputs.map(({ name }) => name)).not.toContain('tokens')
  })

  test('still trains as the direct subtraction when everything is left out', () => {
    const model = rddNetwork.build(TEST_SIZES, RDD_PARTS)
    const graph = model.training(2, 'decode')
    expect(graph.terms).toEqual(['mask', 'change', 'caption'])
    expect(graph.step.inputs.map(({ name }) => name)).not.toContain('forward')
  })

  test.each([
    ['globalDifference', 'globalDifference'],
    ['objectDistilling', 'nounsToObjects'],
    ['actionDistilling', 'verbsToActions'],
  ])('without %s neither its parameters nor what hangs on them is there', (part, also) => {
    const whole = rddNetwork.build(TEST_SIZES)
    const less = rddNetwork.build(TEST_SIZES, [part])
    expect(countValues(less.parameters)).toBeLessThan(countValues(whole.parameters))
    expect(less.training(2, 'decode').terms).not.toContain(also)
  })

  test('is of the size of CCRC, and its stages have the documented inputs and outputs', () => {
    const model = rddNetwork.build({ words: 600, categories: 3 })
    const count = countValues(model.parameters)
    expect(count).toBeGreaterThan(1e6)
    expect(count).toBeLessThan(2.5e6)
    const values = initialValues(model.parameters, 1)
    const encode = model.stage('encode', values, { batch: 1 })
    expect(encode.inputs.map(({ name }) => name)).toEqual(['before', 'after'])
    expect(encode.outputs.map(({ name, shape }) => [name, shape])).toEqual([
      ['changed', [1, 2, 128, 128]],
      ['changedLogit', [1]],
      ['memory', [1, 341, 128]],
    ])
    expect(encode.constants.some(({ name }) => name?.startsWith('attributes'))).toBe(false)
    const decode = model.stage('decode', values)
    expect(decode.inputs.map(({ name }) => name).sort()).toEqual(['memory', 'words'])
  })

  test('lists its parts, phases and stages', () => {
    expect(() => rddNetwork.build(TEST_SIZES, ['nouns'])).toThrow(
      'use one of globalDifference, objectDistilling',
    )
    const model = rddNetwork.build(TEST_SIZES)
    expect(() => model.training(2, 'early')).toThrow('There is no phase "early": use one of encode, decode.')
    expect(() => model.stage('early', new Map())).toThrow('use one of encode, decode')
  })
})
