import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePairFolder } from '../../images/testing'
import { serveFrom } from '../testing'
import { ask, openSocketAt, request1 } from './testing-socket'
import type { Served } from './serve'

/** What the page over loopback can reach once somebody else's code runs in it. */

let home = ''
let served: Served
let address: URL
let cookie = ''

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'deltascribe-reached-')))
  const folder = join(home, 'pairs')
  await makePairFolder(folder, { count: 2, width: 32, height: 24, layout: 'before-after' })
  mkdirSync(join(home, 'pairs-more'))
  symlinkSync(home, join(folder, 'link'), 'junction')
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ proposeAhead: false, provider: 'cpu' }))
  writeFileSync(join(home, 'index.html'), '<p>page</p>')
  served = await serveFrom(home, folder)
  address = new URL(served.url)
  const entered = await fetch(served.url, { redirect: 'manual' })
  ;[cookie] = (entered.headers.get('set-cookie') ?? '').split(';')
})
afterAll(() => {
  served.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

/** Of files and folders that serve was not started with. */
const outside: Record<string, () => string> = {
  'the folder above': () => home,
  'a folder above by points': () => join(home, 'pairs', '..'),
  'the root': () => '/',
  'the log': () => join(home, 'logs'),
  'a folder to make': () => join(home, 'made'),
  'one whose name only begins alike': () => join(home, 'pairs-more'),
  'one behind a link': () => join(home, 'pairs', 'link'),
}
const naming: Record<string, (path: string) => string> = {
  'project.inspect': (folder) => request1('project.inspect', { folder }),
  'project.open': (folder) => request1('project.open', { folder, reading: null }),
  'project.saveCopy': (into) => request1('project.saveCopy', { into, edits: [], shown: null }),
  'folders.list': (folder) => request1('folders.list', { folder }),
  'backups.list': (folder) => request1('backups.list', { folder }),
  'backups.restore': (folder) => request1('backups.restore', { folder, name: 'any.db' }),
  'export.start': (out) => request1('export.start', { format: 'coco', out, states: ['unreviewed'] }),
  'export.discard': (out) => request1('export.discard', { out }),
  'import.start': (source) => request1('import.start', { source, format: null, into: `${source}-in` }),
  'models.import': (folder) => request1('models.import', { folder }),
  'models.export': (out) => request1('models.export', { id: 'any', format: 'package', out }),
  'packs.add': (file) => request1('packs.add', { id: 'sam2-tiny', file }),
  'packs.carry': (out) => request1('packs.carry', { id: 'sam2-tiny', out }),
  'packs.inspect': (file) => request1('packs.inspect', { file }),
}

describe.each(Object.entries(naming))('%s', (_command, message) => {
  test.each(Object.entries(outside))('of %s is refused, and names the option', async (_name, path) => {
    const socket = await openSocketAt(address, { Cookie: cookie })
    expect(await ask(socket, message(path()))).toMatchObject({
      kind: 'failure',
      failure: { code: 'unavailable', message: expect.stringContaining('--allow') as string },
    })
    socket.terminate()
  })
})

test('the list of folders begins with the one that serve was started with', async () => {
  const socket = await openSocketAt(address, { Cookie: cookie })
  expect(await ask(socket, request1('folders.list', { folder: null }))).toMatchObject({
    value: { folder: join(home, 'pairs'), above: null, isLimited: true },
  })
  socket.terminate()
})

const farAddress = 'https://203.0.113.7/v1'
const connector = { isOn: true, address: farAddress, model: 'm', seconds: 5, side: 224, instruction: '' }

test.each([
  [
    'a proxy for downloads',
    'settings.set',
    { network: { proxy: 'http://203.0.113.7:3128', hubMirror: null, registryMirror: null } },
    'unavailable',
  ],
  [
    'an agreement to send pictures',
    'settings.set',
    { connector: { ...connector, agreedTo: farAddress } },
    'invalid-input',
  ],
  [
    'no agreement, as one is withdrawn',
    'settings.set',
    { connector: { ...connector, agreedTo: null } },
    'invalid-input',
  ],
  ['a question for an agreement', 'connector.agree', {}, 'unavailable'],
  ['a question to a server that nobody agreed to', 'connector.models', {}, 'unavailable'],
])('%s is refused', async (_name, command, input, code) => {
  const socket = await openSocketAt(address, { Cookie: cookie })
  await ask(socket, request1('settings.set', { connector }))
  socket.terminate()
  const second = await openSocketAt(address, { Cookie: cookie })
  expect(await ask(second, request1(command, input))).toMatchObject({ kind: 'failure', failure: { code } })
  second.terminate()
  expect(readFileSync(join(home, 'settings.json'), 'utf8')).toContain('"agreedTo": null')
})
