import { expect, test } from 'vitest'
import { comparisonRuns } from './train-and-score'
import type { RunResult } from './train-and-score'
import { contributionCells, contributionRows } from './contribution-table'
import { resultTables, tableCells, tablesMarkdown } from './result-table'

/** The pair above the mean of each result changed, the one below did not. */
const changed = new Map([['test', [false, true]]])

function result(family: string, ablation: string | null, seed: number, cider: number): RunResult {
  return {
    family,
    title: family.toUpperCase(),
    ablation,
    without: [],
    seed,
    parameters: 1_960_000,
    steps: 100,
    minutes: 40,
    secondsPerStep: 1.5,
    tests: [
      {
        set: 'test',
        pairs: 10,
        maskIou: 0.7,
        accuracy: 0.9,
        captions: { 'BLEU-4': 0.5, 'ROUGE-L': 0.6, 'METEOR (no paraphrase)': 0.4, 'CIDEr-D': cider },
        pairsPerSecond: 12,
        // half of the pairs a quarter above the mean, half as far below
        ciderDOfPairs: [cider - 0.25, cider + 0.25],
      },
    ],
    contributions: {},
  }
}

test('a row has the mean of its seeds, parts before the whole', () => {
  const [table] = resultTables(
    [
      result('rdd', null, 1, 1.2),
      result('rdd', 'GDE', 1, 1),
      result('rdd', null, 2, 1.4),
      result('rdd', 'GDE', 2, 1.5),
    ],
    changed,
  )
  expect(tableCells(table).slice(1)).toEqual([
    [
      'RDD: GDE',
      '2',
      '50.00',
      '40.00',
      '60.00',
      '125.00',
      '100.00 to 150.00',
      '150.00',
      '100.00',
      '70.00',
      '1.96 M',
      '1.50',
      '12.0',
    ],
    [
      'RDD',
      '2',
      '50.00',
      '40.00',
      '60.00',
      '130.00',
      '105.00 to 155.00',
      '155.00',
      '105.00',
      '70.00',
      '1.96 M',
      '1.50',
      '12.0',
    ],
  ])
  expect(table.findings).toEqual([
    'RDD, CIDEr-D: GDE 125.00, whole 130.00. The whole beats "GDE" with 1 of 2 seeds, and 1 of 1 of its parts in the mean.',
  ])
})

test('a set in which every pair changed has no score of unchanged ones', () => {
  const [table] = resultTables([result('rdd', null, 1, 1)], new Map([['test', [true, true]]]))
  expect(tableCells(table)[1].slice(7, 9)).toEqual(['100.00', '-'])
})

test('the findings name the families that come near CCRC', () => {
  const results = [result('ccrc', null, 1, 1), result('rdd', null, 1, 0.96), result('davir', null, 1, 0.94)]
  const [table] = resultTables(results, changed)
  expect(table.findings).toEqual(["Within 5 % of CCRC's CIDEr-D or above it: RDD."])
  const text = tablesMarkdown(
    { tables: resultTables(results, changed), contrasts: [], contributions: [] },
    'Each run: a minute.',
  )
  expect(text).toContain('Each run: a minute.\n\n## test, 10 pairs\n\n| system |')
  expect(text).toContain('| DAVIR | 1 |')
})

test('the runs of every family, the most telling first, each in a folder of its own', () => {
  const all = comparisonRuns({
    out: 'out',
    families: ['rdd', 'ccrc'],
    seeds: [1, 2],
    baselines: true,
    without: [],
  })
  expect(all.slice(0, 6).map(({ folder }) => folder)).toEqual([
    'out/rdd/whole/seed-1',
    'out/ccrc/whole/seed-1',
    'out/rdd/whole/seed-2',
    'out/ccrc/whole/seed-2',
    'out/rdd/direct-subtraction/seed-1',
    'out/ccrc/no-refinement/seed-1',
  ])
  expect(new Set(all.map(({ folder }) => folder)).size).toBe(all.length)
  const plain = { out: 'out', families: ['rdd', 'ccrc'], seeds: [1], baselines: false, without: [] }
  expect(comparisonRuns(plain).map(({ ablation }) => ablation)).toEqual([null, null])
  expect(() => comparisonRuns({ ...plain, families: ['gan'] })).toThrow('There is no family "gan"')
})

test('a result without the scores of its pairs has no interval', () => {
  const old = {
    ...result('rdd', null, 1, 1),
    tests: [{ ...result('rdd', null, 1, 1).tests[0], ciderDOfPairs: [] }],
  }
  const [table] = resultTables([old, result('rdd', 'GDE', 1, 2)], changed)
  expect(tableCells(table).map((cells) => cells[6])).toEqual(['95 % over pairs', '175.00 to 225.00', '-'])
  expect(table.findings[0].endsWith('in the mean.')).toBe(true)
})

test('what parts should raise: the mean of the seeds that have it, and no row where none has', () => {
  const found = (seed: number, value: number, baseline: number | null): RunResult => ({
    ...result('rdd', null, seed, 1),
    contributions: { 'nouns by objects': { value, baseline } },
  })
  const rows = contributionRows([found(1, 0.5, 0.125), result('rdd', 'GDE', 1, 1), found(2, 0.75, 0.375)])
  expect(rows).toEqual([
    { system: 'RDD', measured: 'nouns by objects', value: 0.625, baseline: 0.25, values: [0.5, 0.75] },
  ])
  expect(contributionCells(rows)[1]).toEqual(['RDD', 'nouns by objects', '0.625', '0.250', '0.500 / 0.750'])
  expect(contributionRows([found(1, 0.5, null)])[0].baseline).toBeNull()
  const tables = resultTables([found(1, 0.5, 0.125)], changed)
  const text = tablesMarkdown({ tables, contrasts: [], contributions: rows }, 'A minute.')
  expect(text).toContain('| RDD | nouns by objects | 0.625 | 0.250 | 0.500 / 0.750 |')
})

test('a part can be left out of every run whose family has it', () => {
  const selection = { out: '', families: ['cheers', 'ccrc'], seeds: [1], baselines: true }
  const runs = comparisonRuns({ ...selection, without: ['matching'] })
  const lacking = (family: string) =>
    runs.filter((run) => run.family === family).map(({ without }) => without)
  expect(lacking('cheers').every((without) => without.includes('matching'))).toBe(true)
  expect(lacking('ccrc').some((without) => without.includes('matching'))).toBe(false)
  expect(() => comparisonRuns({ ...selection, without: ['wings'] })).toThrow('"wings"')
})
