import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import { engineContract } from '../contract/engine'
import { toFailure } from '../contract/errors'
import { makePairFolder } from '../images/testing'
import { noLog, logFolder } from '../process/log/log'
import { nodeProcessHost } from '../process/process-host'
import { AllowedFolders } from './allowed-folders'
import type { Question } from './supervisor/host-contract'
import { Supervisor } from './supervisor/supervisor'
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

function pathIn(question: Question): string {
  switch (question.kind) {
    case 'folder':
      return question.path
    case 'sending':
    case 'bucket':
      return question.origin
    case 'machine':
      return question.host
    case 'network':
      return question.addresses.join(' ')
  }
}

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'answered',
    (error: unknown) => toFailure(error).code,
  )
}

describe('folders that the user chose', () => {
  test('are allowed with all in them, and nothing beside them', () => {
    const allowed = new AllowedFolders('ask', () => Promise.resolve(false))
    allowed.allow(chosen)
    for (const path of [chosen, join(chosen, 'A'), join(chosen, 'not', 'yet'), join(chosen, '..hidden')]) {
      expect(allowed.has(path)).toBe(true)
    }
    for (const path of [other, root, `${chosen}-more`, join(chosen, '..', 'other'), '/']) {
      expect(allowed.has(path)).toBe(false)
    }
  })

  test('are addresses in buckets too: with all below them, and none that begins alike', () => {
    const allowed = new AllowedFolders('ask', () => Promise.resolve(false))
    allowed.allow('s3://sets/town/')
    for (const address of ['s3://sets/town', 'S3://sets/town/', 's3://sets/town/2026/coco']) {
      expect(allowed.has(address)).toBe(true)
    }
    for (const address of [
      's3://sets',
      's3://sets/town-2',
      's3://sets-2/town',
      's3://SETS/town',
      '/sets/town',
    ]) {
      expect(allowed.has(address)).toBe(false)
    }
    expect(allowed.list()).toEqual([])
  })

  test('are left by no link', () => {
    symlinkSync(other, join(chosen, 'link'), 'junction')
    const allowed = new AllowedFolders('ask', () => Promise.resolve(false))
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
      otherFolders: 'ask',
      askPerson: (question) => {
        asked.push(pathIn(question))
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
      client.call('packs.carry', { id: 'any', out }),
      client.call('packs.inspect', { file: join(other, 'pack.tar') }),
    ].map(codeOf)
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['unavailable']))
    expect(asked).toHaveLength(codes.length)
    expect(await client.call('export.stopped', { out })).toBeNull()
    expect(asked).toHaveLength(codes.length)
  })

  test('asks before a page sets where downloads go, and never for taking it away', async () => {
    const network = { proxy: 'http://proxy.test:3128', hubMirror: null, registryMirror: null }
    expect(await codeOf(client.call('settings.set', { network }))).toBe('unavailable')
    expect((await client.call('settings.get', {})).network.proxy).toBeNull()
    isAllowed = true
    expect((await client.call('settings.set', { network })).network).toEqual(network)
    expect(asked).toEqual(['http://proxy.test:3128', 'http://proxy.test:3128'])
    isAllowed = false
    await client.call('settings.set', { network })
    await client.call('settings.set', { network: { ...network, proxy: null } })
    expect(asked).toHaveLength(2)
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
    ;({ engine, client } = startEngine(join(root, 'home'), {
      otherFolders: 'ask',
      askPerson: () => Promise.resolve(false),
    }))
    expect(await codeOf(client.call('project.open', { folder: chosen, reading: null }))).toBe('answered')
    expect(await codeOf(client.call('project.open', { folder: other, reading: null }))).toBe('unavailable')
    expect(asked).toEqual([])
  })
})

describe('an engine that was started with some folders and shows no dialog', () => {
  let engine: StartedEngine['engine']
  let client: StartedEngine['client']

  function start(...chosenFolders: string[]): void {
    ;({ engine, client } = startEngine(join(root, 'home'), { otherFolders: 'refuse', chosenFolders }))
  }
  afterEach(() => engine.dispose())

  test('refuses all others, also those that were opened in earlier runs, and names the option', async () => {
    start(other)
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    await client.call('project.open', { folder: other, reading: null })
    engine.dispose()
    start(chosen)
    expect(await client.call('project.inspect', { folder: chosen })).toMatchObject({ readings: [{}] })
    const refused = await client
      .call('project.open', { folder: other, reading: null })
      .catch((error: unknown) => toFailure(error))
    expect(refused).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('--allow') as string,
    })
    expect(await codeOf(client.call('folders.list', { folder: root }))).toBe('unavailable')
  })

  test('lists the one that it was started with at once, and leads nowhere above it', async () => {
    start(chosen)
    const listing = await client.call('folders.list', { folder: null })
    expect(listing).toEqual({
      folder: realpathSync(chosen),
      above: null,
      folders: ['A', 'B', 'label'].map((name) => ({ name, path: join(realpathSync(chosen), name) })),
      isLimited: true,
    })
    const inside = await client.call('folders.list', { folder: join(chosen, 'A') })
    expect(inside.above).toEqual({ folder: chosen })
  })

  test('lists several by their paths, and leads back to that list', async () => {
    start(other, chosen, join(chosen, 'A'))
    const roots = [chosen, other].map((path) => realpathSync(path))
    const listing = await client.call('folders.list', { folder: null })
    expect(listing).toMatchObject({ folder: null, above: null, isLimited: true })
    expect(listing.folders).toEqual(roots.map((path) => ({ name: path, path })))
    expect((await client.call('folders.list', { folder: roots[0] })).above).toEqual({ folder: null })
  })

  test('lists nothing where it was started with none', async () => {
    start()
    const nothing = { folder: null, above: null, folders: [], isLimited: true }
    expect(await client.call('folders.list', { folder: null })).toEqual(nothing)
  })
})

test('only chosen folders, and that of the log, may be shown in the file manager', () => {
  const home = join(root, 'home')
  const { engine } = startEngine(home, { otherFolders: 'ask', chosenFolders: [chosen] })
  try {
    expect([chosen, join(chosen, 'A'), logFolder(home)].map(engine.isShowable)).toEqual([true, true, true])
    expect([other, root, home, '/', join(chosen, '..', 'other')].map(engine.isShowable)).not.toContain(true)
  } finally {
    engine.dispose()
  }
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
    otherFolders: 'ask',
    askPerson: (question) => {
      asked.push(pathIn(question))
      return Promise.resolve(pathIn(question) === other)
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
