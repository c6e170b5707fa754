import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Prompts } from '../contract/pairs'
import type { Job } from '../contract/work'
import { makePair, makePairFolder } from '../images/testing'
import { writeSyntheticModel } from '../models/sam2/testing-model'
import { OUTLINES_VERSION } from '../models/sam2/refine-outlines'
import { maskIou } from '../mask/measures'
import { decodeRle } from '../mask/rle'
import type { PackDescriptor } from '../packs/catalogue'
import { SAM2_FILES } from '../packs/catalogue'
import { describePack, keptPaths, makeArchive, serveArchive } from '../packs/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'
import { englishOf } from '../messages/message'

// several processes are started for each
vi.setConfig({ testTimeout: 120_000 })

const size = { width: 160, height: 120 }
const everything = { states: null, search: '', hasProblem: null }

let home = ''
let folder = ''
let pack: PackDescriptor
let engine: StartedEngine['engine']
let client: StartedEngine['client']
const closers: (() => void)[] = []

/** The made model as an archive behind a real server. */
async function openEngine(changeFiles?: (folder: string) => void): Promise<void> {
  const made = join(home, 'made')
  const described = await writeSyntheticModel(made)
  changeFiles?.(made)
  const kept = keptPaths(described)
  const files = Object.fromEntries(
    Object.entries(kept).map(([name, path]) => [path, readFileSync(join(made, name))]),
  )
  const archive = await makeArchive(files)
  const server = await serveArchive(archive, { breaks: [] })
  closers.push(() => server.close())
  const source = { kind: 'url', url: `${server.url}/archive.tgz`, bytes: archive.length } as const
  pack = { ...described, archive: source, files: describePack(files, kept, source).files }
  ;({ engine, client } = startEngine(home, { packs: [pack] }))
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
}

function makeHome(): void {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
}

function closeEngine(): void {
  engine.dispose()
  closers.splice(0).forEach((close) => close())
  rmSync(home, { recursive: true, force: true, maxRetries: 20 })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))

async function addPack(): Promise<Job> {
  const ended = new Promise<Job>((resolve) => {
    client.on('job.changed', (job) => {
      if (job.state !== 'running') {
        resolve(job)
      }
    })
  })
  await client.call('packs.add', { id: 'sam2-tiny', file: null, agreesTo: pack.version })
  return ended
}

