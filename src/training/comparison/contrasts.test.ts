import { expect, test } from 'vitest'
import { contrastCells, contrastsOf } from './contrasts'
import type { RunResult } from './train-and-score'

interface System {
  readonly ablation: string | null
  readonly without: readonly string[]
}

const base: System = { ablation: 'base', without: ['a', 'b'] }
const a: System = { ablation: 'a', without: ['b'] }
const whole: System = { ablation: null, without: [] }

function result({ ablation, without }: System, seed: number, ciderDOfPairs: readonly number[]): RunResult {
  const mean = ciderDOfPairs.reduce((sum, score) => sum + score, 0) / ciderDOfPairs.length
  return {
    family: 'cheers',
    title: 'CHEERS',
    ablation,
    without: [...without],
    seed,
    parameters: 1,
    steps: 1,
    minutes: 1,
    secondsPerStep: null,
    tests: [
      {
        set: 'single',
        pairs: ciderDOfPairs.length,
        maskIou: 0,
        accuracy: 0,
        captions: { 'CIDEr-D': mean },
        ciderDOfPairs: [...ciderDOfPairs],
        pairsPerSecond: 1,
      },
    ],
    contributions: {},
  }
}

test('systems are compared where the second has all parts of the first and more', () => {
  const b: System = { ablation: 'b', without: ['a'] }
  const found = contrastsOf([base, a, b, whole].map((system) => result(system, 1, [1, 1])))
  expect(found.map(({ from, to }) => [from, to])).toEqual([
    ['base', 'a'],
    ['base', 'b'],
    ['base', null],
    ['a', null],
    ['b', null],
  ])
})

test('the interval covers seeds and pairs, and a star marks one without zero', () => {
  const found = contrastsOf([
    result(base, 1, [1, 1, 1, 1]),
    result(base, 2, [1, 1, 1, 1]),
    result(a, 1, [1.25, 1.25, 1.25, 1.25]),
    result(a, 2, [1.5, 1.5, 1.5, 1.5]),
    result(whole, 1, [0.5, 1.5, 0.5, 1.75]),
    result(whole, 2, [1, 1, 1, 1]),
  ])
  const [, first] = contrastCells(found)
  // of the same difference in each pair only seeds are left: one twice, or one of each
  expect(first).toEqual(['CHEERS: base to a', '2', '+37.5 (25.0 to 50.0) *'])
  const { differences, interval } = found.find(({ from, to }) => from === 'base' && to === null)!
  expect(differences).toEqual([0.0625, 0])
  expect(interval!.low).toBeLessThan(0)
  expect(interval!.high).toBeGreaterThan(0)
})

test('one seed, and results without the scores of their pairs, have no interval', () => {
  const one = [result(base, 1, [1, 2]), result(whole, 1, [2, 2])]
  expect(contrastCells(contrastsOf(one))).toEqual([
    ['what is added', 'seeds', 'single'],
    ['CHEERS: base to whole', '1', '+50.0'],
  ])
  const old = [1, 2].flatMap((seed) => [result(base, seed, [1, 2]), result(whole, seed, [2, 2])])
  old[0].tests[0].ciderDOfPairs = []
  expect(contrastsOf(old)[0].interval).toBeNull()
})

test('seeds that only one of two systems has are left out', () => {
  const found = contrastsOf([result(base, 1, [1]), result(whole, 2, [2])])
  expect(found[0].differences).toEqual([])
  expect(contrastCells(found)[1]).toEqual(['CHEERS: base to whole', '0', '-'])
})
