import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foundPair, openTestStore } from '../../store/testing'
import { findSidecar } from '../../georeference/sidecars'
import type { StoredPair } from '../../store/pair-records'
import { ServerImages } from './server-images'

/** Contents by pair, side and kind. */
let files: Record<string, string> = {}
let asked: string[] = []
let folder = ''
let server: Server
let url: URL

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-server-images-'))
  asked = []
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://here').searchParams
    const pair = query.get('pair') ?? ''
    if (query.has('side')) {
      const name = `${pair} ${query.get('side')} ${query.get('kind')}`
      asked.push(name)
      response.end(files[name])
      return
    }
    const own = Object.entries(files).map(([name, text]) => ({ words: name.split(' '), bytes: text.length }))
    const listed = own.filter(({ words }) => words[0] === pair)
    response.end(JSON.stringify(listed.map(({ words: [, side, kind], bytes }) => ({ side, kind, bytes }))))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(async () => {
  await new Promise((closed) => server.close(closed))
  await rm(folder, { recursive: true })
})

function storedPairs(...names: readonly string[]): StoredPair[] {
  const store = openTestStore(folder)
  store.pairs.synchronise(names.map((name) => foundPair(name)))
  const pairs = names.map((name) => store.pair(store.pairs.byKey.idOf(name)!))
  store.close()
  return pairs
}

const kept = (): string => join(folder, 'kept')

/** By a worker that is started anew. */
async function hold(pair: StoredPair): Promise<void> {
  const images = new ServerImages({ url, token: 'secret' }, kept())
  await images.hold(pair, { pair: pair.key, folder: '' }, new AbortController().signal)
}

const worldOf = async (image: string): Promise<string | undefined> =>
  (await findSidecar(join(kept(), image), 'world'))?.text

test('files beside kept images are brought each time, and removed with those of the server', async () => {
  const [pair] = storedPairs('a.tif')
  files = {
    'a.tif before image': 'one',
    'a.tif after image': 'two',
    'a.tif after world': '1 0 0 1 5 5',
    'a.tif after projection': 'PROJCS[]',
  }
  await hold(pair)
  files['a.tif after world'] = '1 0 0 1 6 6'
  asked = []
  await hold(pair)
  expect(asked).toEqual(['a.tif after world', 'a.tif after projection'])
  expect(await worldOf('B/a.tif')).toBe('1 0 0 1 6 6')
  delete files['a.tif after world']
  delete files['a.tif after projection']
  await hold(pair)
  expect(await readdir(join(kept(), 'B'))).toEqual(['a.tif'])
  expect(await readFile(join(kept(), 'B', 'a.tif'), 'utf8')).toBe('two')
})

test('images of one stem have a world file each', async () => {
  const pairs = storedPairs('a.TIF', 'a.png')
  files = Object.fromEntries(
    pairs.flatMap(({ key }) => [
      [`${key} before image`, 'one'],
      [`${key} after image`, 'two'],
      [`${key} after world`, `of ${key}`],
    ]),
  )
  for (const pair of pairs) {
    await hold(pair)
  }
  expect([await worldOf('B/a.TIF'), await worldOf('B/a.png')]).toEqual(['of a.TIF', 'of a.png'])
})
