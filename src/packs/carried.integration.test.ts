import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NETWORK_SETTINGS } from '../contract/network'
import { HttpClient } from '../network/client'
import { carriedManifest, carryPack } from './carried'
import type { PackDescriptor } from './catalogue'
import { installPack } from './install'
import { isInstalled, verifyPack } from './installed'
import { PackError } from './pack-error'
import { HubDigests } from './records'
import { describePack, digestOf, makeArchive } from './testing'

const files = { 'a/encoder': randomBytes(200_000), 'a/decoder': randomBytes(70_000) }
const kept = { encoder: 'a/encoder', decoder: 'a/decoder' }
const commit = 'd'.repeat(40)

let folder: string
let packs: string
let pack: PackDescriptor
const client = await HttpClient.open(null, {})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-carried-'))
  packs = join(folder, 'here')
  const archive = join(folder, 'archive.tgz')
  const bytes = await makeArchive(files)
  await writeFile(archive, bytes)
  pack = describePack(files, kept, { kind: 'file', path: archive, bytes: bytes.length })
})
afterEach(() => rm(folder, { recursive: true }))

function add(file: string | null, packsFolder = join(folder, 'there'), descriptor = pack): Promise<void> {
  return installPack(descriptor, {
    packsFolder,
    file,
    network: { client, settings: DEFAULT_NETWORK_SETTINGS },
    digests: new HubDigests(folder),
    progress: () => {},
    signal: new AbortController().signal,
    tryOut: () => Promise.resolve(),
  })
}

async function failure(work: Promise<unknown>): Promise<PackError> {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PackError)
  return error as PackError
}

describe('a pack that is carried to a machine without a network', () => {
  let tar: string
  let bytes: number
  beforeEach(async () => {
    await add(null, packs)
    tar = join(folder, 'carried.tar')
    bytes = await carryPack(pack, packs, tar)
  })

  test('is one file that says which pack it is, and is added from it', async () => {
    expect(bytes).toBe((await stat(tar)).size)
    expect(await carriedManifest(tar)).toMatchObject({ id: 'made-pack', version: '1' })
    await add(tar)
    expect(await verifyPack(join(folder, 'there'), pack)).toEqual([])
    expect((await readdir(join(folder, 'there', 'made-pack'))).toSorted()).toEqual([
      'decoder',
      'encoder',
      'pack.json',
    ])
  })

  test('is added from a copy of its folder too, with the manifest and without', async () => {
    const copy = join(folder, 'copy')
    await cp(join(packs, 'made-pack'), copy, { recursive: true })
    expect(await carriedManifest(copy)).toMatchObject({ id: 'made-pack' })
    await add(copy)
    await rm(join(copy, 'pack.json'))
    await add(copy)
    expect(await verifyPack(join(folder, 'there'), pack)).toEqual([])
    await rm(join(copy, 'decoder'))
    expect((await failure(add(copy))).message).toMatch(/decoder cannot be read: ENOENT/)
  })

  test('is not written over a file, and not from a pack that was changed', async () => {
    const { code, message } = await failure(carryPack(pack, packs, tar))
    expect([code, message]).toEqual(['cannot-write', expect.stringContaining('is there already')])
    await writeFile(join(packs, 'made-pack', 'encoder'), randomBytes(200_000))
    const out = join(folder, 'other.tar')
    expect((await failure(carryPack(pack, packs, out))).message).toMatch(/was changed.*Nothing was written/)
    expect((await failure(carryPack({ ...pack, id: 'other' }, packs, out))).message).toContain(
      'not installed',
    )
    expect((await failure(carryPack(pack, packs, join(folder, 'no', 'x.tar')))).code).toBe('bad-file')
    expect((await readdir(folder)).toSorted()).toEqual(['archive.tgz', 'carried.tar', 'here'])
  })

  test('into a folder that is not there is named, and leaves nothing', async () => {
    const { code, message } = await failure(carryPack(pack, packs, join(folder, 'no', 'x.tar')))
    expect([code, message]).toEqual(['cannot-write', expect.stringContaining('x.tar cannot be written')])
  })

  test('of another version is refused, and so are other bytes', async () => {
    const { message } = await failure(add(tar, packs, { ...pack, version: '2' }))
    expect(message).toContain('holds the model pack made-pack, version 1, and made-pack, version 2 is wanted')
    const other = await makeArchive({ ...files, 'a/encoder': randomBytes(200_000) })
    await writeFile(join(folder, 'other.tgz'), other)
    expect((await failure(add(join(folder, 'other.tgz')))).message).toContain(
      'is not the file that was announced',
    )
    expect(await isInstalled(join(folder, 'there'), pack)).toBe(false)
  })

  test('leaves its folder by no name of a member', async () => {
    const evil = { '../../escaped': Buffer.from('x'), 'made-pack/../../escaped': Buffer.from('x') }
    const members = { ...evil, ...files }
    await writeFile(join(folder, 'evil.tgz'), await makeArchive(members))
    await add(join(folder, 'evil.tgz'))
    expect((await readdir(folder)).filter((name) => name.includes('escaped'))).toEqual([])
    expect((await readdir(join(folder, 'there'))).toSorted()).toEqual(['made-pack'])
  })
})

describe('a carried file that the catalogue does not pin', () => {
  let hubPack: PackDescriptor
  let copy: string
  beforeEach(async () => {
    const from = { kind: 'hub', repository: 'maker/model', commit, path: 'encoder' } as const
    hubPack = {
      ...pack,
      archive: null,
      files: [{ name: 'encoder', from, bytes: 200_000, sha256: null }],
    }
    copy = join(folder, 'copy')
    await mkdir(copy)
    await writeFile(join(copy, 'encoder'), files['a/encoder'])
    await writeManifest(files['a/encoder'])
  })

  function writeManifest(bytes: Uint8Array): Promise<void> {
    const listed = [{ name: 'encoder', bytes: bytes.length, sha256: digestOf(bytes) }]
    return writeFile(
      join(copy, 'pack.json'),
      JSON.stringify({ id: 'made-pack', version: '1', files: listed }),
    )
  }

  test('is held to the digest of the first install', async () => {
    await add(copy, packs, hubPack)
    expect(await verifyPack(packs, hubPack)).toEqual([])
    const recorded = await readFile(join(folder, 'model-pack-digests.json'), 'utf8')
    expect(recorded).toContain(digestOf(files['a/encoder']))

    const other = randomBytes(200_000)
    await writeFile(join(copy, 'encoder'), other)
    await writeManifest(other)
    const { message } = await failure(add(copy, packs, hubPack))
    expect(message).toContain('says another digest of encoder than at the first install')
    expect(await verifyPack(packs, hubPack)).toEqual([])
  })

  test('is refused without a digest', async () => {
    await rm(join(copy, 'pack.json'))
    expect((await failure(add(copy, packs, hubPack))).message).toContain('says no digest of encoder')
  })
})
