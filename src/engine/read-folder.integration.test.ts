import { copyFileSync, cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { PairRow } from '../contract/project'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

let home: string
let folder: string
let started: StartedEngine

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-again-'))
  folder = join(home, 'pairs')
  await makePairFolder(folder, { count: 3, width: 48, height: 32, layout: 'a-b' })
  started = startEngine(join(home, 'user'), { isHeadless: true })
  await started.client.call('project.open', { folder, reading: null })
})
afterEach(() => {
  started.engine.dispose()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

async function rows(): Promise<PairRow[]> {
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await started.client.call('pairs.find', { filter, order: 'key' })
  return started.client.call('pairs.rows', { ids })
}

function copyPair(from: string, to: string): void {
  for (const frame of ['A', 'B']) {
    copyFileSync(join(folder, frame, `${from}.png`), join(folder, frame, `${to}.png`))
  }
}

test('images that came into an open folder become pairs, and those that went take theirs along', async () => {
  const { client } = started
  const [first, second] = await rows()
  const eventId = 'flagged-first'
  await client.call('pairs.decide', { pairId: first.id, eventId, decision: 'flag', milliseconds: 0 })
  const told: unknown[] = []
  onTestFinished(client.on('project.folderRead', (each) => told.push(each)))
  copyPair(first.key, 'zz-new')
  copyPair(first.key, 'zz-newer')
  rmSync(join(folder, `B/${second.key}.png`))
  const taken = { added: 2, gone: 1 }
  expect(await client.call('project.readFolder', {})).toEqual(taken)
  expect(told).toEqual([taken])
  const present = await rows()
  expect(present.map(({ key }) => key)).toEqual([
    first.key,
    expect.not.stringMatching(second.key),
    'zz-new',
    'zz-newer',
  ])
  expect(present[0]).toMatchObject({ id: first.id, state: 'flagged' })
  expect(await client.call('project.current', {})).toMatchObject({ pairCount: 4, reading: { pairCount: 4 } })
})

test('an image that was mended is looked at anew', async () => {
  const { client } = started
  const [{ id, key }] = await rows()
  const path = join(folder, `B/${key}.png`)
  const whole = join(home, 'whole.png')
  copyFileSync(path, whole)
  writeFileSync(path, 'no image')
  await expect(client.call('proposals.make', { pairId: id, proposer: 'difference' })).rejects.toThrow(
    'is not a P',
  )
  expect((await rows())[0].problem).not.toBeNull()
  copyFileSync(whole, path)
  expect(await client.call('project.readFolder', {})).toEqual({ added: 0, gone: 0 })
  expect((await rows())[0].problem).toBeNull()
})

test('a folder that reads otherwise now is not taken in: its pairs stay', async () => {
  const { client } = started
  rmSync(join(folder, 'A'), { recursive: true })
  await expect(client.call('project.readFolder', {})).rejects.toMatchObject({
    failure: { code: 'folder-unreadable' },
  })
  expect(await rows()).toHaveLength(3)
})

test('two folders whose names tell no side are opened where a person has said which is which', async () => {
  const { client } = started
  const [first] = await rows()
  rmSync(join(folder, `A/${first.key}.png`))
  rmSync(join(folder, `B/${first.key}.png`))
  for (const [from, to] of [
    ['A', 'east'],
    ['B', 'west'],
  ]) {
    renameSync(join(folder, from), join(folder, to))
  }
  await client.call('project.close', {})
  rmSync(join(folder, '.deltascribe'), { recursive: true })
  await expect(client.call('project.open', { folder, reading: null })).rejects.toThrow(
    'east/, west/: nothing tells',
  )
  const turned = await client.call('project.open', { folder, reading: 'two-folders-turned' })
  expect(turned.reading.examples[0]).toMatchObject({ before: expect.stringMatching('^west/') })
  const again = await client.call('project.open', { folder, reading: null })
  expect(again.reading.id).toBe('two-folders-turned')
})

test('a new folder that reads in two ways is not opened at the start: a person is asked', async () => {
  const rival = join(home, 'rival')
  for (const place of ['east', 'west']) {
    await makePairFolder(join(home, place), { count: 3, width: 48, height: 32, layout: 'a-b' })
    cpSync(join(home, place, 'A'), join(rival, place), { recursive: true })
  }
  const own = startEngine(join(home, 'other-user'), {})
  onTestFinished(() => own.engine.dispose())
  await own.engine.openAtStart(rival)
  expect(await own.client.call('project.current', {})).toBeNull()
  expect(await own.client.call('app.info', {})).toMatchObject({ startChoice: rival, startFailure: null })
  await own.client.call('project.open', { folder: rival, reading: 'two-folders' })
  expect(await own.client.call('app.info', {})).toMatchObject({ startChoice: null })
  await own.client.call('project.close', {})
  // the choice is known from then on
  await own.engine.openAtStart(rival)
  expect(await own.client.call('project.current', {})).toMatchObject({ reading: { id: 'two-folders' } })
})
