import { expect, test } from 'vitest'
import { FOLD_PLANS, foldsOf } from './folds'

const pairs = (keys: readonly string[]) =>
  keys.map((key) => ({ key, group: 'all', before: '', after: '', truth: '' }))

/** So many keys of each of these sequences. */
const keysOf = (sequences: readonly string[], count: number): string[] =>
  sequences.flatMap((sequence) => Array.from({ length: count }, (_, at) => `${sequence}_${at}`))

test('no sequence is corrected and scored, and each pair is scored once', () => {
  const all = keysOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 4)
  const folds = foldsOf(pairs(all), FOLD_PLANS['surveillance'])
  expect(folds).toHaveLength(2)
  for (const { corrected, scored } of folds) {
    const sequences = new Set(corrected.map(({ key }) => key.split('_')[0]))
    expect(scored.filter(({ key }) => sequences.has(key.split('_')[0]))).toEqual([])
  }
  expect(folds.flatMap(({ scored }) => scored.map(({ key }) => key)).sort()).toEqual(all.sort())
})

test('tiles of one picture stay together', () => {
  const folds = foldsOf(
    pairs(['test_2_0_0.png', 'test_2_0_512.png', 'test_7_0_0.png']),
    FOLD_PLANS['remote-sensing-levir'],
  )
  expect(folds.map(({ scored }) => scored.length)).toEqual([1, 2])
})

test('of one camera the last pairs are scored', () => {
  const [fold, ...others] = foldsOf(pairs(keysOf(['x'], 8)), FOLD_PLANS['camera-office'])
  expect(others).toEqual([])
  expect(fold.scored.map(({ key }) => key)).toEqual(['x_6', 'x_7'])
})
