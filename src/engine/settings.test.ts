import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../contract/work'
import { makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import { ConnectorKeys } from './connector/connector-keys'
import { UserFiles } from './user-folder'

let home = ''
let folder = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
})
afterEach(() => {
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

test('a slow change of proposer answers with what was set meanwhile', async () => {
  await makePairFolder(folder, { count: 1, width: 32, height: 32, layout: 'a-b' })
  const { engine, client } = startEngine(home)
  try {
    await client.call('settings.set', { proposeAhead: false, theme: 'dark' })
    await client.call('project.open', { folder, reading: null })
    const told: string[] = []
    client.on('settings.changed', ({ theme }) => told.push(theme))
    // the queue stops once the proposer is stored, long before the answer
    const later = new Promise<void>((resolve, reject) => {
      const forget = client.on('queue.changed', () => {
        forget()
        client.call('settings.set', { theme: 'light' }).then(() => resolve(), reject)
      })
    })
    const { theme } = await client.call('settings.set', { proposer: 'difference' })
    await later
    expect([theme, told]).toEqual(['light', ['light', 'light']])
  } finally {
    engine.dispose()
  }
})

test('of settings that are changed at once, the last are in the file', async () => {
  const user = new UserFiles(home)
  for (const round of Array(8).keys()) {
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}${round}`)
    await Promise.all(names.map((reviewer) => user.setSettings({ reviewer })))
    const stored: unknown = JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'))
    expect(stored).toMatchObject({ reviewer: `d${round}` })
  }
})

test('a value that is not known costs itself alone, and what is known is still there after a change', async () => {
  const path = join(home, 'settings.json')
  const connector = { ...DEFAULT_SETTINGS.connector, model: 'a model', seconds: 0 }
  const keys = { accept: 'x', next: 5 }
  const stored = {
    theme: 'sepia',
    language: 'tlh',
    scale: 1.5,
    reviewer: 'ann',
    provider: 'new',
    proposeAhead: false,
  }
  writeFileSync(path, JSON.stringify({ ...stored, keys, connector }))
  const kept = {
    ...DEFAULT_SETTINGS,
    scale: 1.5,
    reviewer: 'ann',
    proposeAhead: false,
    // settings of an older version: hints are for newcomers
    hints: 'done',
    keys: { accept: 'x' },
    connector: { ...DEFAULT_SETTINGS.connector, model: 'a model' },
  }
  const user = new UserFiles(home)
  expect(user.getSettings()).toEqual(kept)
  await user.setSettings({ scale: 2 })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...kept, scale: 2 })
})

test('a recent folder whose entry cannot be read costs none of the others, and a bucket that cannot only itself', () => {
  const entry = { folder: '/pairs', name: 'pairs', openedAt: 1, pairCount: 2, reviewedCount: 1 }
  const odd = { ...entry, folder: '/odd', bucket: { address: 's3://pictures' } }
  writeFileSync(join(home, 'recent.json'), JSON.stringify([{ folder: 7 }, entry, odd, null]))
  const read = [entry, odd].map((one) => ({ ...one, bucket: null }))
  expect(new UserFiles(home).getRecent()).toEqual(read)
})

test.each(['{', '[]', 'null', '7', '{"keys":[],"connector":"on"}'])(
  'settings in a file that holds %s are the usual ones',
  (text) => {
    writeFileSync(join(home, 'settings.json'), text)
    writeFileSync(join(home, 'recent.json'), text)
    const user = new UserFiles(home)
    expect([user.getSettings(), user.getRecent()]).toEqual([DEFAULT_SETTINGS, []])
  },
)

/** Stands for a system's key store, which is slow where it asks its user first. */
async function sealSlowly(text: string): Promise<string> {
  await setTimeout(50)
  return text
}

test('a key that is forgotten while it is still being sealed is not kept', async () => {
  const keys = new ConnectorKeys(home, { seal: sealSlowly, unseal: sealSlowly }, null)
  const origin = 'http://127.0.0.1:8080'
  await Promise.all([keys.set(origin, 'sk-secret'), keys.set(origin, null)])
  expect(await keys.of(origin)).toBeNull()
  expect(existsSync(join(home, 'connector-key.json'))).toBe(false)
})

test('a proposer that is set again is promoted once', async () => {
  const { engine, client } = startEngine(home)
  try {
    await client.call('settings.set', { proposer: 'auto' })
    await client.call('settings.set', { proposer: 'difference' })
    await client.call('settings.set', { proposer: 'difference', theme: 'light' })
    const { byDefault } = await client.call('models.list', {})
    expect(byDefault.history.map(({ id }) => id)).toEqual(['difference'])
    expect(byDefault.before).toEqual({ id: 'auto' })
  } finally {
    engine.dispose()
  }
})

test('the host is told the language at the start, and when it changes', async () => {
  const told: string[] = []
  const { engine, client } = startEngine(home, { onLanguage: (language) => told.push(language) })
  try {
    await client.call('settings.set', { language: 'de' })
    await client.call('settings.set', { theme: 'dark' })
    expect(told).toEqual(['system', 'de'])
  } finally {
    engine.dispose()
  }
})
