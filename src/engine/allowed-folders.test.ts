import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { engineContract } from '../contract/engine'
import { toFailure } from '../contract/errors'
import { makePairFolder } from '../images/testing'
import { noLog } from '../process/log/log'
import { nodeProcessHost } from '../process/process-host'
import { AllowedFolders } from './allowed-folders'
import { Supervisor } from './supervisor'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

let [root, chosen, other] = ['', '', '']

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'deltascribe-allowed-'))
  ;[chosen, other] = ['chosen', 'other'].map((name) => join(root, name))
  for (const folder of [chosen, other]) {
    await makePairFolder(folder, { count: 1, width: 32, height: 32, layout: 'a-b' })
  }
})

afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => toFailure(error).code,
  )
}

describe('folders that the user chose', () => {
  test('are allowed with all in them, and nothing beside them', () => {
    const allowed = new AllowedFolders(() => Promise.resolve(false))
    allowed.allow(chosen)
    for (const path of [chosen, join(chosen, 'A'), join(chosen, 'not', 'yet'), join(chosen, '..hidden')]) {
      expect(allowed.has(path)).toBe(true)
    }
    for (const path of [other, root, `${chosen}-more`, join(chosen, '..', 'other'), '/']) {
      expect(allowed.has(path)).toBe(false)
    }
  })

  test('are left by no link', () => {
    symlinkSync(other, join(chosen, 'link'), 'junction')
    const allowed = new AllowedFolders(() => Promise.resolve(false))
    allowed.allow(chosen)
    expect(allowed.has(join(chosen, 'link'))).toBe(false)
    expect(allowed.has(join(chosen, 'link', 'new'))).toBe(false)
  })
})

describe('an engine whose page is not to reach any path', () => {
  let engine: StartedEngine['engine']
  let client: StartedEngine['client']
  let asked: string[]
  let isAllowed: boolean

  beforeEach(async () => {
    asked = []
    isAllowed = false
    ;({ engine, client } = startEngine(join(root, 'home'), {
      askForFolder: (path) => {
        asked.push(path)
        return Promise.resolve(isAllowed)
      },
    }))
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  })
  afterEach(() => engine.dispose())

  test('refuses each command that names a path which nobody chose, and asks each time', async () => {
    const out = join(other, 'out')
    const codes = [
      client.call('project.inspect', { folder: other }),
      client.call('project.open', { folder: other, reading: null }),
      client.call('folders.list', { folder: other }),
      client.call('backups.list', { folder: other }),
      client.call('backups.restore', { folder: other, name: 'any.db' }),
      client.call('project.saveCopy', { into: other, edits: [], shown: null }),
      client.call('export.start', { format: 'coco', out, states: ['accepted'] }),
      client.call('export.discard', { out }),
      client.call('import.start', { source: other, format: null, into: out }),
      client.call('models.import', { folder: other }),
      client.call('models.export', { id: 'any', format: 'package', out }),
      client.call('packs.add', { id: 'any', file: join(other, 'pack.zip') }),
    ].map(codeOf)
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['unavailable']))
    expect(asked).toHaveLength(codes.length)
    expect(await client.call('export.stopped', { out })).toBeNull()
    expect(asked).toHaveLength(codes.length)
  })

  test('uses a path that the person allows, and asks once', async () => {
    isAllowed = true
    expect(await client.call('project.open', { folder: other, reading: null })).toMatchObject({
      pairCount: 1,
    })
    await client.call('project.inspect', { folder: join(other, 'A') })
    expect(asked).toEqual([other])
  })

  test('uses what was chosen, and what was opened in earlier runs', async () => {
    engine.allowFolder(chosen)
    await client.call('project.open', { folder: chosen, reading: null })
    engine.dispose()
    ;({ engine, client } = startEngine(join(root, 'home'), { askForFolder: () => Promise.resolve(false) }))
    expect(await codeOf(client.call('project.open', { folder: chosen, reading: null }))).toBe('answered')
    expect(await codeOf(client.call('project.open', { folder: other, reading: null }))).toBe('unavailable')
    expect(asked).toEqual([])
  })
})

test('the program around the engine is asked, and what was allowed stays so in an engine that is started again', async () => {
  mkdirSync(join(root, 'user'))
  const client = createClient(engineContract)
  const asked: string[] = []
  let starts = 0
  let restarted: () => void
  const again = new Promise<void>((resolve) => (restarted = resolve))
  const folders = {
    userFolder: join(root, 'user'),
    sampleFolder: root,
    modelsFolder: root,
    detectorFolder: root,
  }
  const supervisor = new Supervisor({
    host: nodeProcessHost,
    version: 'test',
    program: 'a test',
    log: noLog,
    ...folders,
    sampleFolder: join(root, 'sample'),
    askForFolder: (path) => {
      asked.push(path)
      return Promise.resolve(path === other)
    },
    onStarted({ openPort }) {
      starts += 1
      client.connect(openPort())
      if (starts === 2) {
        restarted()
      }
    },
    onGivenUp: () => {},
  })
  try {
    await supervisor.start(null)
    await supervisor.allowFolder(chosen)
    const inspect = (folder: string): Promise<string> => codeOf(client.call('project.inspect', { folder }))
    expect([await inspect(chosen), await inspect(other), await inspect(tmpdir())]).toEqual([
      'answered',
      'answered',
      'unavailable',
    ])
    process.kill(supervisor.enginePid()!, 'SIGKILL')
    await again
    expect([await inspect(chosen), await inspect(other)]).toEqual(['answered', 'answered'])
    expect(asked).toEqual([other, tmpdir()])
  } finally {
    supervisor.dispose()
  }
})
