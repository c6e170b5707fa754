import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Proposer } from '../../contract/proposal'
import type { Job } from '../../contract/work'
import { makePairFolder } from '../../images/testing'
import { writeSyntheticModel } from '../../models/sam2/testing-model'
import type { PackDescriptor } from '../../packs/catalogue'
import { serveOnHub } from '../../packs/testing'
import type { FileServer } from '../../packs/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

let home: string
let hub: FileServer
let store: FileServer
let pack: PackDescriptor
let close: () => void
let engine: StartedEngine['engine'] | null = null

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  const made = await writeSyntheticModel(join(home, 'made'))
  ;({ pack, hub, store, close } = await serveOnHub(made, join(home, 'made')))
})
afterEach(() => {
  engine?.dispose()
  engine = null
  close()
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
})

async function open(packs: readonly PackDescriptor[]): Promise<StartedEngine['client']> {
  engine?.dispose()
  const started = startEngine(home, { packs })
  engine = started.engine
  const network = { proxy: null, hubMirror: hub.url, registryMirror: null }
  await started.client.call('settings.set', { proposeAhead: false, provider: 'cpu', network })
  return started.client
}

async function add(
  client: StartedEngine['client'],
  input: { file?: string; agreesTo?: string },
): Promise<Job> {
  const ended = new Promise<Job>((resolve) => {
    const forget = client.on('job.changed', (job) => {
      if (job.state !== 'running') {
        forget()
        resolve(job)
      }
    })
  })
  await client.call('packs.add', { id: 'sam2-tiny', file: null, ...input })
  return ended
}

describe('a model pack in the engine', () => {
  test('is not asked for before the consent to this version is on the disk', async () => {
    const client = await open([pack])
    const consents = join(home, 'model-pack-consents.json')
    await expect(client.call('packs.add', { id: 'sam2-tiny', file: null })).rejects.toThrow(
      'is fetched only after you agreed to its licence (MIT)',
    )
    await expect(add(client, { agreesTo: 'another' })).rejects.toThrow('only after you agreed')
    expect([hub.requests, store.requests, existsSync(consents)]).toEqual([[], [], false])

    let wasRecorded = false
    hub.instead((_, response) => {
      wasRecorded = existsSync(consents)
      response.writeHead(503, { 'retry-after': '0' }).end()
    })
    const hosts: (string | null)[] = []
    client.on('packs.changed', ([{ servedBy }]) => hosts.push(servedBy))
    expect(await add(client, { agreesTo: 'made' })).toMatchObject({ state: 'done' })
    expect(wasRecorded).toBe(true)
    expect(hosts).toContain(store.host)
    expect(JSON.parse(readFileSync(consents, 'utf8'))).toMatchObject([
      { pack: 'sam2-tiny', version: 'made', licence: 'MIT' },
    ])
    expect(await client.call('packs.list', {})).toMatchObject([
      { isInstalled: true, installedVersion: 'made', isAgreed: true, hosts: [hub.host], servedBy: null },
    ])
  })

  test('of an older version stays in use until its update is taken', async () => {
    const first = await open([pack])
    await add(first, { agreesTo: 'made' })
    const asked = hub.requests.length
    const client = await open([{ ...pack, version: 'newer' }])
    expect(await client.call('packs.list', {})).toMatchObject([
      { isInstalled: true, version: 'newer', installedVersion: 'made', isAgreed: false },
    ])
    expect(await client.call('packs.verify', { id: 'sam2-tiny' })).toEqual({ problems: [] })
    await expect(client.call('packs.add', { id: 'sam2-tiny', file: null })).rejects.toThrow('only after')
    expect(hub.requests).toHaveLength(asked)
    await add(client, { agreesTo: 'newer' })
    expect(await client.call('packs.list', {})).toMatchObject([{ installedVersion: 'newer' }])
    expect(hub.requests.length).toBeGreaterThan(asked)
  })

  test('is carried to another place as one file, over which nothing is asked', async () => {
    const client = await open([pack])
    await add(client, { agreesTo: 'made' })
    const file = join(home, 'carried.tar')
    await client.call('packs.carry', { id: 'sam2-tiny', out: file })
    expect(await client.call('packs.inspect', { file })).toEqual({ id: 'sam2-tiny' })
    await client.call('packs.remove', { id: 'sam2-tiny' })
    const asked = hub.requests.length
    expect(await add(client, { file })).toMatchObject({ state: 'done' })
    expect(await client.call('packs.verify', { id: 'sam2-tiny' })).toEqual({ problems: [] })
    expect(hub.requests).toHaveLength(asked)
  })

  test('whose file is swapped by one of the same length is used no more, and says which', async () => {
    const client = await open([pack])
    await add(client, { agreesTo: pack.version })
    const outlines = async (): Promise<Proposer | undefined> =>
      (await client.call('proposers.list', {})).find((proposer) => proposer.name === 'difference+sam2')
    expect(await outlines()).toMatchObject({ isAvailable: true, reason: null })

    const [{ name }] = pack.files
    const path = join(home, 'packs', pack.id, name)
    const bytes = readFileSync(path)
    bytes[bytes.length - 1] ^= 1
    writeFileSync(path, bytes)
    const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
    await makePairFolder(folder, { count: 1, width: 64, height: 48, layout: 'a-b' })
    await client.call('project.open', { folder, reading: null })
    expect(await outlines()).toMatchObject({
      isAvailable: false,
      reason: { values: { problem: { id: 'packs.wasChanged' } } },
    })
    const clicked = client.call('segment.prepare', { pairId: 1, aheadIds: [] })
    await expect(clicked).rejects.toThrow(`${name} was changed`)
    await client.call('project.close', {})
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  })
})
