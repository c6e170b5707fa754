import { expect, test } from 'vitest'
import { TOKENS } from '../../systems/blocks/sizes'
import { pickShowing } from './ccrc-batch'

function sharesOf(tokens: Readonly<Record<number, number>>): Float32Array {
  return Float32Array.from({ length: 2 * TOKENS }, (_, token) => tokens[token] ?? 0)
}

/** Every token that may be picked for the first region. */
function picked(...shares: Float32Array[]): number[] {
  const chances = Array.from({ length: 20 }, (_, step) => step / 20)
  return [...new Set(chances.map((chance) => pickShowing(shares, 0, () => chance)))].sort((a, b) => a - b)
}

test('a region is asked for at the tokens that show it', () => {
  expect(picked(sharesOf({ 3: 1, 4: 0.3, 5: 0.2 }))).toEqual([3, 4])
  expect(picked(sharesOf({ 3: 0.1, 4: 0.2 }))).toEqual([4])
})

test('a token that shows another region more is asked for that one', () => {
  expect(picked(sharesOf({ 3: 0.9, 4: 0.3 }), sharesOf({ 4: 0.6, 5: 1 }))).toEqual([3])
  expect(picked(sharesOf({ 4: 0.3 }), sharesOf({ 4: 0.6 }))).toEqual([4])
})