async function openPairs(count: number): Promise<number[]> {
  await makePairFolder(folder, { count, ...size, layout: 'a-b' })
  await client.call('project.open', { folder, reading: null })
  return (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
}

/** A click in the middle of what changed in the first made pair. */
function clickOn(mask: Uint8Array): Prompts {
  const set = [...mask.keys()].filter((at) => mask[at] !== 0)
  const x = set.reduce((sum, at) => sum + (at % size.width), 0) / set.length
  const y = set.reduce((sum, at) => sum + Math.floor(at / size.width), 0) / set.length
  return { points: [{ x: x + 0.5, y: y + 0.5, isInside: true }], box: null, mask: null }
}

describe('click to segment in the engine', () => {
  describe('with a pack that is installed, used and removed', () => {
    beforeAll(async () => {
      makeHome()
      await openEngine()
    })
    afterAll(closeEngine)
    afterEach(() => client.call('project.close', {}))

    test('says what is missing, installs it when asked, and then gives the thing under a click', async () => {
      const [pairId] = await openPairs(2)
      const prompts = clickOn(makePair(0, size.width, size.height).mask)
      const missing = client.call('segment.prepare', { pairId, aheadIds: [] })
      await expect(missing).rejects.toThrow('needs the model pack sam2-tiny')
      expect(await client.call('packs.list', {})).toMatchObject([{ id: 'sam2-tiny', isInstalled: false }])

      expect(await addPack()).toMatchObject({ kind: 'model-pack', state: 'done' })
      expect(await client.call('packs.list', {})).toMatchObject([{ isInstalled: true, partialBytes: 0 }])
      expect(await client.call('packs.verify', { id: 'sam2-tiny' })).toEqual({ problems: [] })

      const first = await client.call('segment.prepare', { pairId, aheadIds: [] })
      expect(first.milliseconds).toBeGreaterThan(0)
      expect(await client.call('segment.prepare', { pairId, aheadIds: [] })).toEqual({ milliseconds: 0 })
      const { mask } = await client.call('segment.mask', { pairId, frame: 'after', prompts })
      const truth = {
        ...size,
        data: makePair(0, size.width, size.height).mask.map((value) => (value > 0 ? 1 : 0)),
      }
      expect(maskIou(decodeRle(mask), truth)).toBeGreaterThan(0.6)
    })

    test('an emptied cache costs time and nothing else', async () => {
      const [pairId] = await openPairs(1)
      const prompts = clickOn(makePair(0, size.width, size.height).mask)
      await client.call('segment.prepare', { pairId, aheadIds: [] })
      rmSync(join(home, 'cache'), { recursive: true, maxRetries: 5 })
      const { mask } = await client.call('segment.mask', { pairId, frame: 'before', prompts })
      expect(mask.size).toEqual([size.height, size.width])
    })

    test('what is removed is gone, also what is left of a download', async () => {
      writeFileSync(join(home, 'packs', '.sam2-tiny-made.tgz.part'), 'a part')
      expect(await client.call('packs.list', {})).toMatchObject([{ partialBytes: 6 }])
      const after = await client.call('packs.remove', { id: 'sam2-tiny' })
      expect(after).toMatchObject([{ isInstalled: false, partialBytes: 0 }])
      mkdirSync(join(home, 'packs'), { recursive: true })
      expect(readdirSync(join(home, 'packs'))).toEqual([])
      await expect(client.call('packs.add', { id: 'other', file: null })).rejects.toThrow(
        'no model pack "other"',
      )
    })

    test('the proposer with outlines serves with its pack, and measured difference in its place without', async () => {
      const [pairId] = await openPairs(1)
      await client.call('settings.set', { proposer: 'difference+sam2' })
      const without = await client.call('proposals.make', { pairId })
      expect(without.proposer).toBe('difference')
      expect(without.remarks.map(englishOf).join(' ')).toContain(
        'difference+sam2 cannot be used: the model pack sam2-tiny is not installed. Measured difference serves instead.',
      )
      const named = client.call('proposals.make', { pairId, proposer: 'difference+sam2' })
      await expect(named).rejects.toThrow('the model pack sam2-tiny is not installed')

      await addPack()
      const proposers = await client.call('proposers.list', {})
      expect(proposers.find(({ isInUse }) => isInUse)?.name).toBe('difference+sam2')
      const made = await client.call('proposals.make', { pairId })
      expect(made).toMatchObject({ proposer: 'difference+sam2', version: OUTLINES_VERSION, provider: 'cpu' })
      expect(made.remarks.map(englishOf).join(' ')).not.toContain('cannot be used')
      expect(made.milliseconds['outlines']).toBeGreaterThan(0)
      const { regions } = await client.call('proposals.get', { proposalId: made.id })
      expect(regions).toHaveLength(1)
      const truth = { ...size, data: makePair(0, size.width, size.height).mask }
      expect(maskIou(decodeRle(regions[0].mask), truth)).toBeGreaterThan(0.8)
    })
  })

  describe('in an engine of its own', () => {
    beforeEach(makeHome)
    afterEach(closeEngine)

    test('embeds the pairs ahead by itself, and finds them again in another run', async () => {
      await openEngine()
      await addPack()
      const [pairId, next] = await openPairs(2)
      await client.call('segment.prepare', { pairId, aheadIds: [next] })
      const cache = join(home, 'cache', 'embeddings')
      await expect
        .poll(() => readdirSync(cache).filter((name) => name.endsWith('.safetensors')).length, {
          timeout: 60_000,
        })
        .toBe(4)
      engine.dispose()
      ;({ engine, client } = startEngine(home, { packs: [pack] }))
      await client.call('project.open', { folder, reading: null })
      expect(await client.call('segment.prepare', { pairId: next, aheadIds: [] })).toEqual({
        milliseconds: 0,
      })
    })

    test('a model that is none is not installed, and the reason is told', async () => {
      await openEngine((made) => {
        copyFileSync(join(made, SAM2_FILES.encoder), join(made, SAM2_FILES.decoder))
      })
      const job = await addPack()
      expect(job.state).toBe('failed')
      expect(job.failure?.message).toContain('is no Segment Anything 2 model as expected')
      expect(existsSync(join(home, 'packs', 'sam2-tiny'))).toBe(false)
      expect(await client.call('packs.list', {})).toMatchObject([{ isInstalled: false }])
    })
  })
})
