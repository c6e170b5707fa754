import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatNames } from '../dataset/formats/list'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'
import { englishOf } from '../messages/message'

let home: string
let started: StartedEngine
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deltascribe-formats-'))
  started = startEngine(join(home, 'user'))
})
afterEach(async () => {
  started.engine.dispose()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

test('the formats have a name each, a title and a sentence', async () => {
  const formats = await started.client.call('formats.list', {})
  expect(formats.map(({ name }) => name)).toEqual(formatNames)
  expect(new Set(formatNames).size).toBe(formatNames.length)
  for (const { name, title, summary } of formats) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(title).not.toBe('')
    expect(englishOf(summary)).toMatch(/\.$/)
  }
})

test('a name that no format has is refused before any work begins', async () => {
  const { client } = started
  const choice = { format: 'nothing', states: ['accepted' as const] }
  const [source, into, out] = ['source', 'into', 'out'].map((name) => join(home, name))
  const invalid = { failure: { code: 'invalid-input' } }
  await expect(client.call('export.preview', choice)).rejects.toMatchObject(invalid)
  await expect(client.call('export.sample', choice)).rejects.toMatchObject(invalid)
  await expect(client.call('export.start', { ...choice, out })).rejects.toMatchObject(invalid)
  await expect(client.call('import.start', { source, into, format: 'nothing' })).rejects.toMatchObject(
    invalid,
  )
  expect(await client.call('jobs.list', {})).toEqual([])
})
