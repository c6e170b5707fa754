import { expect, test } from 'vitest'
import { sampleKeys } from './sample-pairs'

const keys = Array.from({ length: 100 }, (_, index) => `pair_${index}`)

test('a sample is the same for the same seed, in the order of the keys, and a larger one has it', () => {
  const ten = sampleKeys(keys, { count: 10 }, 1)
  expect(ten).toHaveLength(10)
  expect(sampleKeys(keys, { share: 0.1 }, 1)).toEqual(ten)
  expect(keys.filter((key) => ten.includes(key))).toEqual(ten)
  expect(sampleKeys(keys, { share: 0.3 }, 1)).toEqual(expect.arrayContaining(ten))
  expect(sampleKeys(keys, { count: 10 }, 2)).not.toEqual(ten)
  expect(sampleKeys(keys, { share: 1 }, 1)).toEqual(keys)
})
