import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NETWORK_SETTINGS } from '../contract/network'
import { HttpClient } from '../network/client'
import type { PackDescriptor, PackFile } from './catalogue'
import { installPack } from './install'
import type { InstallOptions } from './install'
import { isInstalled, verifyPack } from './installed'
import { PackError } from './pack-error'
import { partialBytes, removePartial } from './partial'
import { HubDigests } from './records'
import { answerWith, digestOf, hubAnswer, serveFiles, stallAfter } from './testing'
import type { FileServer } from './testing'

const commit = 'a'.repeat(40)
const model = randomBytes(400_000)
const words = Buffer.from('{"words": []}')
/** Milliseconds of silence: a machine that is busy with other things is silent for less. */
const IDLE = 2000
const modelPath = `/maker/model/resolve/${commit}/onnx/model.onnx`

const base = {
  id: 'hub-pack',
  version: '1',
  title: 'Pack of the hub',
  licence: 'MIT',
  dataLicence: 'made here',
  limits: 'none',
  homepage: 'http://localhost',
  archive: null,
}

function hubFile(sha256: string | null = digestOf(model)): PackFile {
  const from = { kind: 'hub', repository: 'maker/model', commit, path: 'onnx/model.onnx' } as const
  return { name: 'model.onnx', from, bytes: model.length, sha256 }
}

let folder: string
let packs: string
let hub: FileServer
let store: FileServer
let pack: PackDescriptor
const client = await HttpClient.open(null, {})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-fetch-'))
  packs = join(folder, 'packs')
  store = await serveFiles({ '/model': model, '/words.json': words })
  hub = await serveFiles({ [modelPath]: said() })
  pack = { ...base, files: [hubFile()] }
})
afterEach(async () => {
  hub.close()
  store.close()
  await rm(folder, { recursive: true })
})

/** What the hub says of the model's file. */
function said(
  change: { sha256?: string; bytes?: number; commit?: string } = {},
): ReturnType<typeof hubAnswer> {
  const truth = { commit, sha256: digestOf(model), bytes: model.length }
  return hubAnswer(`${store.url}/model?signature=1`, { ...truth, ...change })
}

function install(options: Partial<InstallOptions> = {}): Promise<void> {
  return installPack(pack, {
    packsFolder: packs,
    file: null,
    network: { client, settings: { ...DEFAULT_NETWORK_SETTINGS, hubMirror: hub.url } },
    digests: new HubDigests(folder),
    progress: () => {},
    signal: new AbortController().signal,
    tryOut: () => Promise.resolve(),
    pauses: [],
    ...options,
  })
}

async function failure(work: Promise<void>): Promise<PackError> {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PackError)
  return error as PackError
}

async function expectNothing(): Promise<void> {
  expect(await isInstalled(packs, pack)).toBe(false)
  expect((await readdir(packs)).filter((name) => !/\.part(\.etag)?$/.test(name))).toEqual([])
}

