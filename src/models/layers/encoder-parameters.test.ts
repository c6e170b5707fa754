import { describe, expect, test } from 'vitest'
import { initializers } from '../../graph'
import { ccrcFamilyNetwork } from '../ccrc/network/family'
import { rddNetwork } from '../rdd/network/family'
import { TEST_SIZES } from '../testing-batch'
import { encoderValues, familyParameters, isEncoderParameter } from './encoder-parameters'

test.each([
  ['pair.backbone.stem.weight', true],
  ['backbone.stem.weight', true],
  ['pair.difference.mix.bias', true],
  ['difference.mixed.bias', false],
  ['pair.naming.weight', true],
  ['objects.bias', true],
  ['objects.bias.more', false],
  ['caption.backbone.weight', false],
  ['regions.matching.weight', false],
])('%s belongs to the shared encoder: %s', (name, belongs) => {
  expect(isEncoderParameter(name)).toBe(belongs)
})

const ccrc = ccrcFamilyNetwork.build(TEST_SIZES)
const rdd = rddNetwork.build(TEST_SIZES)
/** Each parameter of CCRC has a number of its own. */
const values = new Map(
  ccrc.parameters.map(({ source, shape }, at) => [source.name, initializers.filled(at)(shape, 0)]),
)

describe('the encoder of another model', () => {
  test('has the value of the parameter that is called alike, without `pair.`', () => {
    const taken = encoderValues(values, rdd.parameters)
    const names = rdd.parameters.map(({ source }) => source.name).filter(isEncoderParameter)
    expect([...taken.keys()]).toEqual(names)
    expect(names.length).toBeGreaterThan(20)
    for (const [name, value] of taken) {
      const own = name.replace('pair.', '').replace('naming.', 'objects.')
      expect(value).toBe(values.get(own))
    }
  })

  test('has its own values under its own names', () => {
    const taken = encoderValues(values, ccrc.parameters)
    expect([...taken.keys()]).toEqual([...values.keys()].filter(isEncoderParameter))
    for (const [name, value] of taken) {
      expect(value).toBe(values.get(name))
    }
  })

  const first = rdd.parameters.find(({ source }) => isEncoderParameter(source.name))!
  const common = first.source.name.replace('pair.', '')
  test.each([
    ['is missing', () => new Map([...values].filter(([name]) => name !== common))],
    ['has another shape', () => new Map([...values, [common, new Float32Array(1)]])],
  ])('is refused where a part %s', (_, given) => {
    expect(() => encoderValues(given(), rdd.parameters)).toThrow(
      new RangeError(`The model whose encoder is to be frozen has no ${common} of this shape.`),
    )
  })
})

test('a frozen encoder is stored and not trained, and all else is', () => {
  for (const freezeEncoder of [false, true]) {
    const p = familyParameters({ ...TEST_SIZES, freezeEncoder })
    p.scope('backbone').weight('weight', [2], initializers.filled(0))
    p.scope('caption').weight('weight', [2], initializers.filled(0))
    expect(p.list().map(({ source }) => source.trainable)).toEqual([!freezeEncoder, true])
  }
})

test('a family with a frozen encoder has the same parameters, and trains those of no encoder', () => {
  const frozen = rddNetwork.build({ ...TEST_SIZES, freezeEncoder: true })
  const names = rdd.parameters.map(({ source }) => source.name)
  expect(frozen.parameters.map(({ source }) => source.name)).toEqual(names)
  const trained = rdd.parameters.filter(({ source }) => source.trainable).map(({ source }) => source.name)
  expect(frozen.parameters.filter(({ source }) => source.trainable).map(({ source }) => source.name)).toEqual(
    trained.filter((name) => !isEncoderParameter(name)),
  )
})
