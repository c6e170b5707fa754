import { expect, test } from 'vitest'
import { maskCoverage, tokenMeans } from './pixels'
import { MASK_SIDE } from './sizes'

test('the share that a mask sets of each token is the mean of its set pixels', () => {
  const logits = Float32Array.from({ length: 2 * MASK_SIDE ** 2 }, (_, at) => Math.sin(at * at))
  expect(maskCoverage(logits)).toEqual(tokenMeans(logits.map((logit) => (logit > 0 ? 1 : 0))))
  expect(maskCoverage(new Float32Array(2 * MASK_SIDE ** 2)).every((share) => share === 0)).toBe(true)
})