describe('a pack of single files', () => {
  test('comes from the hub at a commit, over a redirect whose host is told', async () => {
    const [hosts, steps]: [string[], number[]] = [[], []]
    let whole = 0
    await install({
      onHost: (host) => hosts.push(host),
      progress: (done, total) => {
        steps.push(done)
        whole = total
      },
    })
    expect(hub.requests.map(({ method, url }) => [method, url])).toEqual([['GET', modelPath]])
    expect(hosts).toEqual([store.host])
    expect(await readFile(join(packs, 'hub-pack', 'model.onnx'))).toEqual(model)
    expect(await verifyPack(packs, pack)).toEqual([])
    expect(await readdir(packs)).toEqual(['hub-pack'])
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect([steps.at(-1), whole]).toEqual([model.length, model.length])
  })

  test('has files of the hub, of an address and of this machine together', async () => {
    const own = join(folder, 'own.txt')
    await writeFile(own, 'mine')
    const more: PackFile[] = [
      {
        name: 'words.json',
        from: { kind: 'url', url: `${store.url}/words.json` },
        bytes: words.length,
        sha256: digestOf(words),
      },
      {
        name: 'own.txt',
        from: { kind: 'file', path: own },
        bytes: 4,
        sha256: digestOf(Buffer.from('mine')),
      },
    ]
    pack = { ...pack, files: [hubFile(), ...more] }
    await install()
    expect(await verifyPack(packs, pack)).toEqual([])
    await writeFile(own, 'ours')
    const { message } = await failure(install())
    expect(message).toContain(`${own} is not the file that was announced`)
    expect(await verifyPack(packs, pack)).toEqual([])
  })

  test('of other bytes is refused by the name of the file, and not kept', async () => {
    pack = { ...pack, files: [hubFile(digestOf(words))] }
    const { code, message } = await failure(install())
    expect(code).toBe('tampered')
    expect(message).toContain('model.onnx is not the file that was announced')
    await expectNothing()
    expect(await partialBytes(packs, pack)).toBe(0)
  })

  test('that is cut short is fetched on; one that is too long is refused', async () => {
    store.instead((_, response) => {
      response.writeHead(200, { etag: `"${digestOf(model)}"` })
      response.end(model.subarray(0, 100_000))
    })
    const { message } = await failure(install())
    expect(message).toMatch(/lost after 100 kB of 400 kB \(it ended early\)\. What has come is kept/)
    await install()
    expect(store.requests[1]).toMatchObject({ range: 'bytes=100000-', ifRange: `"${digestOf(model)}"` })
    expect(await verifyPack(packs, pack)).toEqual([])

    store.instead((_, response) => response.end(Buffer.concat([model, words])))
    expect((await failure(install())).code).toBe('tampered')
    expect(await verifyPack(packs, pack)).toEqual([])
  })

  test('that another file took the place of meanwhile is fetched anew', async () => {
    store.instead(stallAfter(100_000, randomBytes(400_000)))
    const { message } = await failure(install({ idleMilliseconds: IDLE }))
    expect(message).toContain('sent nothing for 2 s')
    expect(await partialBytes(packs, pack)).toBe(100_000)
    await install()
    expect(store.requests[1].range).toBe('bytes=100000-')
    expect(await verifyPack(packs, pack)).toEqual([])
  })

  test('whose server goes silent ends in words, and is fetched on the next time', async () => {
    store.instead(stallAfter(150_000, model))
    const { code, message } = await failure(install({ idleMilliseconds: IDLE }))
    expect(code).toBe('unreachable')
    expect(message).toMatch(/sent nothing for 2 s\)\. What has come is kept: add the model pack again/)
    await expectNothing()
    await install()
    expect(store.requests[1].range).toBe('bytes=150000-')
    expect(await verifyPack(packs, pack)).toEqual([])
    expect(await readdir(packs)).toEqual(['hub-pack'])
  })

  test('that the server does not have says so', async () => {
    pack = { ...pack, files: [{ ...hubFile(), from: { kind: 'url', url: `${store.url}/gone` } }] }
    expect((await failure(install())).message).toMatch(/does not have it \(status 404, .*\/gone\)/)
    await expectNothing()
  })

  test('of a server with the wrong range begins anew', async () => {
    store.instead(stallAfter(100_000, model))
    await failure(install({ idleMilliseconds: IDLE }))
    store.instead((_, response) => response.writeHead(416).end())
    await install({ pauses: [1] })
    expect(store.requests.map(({ range }) => range)).toEqual(['', 'bytes=100000-', ''])
    expect(await verifyPack(packs, pack)).toEqual([])
  })

  test('is forgotten with all that came of it', async () => {
    store.instead(stallAfter(100_000, model))
    await failure(install({ idleMilliseconds: IDLE }))
    await removePartial(packs, pack)
    expect(await readdir(packs)).toEqual([])
  })
})

