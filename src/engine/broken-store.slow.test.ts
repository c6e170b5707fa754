import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Project } from '../contract/project'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const everything = { filter: { states: null, search: '', hasProblem: null }, order: 'key' } as const

let [home, first, second] = ['', '', '']
let engine: StartedEngine['engine']
let client: StartedEngine['client']
const open = (folder: string): Promise<Project> => client.call('project.open', { folder, reading: null })
const storeOf = (folder: string): string => join(folder, '.deltascribe', 'project.db')

beforeEach(async () => {
  ;[home, first, second] = ['home', 'first', 'second'].map((name) =>
    mkdtempSync(join(tmpdir(), `deltascribe-${name}-`)),
  )
  for (const folder of [first, second]) {
    await makePairFolder(folder, { count: 1, width: 32, height: 24, layout: 'a-b' })
  }
  ;({ engine, client } = startEngine(home))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
})
afterEach(() => {
  engine.dispose()
  for (const made of [home, first, second]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

/** Overwrites the page that a table or index begins with. */
function damage(path: string, name: string): void {
  const database = new DatabaseSync(path)
  const row = database.prepare('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?').get(name)
  const size = database.prepare('PRAGMA page_size').get()
  database.close()
  const { page } = row as { page: number }
  const { page_size: bytes } = size as { page_size: number }
  const file = readFileSync(path)
  writeFileSync(path, file.fill(0xa5, (page - 1) * bytes, page * bytes))
}

test('a folder whose opening fails late is not open by half, and the screen knows', async () => {
  await open(second)
  await open(first)
  damage(storeOf(second), 'pairs_by_state_and_problem')
  const told: (Project | null)[] = []
  client.on('project.changed', (project) => told.push(project))
  await expect(open(second)).rejects.toMatchObject({
    failure: {
      code: 'folder-unreadable',
      message: expect.stringMatching(/project\.db is damaged: .* move it away to begin anew\.$/) as string,
    },
  })
  expect(await client.call('project.current', {})).toBeNull()
  expect(told.at(-1)).toBeNull()
  expect((await open(first)).folder).toBe(first)
})

test.each(['the proposer that was', 'another proposer'])(
  'while another program writes for long, a folder opens with %s, and its pairs are looked at',
  async (proposer) => {
    await open(first)
    await client.call('project.close', {})
    const other = new DatabaseSync(storeOf(first))
    const shown = other.prepare("SELECT value FROM meta WHERE name = 'shown-proposer'")
    if (proposer === 'another proposer') {
      other.exec("UPDATE meta SET value = 'ccrc-of-old' WHERE name = 'shown-proposer'")
    }
    other.exec('BEGIN IMMEDIATE')
    await open(first)
    const [pairId] = (await client.call('pairs.find', everything)).ids
    expect((await client.call('pairs.get', { pairId })).pair).toMatchObject({ width: 32, height: 24 })
    other.exec('ROLLBACK')
    await open(first)
    expect(shown.get()).toEqual({ value: 'difference' })
    other.close()
  },
)
