import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HttpClient } from '../network/client'
import { DEFAULT_NETWORK_SETTINGS } from '../contract/network'
import type { PackDescriptor } from './catalogue'
import { download } from './download'
import { installPack } from './install'
import type { InstallOptions } from './install'
import { isInstalled, removePack, verifyPack } from './installed'
import { PackError } from './pack-error'
import { partialBytes } from './partial'
import { HubDigests } from './records'
import { describePack, makeArchive, serveArchive } from './testing'
import type { ArchiveServer, ServerBehaviour } from './testing'
import { englishOf } from '../messages/message'

const files = {
  'package/readme.md': Buffer.from('not kept'),
  'package/dist/model.onnx': randomBytes(200_000),
  'package/dist/other.js': randomBytes(30_000),
  'package/dist/encoder.ort': randomBytes(500_000),
}
const kept = { 'encoder.ort': 'package/dist/encoder.ort', 'decoder.onnx': 'package/dist/model.onnx' }

async function failure(work: Promise<void>): Promise<PackError> {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PackError)
  return error as PackError
}

function hangs(): Promise<void> {
  return Promise.reject(new Error('it hangs'))
}

const client = await HttpClient.open(null, {})

describe('adding a model pack', () => {
  let folder: string
  let archive: Buffer
  let server: ArchiveServer | null = null
  let pack: PackDescriptor
  const tried: string[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deltascribe-packs-'))
    archive = await makeArchive(files)
    tried.length = 0
  })
  afterEach(async () => {
    server?.close()
    server = null
    await rm(folder, { recursive: true })
  })

  async function serve(behaviour: Partial<ServerBehaviour> = {}, sent = archive): Promise<void> {
    server = await serveArchive(sent, { breaks: [], ...behaviour })
    pack = describePack(files, kept, { kind: 'url', url: `${server.url}/archive.tgz`, bytes: archive.length })
  }

  function install(options: Partial<InstallOptions> = {}): Promise<void> {
    return installPack(pack, {
      packsFolder: folder,
      file: null,
      network: { client, settings: DEFAULT_NETWORK_SETTINGS },
      digests: new HubDigests(folder),
      progress: () => {},
      signal: new AbortController().signal,
      tryOut: async (at) => void tried.push(...(await readdir(at))),
      pauses: [],
      ...options,
    })
  }

  async function expectNothing(): Promise<void> {
    expect(await isInstalled(folder, pack)).toBe(false)
    expect((await readdir(folder)).filter((name) => !/\.part(\.etag)?$/.test(name))).toEqual([])
  }

  test('keeps the files it is about and nothing else, after they were tried', async () => {
    await serve()
    const steps: number[] = []
    let whole = 0
    await install({
      progress: (done, total) => {
        steps.push(done)
        whole = total
      },
    })
    expect(await readdir(folder)).toEqual(['made-pack'])
    expect((await readdir(join(folder, 'made-pack'))).toSorted()).toEqual([
      'decoder.onnx',
      'encoder.ort',
      'pack.json',
    ])
    expect(await readFile(join(folder, 'made-pack', 'decoder.onnx'))).toEqual(
      files['package/dist/model.onnx'],
    )
    expect(tried.toSorted()).toEqual(['decoder.onnx', 'encoder.ort'])
    expect(await isInstalled(folder, pack)).toBe(true)
    expect(await verifyPack(folder, pack)).toEqual([])
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps.at(-1)).toBe(whole)
  })

  test('asks the registry that npm is set to where the package lies', async () => {
    await serve()
    const source = { kind: 'npm', name: '@made/pack', version: '1.0.0', bytes: archive.length } as const
    pack = describePack(files, kept, source)
    process.env['npm_config_registry'] = server?.url
    try {
      await install()
    } finally {
      delete process.env['npm_config_registry']
    }
    expect(await isInstalled(folder, pack)).toBe(true)
  })

  test('asks the mirror of the settings in the place of that registry', async () => {
    await serve()
    const source = { kind: 'npm', name: '@made/pack', version: '1.0.0', bytes: archive.length } as const
    pack = describePack(files, kept, source)
    const settings = { ...DEFAULT_NETWORK_SETTINGS, registryMirror: server?.url ?? '' }
    await install({ network: { client, settings } })
    expect(await verifyPack(folder, pack)).toEqual([])
    pack = describePack(files, kept, { ...source, version: '2.0.0' })
    const { message } = await failure(install({ network: { client, settings } }))
    expect(message).toContain('/@made%2fpack/2.0.0')
    expect(message).toContain('does not have it (status 404')
  })

  test('goes on by itself where the connection is lost, behind what has come', async () => {
    await serve({ breaks: [100_000, 150_000] })
    await install({ pauses: [1, 1, 1] })
    expect(await verifyPack(folder, pack)).toEqual([])
    expect(server?.ranges).toHaveLength(3)
    expect(server?.ranges[0]).toBe('')
    expect(server?.ranges[1]).toMatch(/^bytes=[1-9]\d+-$/)
  })

  test('a connection that stays lost leaves nothing installed, and the next time goes on', async () => {
    await serve({ breaks: [120_000] })
    const { code, message } = await failure(install())
    expect(code).toBe('unreachable')
    expect(message).toMatch(/lost after .* What has come is kept/)
    await expectNothing()
    expect(await partialBytes(folder, pack)).toBeGreaterThan(0)
    await install()
    expect(server?.ranges[1]).toMatch(/^bytes=[1-9]\d+-$/)
    expect(await verifyPack(folder, pack)).toEqual([])
  })

  test('a server that knows no ranges sends the whole again', async () => {
    await serve({ breaks: [120_000], ignoresRange: true })
    await install({ pauses: [1] })
    expect(await verifyPack(folder, pack)).toEqual([])
  })

  test('cancelled, it keeps what has come and installs nothing', async () => {
    await serve()
    const stopper = new AbortController()
    const { code } = await failure(install({ signal: stopper.signal, progress: () => stopper.abort() }))
    expect(code).toBe('cancelled')
    await expectNothing()
    await install()
    expect(await isInstalled(folder, pack)).toBe(true)
  })

  test('a file that was changed on the way is refused, and not kept for the next time', async () => {
    const changed = { ...files, 'package/dist/encoder.ort': randomBytes(500_000) }
    const sent = await makeArchive(changed)
    await serve({}, sent)
    pack = { ...pack, archive: { kind: 'url', url: `${server?.url}/archive.tgz`, bytes: sent.length } }
    const { code, message } = await failure(install())
    expect(code).toBe('tampered')
    expect(message).toContain('package/dist/encoder.ort is not the file that was announced')
    expect(tried).toEqual([])
    await expectNothing()
    expect(await partialBytes(folder, pack)).toBe(0)
  })

  test('an archive of another length is refused before it is fetched', async () => {
    await serve({}, Buffer.concat([archive, Buffer.alloc(10)]))
    const { code, message } = await failure(install())
    expect(code).toBe('tampered')
    expect(message).toContain(`${archive.length + 10} bytes where ${archive.length} are expected`)
    await expectNothing()
  })

  test('an archive that lacks a file, and one that is none, are refused', async () => {
    const sent = await makeArchive({ 'package/readme.md': Buffer.from('all there is') })
    const [lacking, none] = [join(folder, 'lacking.tgz'), join(folder, 'none.tgz')]
    await serve()
    await writeFile(lacking, sent)
    await writeFile(none, 'no archive at all')
    expect((await failure(install({ file: lacking }))).message).toContain(
      'does not hold package/dist/encoder.ort',
    )
    expect((await failure(install({ file: none }))).message).toContain('is not a whole archive')
    await Promise.all([rm(lacking), rm(none)])
    await expectNothing()
  })

  test('takes the archive from a file, which stays', async () => {
    await serve()
    const file = join(folder, 'given.tgz')
    await writeFile(file, archive)
    await install({ file })
    expect(server?.ranges).toEqual([])
    expect(existsSync(file)).toBe(true)
    expect(await verifyPack(folder, pack)).toEqual([])
    await truncate(file, archive.length - 3000)
    const { code, message } = await failure(install({ file }))
    expect([code, message]).toEqual(['tampered', expect.stringContaining('given.tgz is not a whole archive')])
    expect(await verifyPack(folder, pack)).toEqual([])
    expect((await failure(install({ file: join(folder, 'absent.tgz') }))).code).toBe('bad-file')
  })

  test('a model that cannot be opened is not installed', async () => {
    await serve()
    await expect(install({ tryOut: hangs })).rejects.toThrow('it hangs')
    await expectNothing()
    expect(await partialBytes(folder, pack)).toBe(archive.length)
  })

  test('without the space it says so before anything is fetched', async () => {
    await serve()
    pack = { ...pack, archive: { kind: 'url', url: `${server?.url}/archive.tgz`, bytes: 2 ** 52 } }
    const { code, message } = await failure(install())
    expect(code).toBe('no-space')
    expect(message).toMatch(/has [\d.]+ [kMG]B free where [\d.]+ [kMG]B are needed/)
    expect(server?.ranges).toEqual([])
    await expectNothing()
  })

  test.skipIf(!existsSync('/dev/full'))(
    'a disk that fills up meanwhile is named [needs /dev/full]',
    async () => {
      await serve()
      const { url, bytes } = { url: `${server?.url}/archive.tgz`, bytes: archive.length }
      const { signal } = new AbortController()
      const { code } = await failure(
        download({
          url,
          bytes,
          client,
          sha256: null,
          name: 'archive.tgz',
          path: '/dev/full',
          progress: () => {},
          signal,
          pauses: [],
        }),
      )
      expect(code).toBe('no-space')
    },
  )

  test('a registry that refuses, and one that is not there, are named', async () => {
    await serve({ status: 403 })
    expect((await failure(install())).message).toMatch(/wants a login \(status 403/)
    server?.close()
    expect((await failure(install())).message).toMatch(/cannot be reached .* give the model pack as a file/)
    await expectNothing()
  })

  test('a pack is added by one program at a time; a lock whose owner is gone does not count', async () => {
    await serve()
    await writeFile(join(folder, '.made-pack.lock'), String(process.ppid))
    expect((await failure(install())).code).toBe('busy')
    await writeFile(join(folder, '.made-pack.lock'), '999999999')
    await install()
    expect(await isInstalled(folder, pack)).toBe(true)
  })

  test('a lock of a killed program that had the id of this one does not count; one of this program does', async () => {
    await serve()
    await writeFile(join(folder, '.made-pack.lock'), String(process.pid))
    let second: unknown = null
    const locks: string[] = []
    await install({
      tryOut: async () => {
        second = (await failure(install())).code
        locks.push(...(await readdir(folder)).filter((name) => name.includes('.lock')))
      },
    })
    expect([second, locks]).toEqual(['busy', ['.made-pack.lock']])
    expect(await readdir(folder)).toEqual(['made-pack'])
  })

  test('a pack that is replaced stays until the new one is in its place', async () => {
    await serve()
    await install()
    await expect(install({ tryOut: hangs })).rejects.toThrow('it hangs')
    expect(await verifyPack(folder, pack)).toEqual([])
    // as a killed installation leaves it between its two steps
    await rename(join(folder, 'made-pack'), join(folder, '.staging-made-pack-a1b2c3.old'))
    await expect(install({ tryOut: hangs })).rejects.toThrow('it hangs')
    expect(await verifyPack(folder, pack)).toEqual([])
    await install()
    expect(await readdir(folder)).toEqual(['made-pack'])
    expect(await verifyPack(folder, pack)).toEqual([])
  })

  test('a changed file is found, a removed pack is gone', async () => {
    await serve()
    await install()
    const path = join(folder, 'made-pack', 'decoder.onnx')
    const bytes = await readFile(path)
    bytes[1000] ^= 1
    await writeFile(path, bytes)
    expect(await isInstalled(folder, pack)).toBe(true)
    expect((await verifyPack(folder, pack)).map(englishOf)).toEqual([
      expect.stringContaining('decoder.onnx was changed'),
    ])
    await truncate(path, 10)
    expect(await isInstalled(folder, pack)).toBe(false)
    expect(await removePack(folder, pack.id)).toBe(true)
    expect(await removePack(folder, pack.id)).toBe(false)
    expect(await readdir(folder)).toEqual([])
  })
})