describe('a busy server', () => {
  test.each([429, 503])('that answers %i is asked again when it wants', async (status) => {
    store.instead((_, response) => response.writeHead(status, { 'retry-after': '1' }).end())
    const began = performance.now()
    await install({ pauses: [1] })
    expect(performance.now() - began).toBeGreaterThan(950)
    expect(await verifyPack(packs, pack)).toEqual([])
  })

  test('that wants more than a minute is left to the user', async () => {
    const date = new Date(Date.now() + 300_000).toUTCString()
    store.instead((_, response) => response.writeHead(503, { 'retry-after': date }).end())
    const { message } = await failure(install({ pauses: [1] }))
    expect(message).toMatch(/is busy and asks to wait 5 minutes \(status 503\)\. What has come is kept/)
    store.instead((_, response) => response.writeHead(429, { 'retry-after': '86400' }).end())
    expect((await failure(install({ pauses: [1] }))).message).toContain('24 hours')
  })

  test('is not waited for by someone who cancels', async () => {
    store.instead((_, response) => response.writeHead(503, { 'retry-after': '50' }).end())
    const stopper = new AbortController()
    setTimeout(() => stopper.abort(), 300)
    expect((await failure(install({ pauses: [1], signal: stopper.signal }))).code).toBe('cancelled')
    await expectNothing()
  })
})

describe('a redirect of the hub', () => {
  test.each([
    ['http://203.0.113.7/model', 'not encrypted'],
    ['https://10.1.2.3/model', 'private network'],
    ['file:///etc/passwd', 'no address of the web'],
  ])('to %s is not followed', async (location, why) => {
    hub.instead(hubAnswer(location, { commit, sha256: digestOf(model), bytes: model.length }))
    const { code, message } = await failure(install({ pauses: [1] }))
    expect(code).toBe('unreachable')
    expect(message).toContain(why)
    expect(store.requests).toEqual([])
    await expectNothing()
  })

  test('after five others is not followed', async () => {
    const again = hubAnswer(modelPath, { commit, sha256: digestOf(model), bytes: model.length })
    hub.instead(...Array.from({ length: 5 }, () => again))
    expect((await failure(install())).message).toContain('sends on more than 5 times')
    hub.instead(...Array.from({ length: 4 }, () => again))
    await install()
  })
})

describe('a hub file without a digest in the catalogue', () => {
  beforeEach(() => {
    pack = { ...base, files: [hubFile(null)] }
  })

  test('is held to the digest that the hub said at the first install', async () => {
    await install()
    expect(await verifyPack(packs, pack)).toEqual([])
    const recorded = JSON.parse(await readFile(join(folder, 'model-pack-digests.json'), 'utf8')) as unknown
    const key = `maker/model@${commit}/onnx/model.onnx`
    expect(recorded).toEqual({ [key]: { bytes: model.length, sha256: digestOf(model) } })

    hub.instead(said({ sha256: digestOf(words) }))
    const { code, message } = await failure(install())
    expect(code).toBe('tampered')
    expect(message).toContain(`now says another digest for ${key} than at the first install`)
    expect(store.requests).toHaveLength(1)
    expect(await verifyPack(packs, pack)).toEqual([])
  })

  test('is refused where the bytes are not those that the hub says', async () => {
    store.instead((request, response) => answerWith(randomBytes(model.length), request, response))
    expect((await failure(install())).message).toContain('model.onnx is not the file that was announced')
    await expectNothing()
    expect(await readdir(folder)).toEqual(['packs'])
  })

  test.each([
    ['another commit', { commit: 'b'.repeat(40) }, 'answers for another commit'],
    ['a digest of another kind', { sha256: 'c'.repeat(40) }, 'says no SHA-256'],
    ['a much larger file', { bytes: 10 * model.length }, 'more than twice'],
  ])('is refused where the hub says %s', async (_, change, why) => {
    hub.instead(said(change))
    expect((await failure(install())).message).toContain(why)
    expect(store.requests).toEqual([])
    await expectNothing()
  })

  test('is taken from a hub that sends it itself, with its digest as the entity tag', async () => {
    hub.close()
    hub = await serveFiles({ [modelPath]: model })
    await install()
    expect(hub.requests.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
    expect(await verifyPack(packs, pack)).toEqual([])
  })

  test('is asked for again later where the hub is busy', async () => {
    hub.instead((_, response) => response.writeHead(429).end())
    expect((await failure(install())).message).toMatch(/is busy or out of order \(status 429/)
  })

  test('is refused where the record of the first install is damaged', async () => {
    await writeFile(join(folder, 'model-pack-digests.json'), '{"a": 1}')
    expect((await failure(install())).message).toContain('is damaged, so nothing can be compared')
  })
})
