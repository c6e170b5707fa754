import { expect, test } from 'vitest'
import { TOKENS } from '../../layers/sizes'
import { pickAnchor } from './region-tokens'

function sharesOf(tokens: Readonly<Record<number, number>>): Float32Array {
  return Float32Array.from({ length: 2 * TOKENS }, (_, token) => tokens[token] ?? 0)
}

/** Every token that may be picked for the first region. */
function picked(...shares: Float32Array[]): number[] {
  const draws = Array.from({ length: 20 }, (_, step) => step / 20)
  return [...new Set(draws.map((draw) => pickAnchor(shares, 0, () => draw)))].sort((a, b) => a - b)
}

test('the anchor of a region is one of the tokens that show it', () => {
  expect(picked(sharesOf({ 3: 1, 4: 0.3, 5: 0.2 }))).toEqual([3, 4])
  expect(picked(sharesOf({ 3: 0.1, 4: 0.2 }))).toEqual([4])
})

test('a token that shows another region more is the anchor of that one', () => {
  expect(picked(sharesOf({ 3: 0.9, 4: 0.3 }), sharesOf({ 4: 0.6, 5: 1 }))).toEqual([3])
  expect(picked(sharesOf({ 4: 0.3 }), sharesOf({ 4: 0.6 }))).toEqual([4])
})
