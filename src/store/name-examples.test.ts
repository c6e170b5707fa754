import { afterEach, beforeEach, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from './database'
import { EXAMPLE_MIGRATIONS } from './migrations'
import { NameExampleTable } from './name-examples'
import { openTestDatabase } from './testing'

let folder: string
let database: Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'examples-'))
  database = openTestDatabase(folder, EXAMPLE_MIGRATIONS)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

const example = (regionId: string, word: string) => ({ pairId: 1, regionId, word, place: `at ${regionId}` })

test('features come back as they were stored, the newest of each word', () => {
  const table = new NameExampleTable(database)
  table.put(example('a', 'crack'), 'v1', Float32Array.of(1, 2.5, -3))
  table.put(example('b', 'crack'), 'v1', Float32Array.of(4))
  table.put(example('c', 'roof'), 'v1', Float32Array.of(5))
  table.put(example('d', 'roof'), 'v2', Float32Array.of(6))
  expect(new Set(table.newest('v1', 9).map(({ word, features }) => [word, ...features].join(' ')))).toEqual(
    new Set(['crack 1 2.5 -3', 'crack 4', 'roof 5']),
  )
  expect(table.newest('v1', 1)).toHaveLength(2)
})

test('a word that is forgotten serves no more, and is known as forgotten', () => {
  const table = new NameExampleTable(database)
  table.put(example('a', 'crack'), 'v1', Float32Array.of(1))
  table.put(example('b', 'roof'), 'v1', Float32Array.of(1))
  table.forget('crack')
  expect(table.counts()).toEqual([{ word: 'roof', count: 1 }])
  expect(table.newest('v1', 9).map(({ word }) => word)).toEqual(['roof'])
  expect(table.ofPair(1).map(({ regionId, isForgotten }) => [regionId, isForgotten])).toEqual([
    ['a', true],
    ['b', false],
  ])
})

test('projects that share a file see their own examples apart from the others', () => {
  const [mine, theirs] = [new NameExampleTable(database, '/mine'), new NameExampleTable(database, '/theirs')]
  mine.put(example('a', 'crack'), 'v1', Float32Array.of(1))
  theirs.put(example('a', 'crack'), 'v1', Float32Array.of(2))
  theirs.put(example('b', 'roof'), 'v1', Float32Array.of(3))
  expect(mine.countsOfOthers()).toEqual([
    { word: 'crack', count: 1 },
    { word: 'roof', count: 1 },
  ])
  expect(new Set(mine.newestOfOthers('v1', 9).map(({ features }) => features[0]))).toEqual(new Set([2, 3]))
  theirs.remove(example('a', 'crack'))
  expect(mine.counts()).toEqual([{ word: 'crack', count: 1 }])
})
