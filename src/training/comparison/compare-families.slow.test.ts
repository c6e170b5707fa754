import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSmallSet } from '../synthetic/testing'
import { TrainingSetError } from '../data/training-set'
import { compareFamilies } from './compare-families'
import type { ComparisonOptions, ComparisonCallbacks } from './compare-families'

let folder = ''
let data = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bench-systems-'))
  data = join(folder, 'set')
  await writeSmallSet(data)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function options(families: string[]): ComparisonOptions {
  return {
    out: join(folder, 'out'),
    families,
    seeds: [3],
    baselines: false,
    without: [],
    budget: {
      data: [data],
      dev: data,
      encoder: null,
      minutes: 1,
      steps: 2,
      batch: 2,
      rate: 1e-3,
      words: 300,
      threads: 2,
      detector: null,
      provider: 'cpu',
      replicas: 1,
      mirror: [],
      logEvery: 1,
    },
    test: [data],
    testPairs: 2,
  }
}

function callbacks(stopAt = Infinity): ComparisonCallbacks & { begun: string[] } {
  const abort = new AbortController()
  const begun: string[] = []
  return {
    begun,
    signal: abort.signal,
    onRun: ({ family }) => begun.push(family),
    onLine: (_, { step }) => {
      if (step === stopAt) {
        abort.abort()
      }
    },
    onFailure: (_, error) => {
      throw error
    },
  }
}

test('a stopped comparison continues, and ends in a table and curves', async () => {
  const first = await compareFamilies(options(['procap', 'rdd']), callbacks(1))
  expect(first.tables).toEqual([])
  const again = callbacks()
  const { tables, contributions } = await compareFamilies(options(['procap', 'rdd']), again)
  const [table] = tables
  expect(again.begun).toEqual(['procap', 'rdd'])
  expect(table.rows.map(({ title }) => title)).toEqual(['ProCap', 'RDD+ACR'])
  expect(table.pairs).toBe(2)
  for (const { ciderD, bleu4, meteor, rougeL, maskIou, parameters, pairsPerSecond } of table.rows) {
    expect([ciderD, bleu4, meteor, rougeL, maskIou].every(Number.isFinite)).toBe(true)
    expect(parameters).toBeGreaterThan(1e6)
    expect(pairsPerSecond).toBeGreaterThan(0)
  }
  expect(new Set(contributions.map(({ system }) => system))).toEqual(new Set(['ProCap', 'RDD+ACR']))
  const text = readFileSync(join(folder, 'out', 'table.md'), 'utf8')
  expect(text).toContain('Each run: 2 steps')
  expect(text).not.toContain('not done yet')
  expect(text).toContain('| RDD+ACR | nouns by objects |')
  expect(readFileSync(join(folder, 'out', 'curves.svg'), 'utf8')).toContain('Caption loss in training')

  const done = callbacks()
  await compareFamilies(options(['procap', 'rdd']), done)
  expect(done.begun).toEqual([])
  const other = { ...options(['rdd']), testPairs: 1 }
  const twice = { ...options(['rdd']), test: [data, data] }
  await expect(compareFamilies(twice, callbacks())).rejects.toThrow('Two test sets are called set')
  await expect(compareFamilies(other, callbacks())).rejects.toThrow(TrainingSetError)
}, 900_000)
