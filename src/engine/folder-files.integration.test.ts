import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Diff } from '../domain/diff'
import { filesIn } from '../dataset/import/testing'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

let home = ''
let folder = ''
let engine: StartedEngine['engine']
let client: StartedEngine['client']
let pairIds: number[] = []

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(folder, { count: 2, width: 160, height: 120, layout: 'a-b' })
  ;({ engine, client } = startEngine(home))
})
afterEach(() => {
  engine.dispose()
  ;[home, folder].forEach((made) => rmSync(made, { recursive: true, force: true, maxRetries: 20 }))
})

async function open(): Promise<void> {
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder, reading: null })
  const filter = { states: null, search: '', hasProblem: null }
  pairIds = (await client.call('pairs.find', { filter, order: 'key' })).ids
}

/** Of the folder, without what the program keeps there. */
async function imagesIn(): Promise<Map<string, Buffer>> {
  const files = await filesIn(folder)
  return new Map([...files].filter(([path]) => !path.startsWith('.deltascribe/')))
}

test('images are as they were after all that is done to their pairs, and nothing lies beside them', async () => {
  const before = await imagesIn()
  await open()
  const [pairId] = pairIds
  await client.call('proposals.make', { pairId })
  const [region] = (await client.call('pairs.get', { pairId })).document.regions
  const diff: Diff = [{ type: 'region.remove', region, index: 0 }]
  await client.call('pairs.edit', { pairId, eventId: 'event-0001', label: 'Region removed', diff })
  await client.call('pairs.decide', { pairId, eventId: 'event-0002', decision: 'accept', milliseconds: 1 })
  await engine.locatePicture({ pairId, kind: 'difference' })
  const out = join(home, 'set')
  const ended = new Promise<string>((resolve) => {
    client.on('job.changed', ({ state }) => state !== 'running' && resolve(state))
  })
  await client.call('export.start', { format: 'a-b', out, states: ['accepted', 'corrected'] })
  expect(await ended).toBe('done')
  expect(existsSync(out)).toBe(true)
  await client.call('project.close', {})
  expect(await imagesIn()).toEqual(before)
})

test('pictures whose cache was deleted while the folder is open are made again', async () => {
  await open()
  const [pairId] = pairIds
  const kinds = ['difference', 'after-thumbnail'] as const
  for (const kind of kinds) {
    const first = await engine.locatePicture({ pairId, kind })
    const bytes = readFileSync(first.path)
    rmSync(join(folder, '.deltascribe', 'cache'), { recursive: true })
    const again = await engine.locatePicture({ pairId, kind })
    expect(again).toEqual(first)
    expect(readFileSync(again.path).equals(bytes)).toBe(true)
  }
})
