import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toFailure } from '../contract/errors'
import { nodeProcessHost } from '../process/process-host'
import type { ModelPacks } from './models/model-packs'
import type { ProviderChoice } from './providers/providers'
import type { OpenProject } from './project/open-project'
import { Segmenter } from './segmenter'
import { InferenceLane } from './lanes/inference-lane'

const pair = (id: number): object => ({
  before: `before-${id}.png`,
  after: `after-${id}.png`,
  alignment: null,
})
const pairIds = [1, 2, 3, 4, 5, 6]
let folder = ''
let project: OpenProject
let segmenter: Segmenter
const encoder = new EventEmitter()
/** Names of the images that were embedded. */
let embedded: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-segmenter-'))
  for (const id of pairIds) {
    writeFileSync(join(folder, `before-${id}.png`), 'before')
    writeFileSync(join(folder, `after-${id}.png`), 'after')
  }
  const store = { pair, open: (id: number) => ({ proposal: null, pair: pair(id) }) }
  project = { folder, store } as unknown as OpenProject
  embedded = []
  // the real encoder takes a process and a model pack; here it takes a moment
  vi.spyOn(InferenceLane.prototype, 'call').mockImplementation(async (command, input) => {
    const { frame, ...files } = input as { before?: string; after?: string; frame?: 'before' | 'after' }
    if (frame !== undefined) {
      embedded.push(files[frame]?.slice(folder.length + 1) ?? '')
    }
    if (command === 'embed') {
      encoder.emit('begun')
    }
    await new Promise((resolve) => setTimeout(resolve, command === 'embed' ? 20 : 0))
    return { key: 'key', width: 1, height: 1, milliseconds: 1 }
  })
  const packs = { find: () => Promise.resolve({ folder, id: 'made' }) } as unknown as ModelPacks
  const providers: ProviderChoice = {
    inUse: () => Promise.resolve('cpu'),
    isAutomatic: false,
    fallBackToCpu: () => undefined,
  }
  segmenter = new Segmenter(nodeProcessHost, { packs, providers, userFolder: folder })
})
afterEach(() => {
  segmenter.dispose()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

test('pairs that were passed before their turn came are not embedded', async () => {
  const asked = pairIds.map((pairId) => segmenter.prepare(project, pairId, []))
  const codes = asked.map((one) => one.catch((error: unknown) => toFailure(error).code))
  expect(await Promise.all(codes)).toEqual([...Array(5).fill('cancelled'), { milliseconds: 2 }])
  expect(embedded).toEqual(['after-6.png', 'before-6.png'])
})

test('an image under way is let finish, and whoever comes back to its pair is answered both times', async () => {
  const first = segmenter.prepare(project, 1, [])
  await once(encoder, 'begun')
  const passed = segmenter.prepare(project, 2, []).catch((error: unknown) => toFailure(error).code)
  const again = segmenter.prepare(project, 1, [])
  expect(await Promise.all([first, passed, again])).toEqual([
    { milliseconds: 2 },
    'cancelled',
    { milliseconds: 0 },
  ])
  expect(embedded).toEqual(['after-1.png', 'before-1.png'])
})

test('nothing more is embedded for a folder that was closed', async () => {
  const asked = segmenter.prepare(project, 1, [2]).catch((error: unknown) => toFailure(error).code)
  await once(encoder, 'begun')
  segmenter.forgetProject()
  expect([await asked, embedded]).toEqual(['cancelled', ['after-1.png']])
})
