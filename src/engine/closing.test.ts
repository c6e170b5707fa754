import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toFailure } from '../contract/errors'
import type { Project } from '../contract/project'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const size = { width: 32, height: 32, layout: 'a-b' } as const

let [home, first, second] = ['', '', '']
let engine: StartedEngine['engine']
let client: StartedEngine['client']

beforeEach(async () => {
  ;[home, first, second] = ['home', 'first', 'second'].map((name) =>
    mkdtempSync(join(tmpdir(), `deltascribe-${name}-`)),
  )
  await makePairFolder(first, { count: 1, ...size })
  await makePairFolder(second, { count: 1, ...size })
  ;({ engine, client } = startEngine(home))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder: first, reading: null })
})

afterEach(() => {
  engine.dispose()
  for (const made of [home, first, second]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => toFailure(error).code,
  )
}

test('a folder that is closed before its opening is all told is closed on the screen too', async () => {
  const told: (Project | null)[] = []
  let closed: Promise<unknown> = Promise.resolve()
  const forget = client.on('project.changed', () => {
    // the first folder makes way: the second one is there, and not told yet
    forget()
    client.on('project.changed', (project) => told.push(project))
    closed = client.call('project.close', {})
  })
  expect(await codeOf(client.call('project.open', { folder: second, reading: null }))).toBe('cancelled')
  await closed
  expect(await client.call('project.current', {})).toBeNull()
  expect(told.at(-1)).toBeNull()
})

test('what is being read of a folder when it is closed is cancelled, and no defect', async () => {
  const [pairId] = (
    await client.call('pairs.find', {
      filter: { states: null, search: '', hasProblem: null },
      order: 'key',
    })
  ).ids
  const asked = [client.call('pairs.get', { pairId }), client.call('proposals.list', { pairId })]
  const codes = Promise.all(asked.map(codeOf))
  await client.call('project.close', {})
  expect(await codes).toEqual(['cancelled', 'cancelled'])
})
