import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NETWORK_SETTINGS } from '../contract/network'
import { HttpClient } from '../network/client'
import type { PackDescriptor } from './catalogue'
import { installPack } from './install'
import { verifyPack } from './installed'
import { HubDigests } from './records'
import { digestOf, serveFiles } from './testing'
import type { FileServer } from './testing'

const commit = 'b'.repeat(40)
const path = `/maker/model/resolve/${commit}/config.json`
const config = Buffer.from('{"model_type": "made"}')
const client = await HttpClient.open(null, {})
const pack: PackDescriptor = {
  id: 'blob-pack',
  version: '1',
  title: 'Pack of a small file',
  licence: 'MIT',
  dataLicence: 'made here',
  limits: 'none',
  homepage: 'http://localhost',
  archive: null,
  files: [
    {
      name: 'config.json',
      from: { kind: 'hub', repository: 'maker/model', commit, path: 'config.json' },
      bytes: 100,
      sha256: null,
    },
  ],
}

let folder = ''
let hub: FileServer
let served = config

function blobName(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-blob-'))
  served = config
  const named = blobName(config)
  hub = await serveFiles({
    [path]: (request, response) => {
      response.writeHead(200, {
        etag: `"${named}"`,
        'x-repo-commit': commit,
        'content-length': served.length,
      })
      response.end(request.method === 'HEAD' ? undefined : served)
    },
  })
})
afterEach(async () => {
  hub.close()
  await rm(folder, { recursive: true })
})

function install(): Promise<void> {
  return installPack(pack, {
    packsFolder: join(folder, 'packs'),
    file: null,
    network: { client, settings: { ...DEFAULT_NETWORK_SETTINGS, hubMirror: hub.url } },
    digests: new HubDigests(folder),
    progress: () => undefined,
    signal: new AbortController().signal,
    tryOut: () => Promise.resolve(),
    pauses: [],
  })
}

describe('a small file of the hub, of which it says only the name that Git has for it', () => {
  test('is read, must have that name, and its SHA-256 is recorded', async () => {
    await install()
    expect(await readFile(join(folder, 'packs', 'blob-pack', 'config.json'))).toEqual(config)
    expect(await verifyPack(join(folder, 'packs'), pack)).toEqual([])
    const recorded = new HubDigests(folder).get(`maker/model@${commit}/config.json`)
    expect(recorded).toEqual({ bytes: config.length, sha256: digestOf(config) })
    expect(hub.requests.map(({ method }) => method)).toEqual(['HEAD', 'GET', 'GET'])
  })

  test('is not kept where the bytes have another name', async () => {
    served = Buffer.from('{"model_type": "evil"}')
    await expect(install()).rejects.toMatchObject({ code: 'tampered' })
    expect((await readdir(join(folder, 'packs'))).filter((name) => !name.includes('.part'))).toEqual([])
  })
})
