import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InferenceSession } from 'onnxruntime-node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { portPair } from '../../contract/port'
import type { ProviderName } from '../../contract/proposal'
import { serve } from '../../contract/server'
import { makePairFolder } from '../../images/testing'
import { writeSyntheticModel } from '../../models/sam2/testing-model'
import { createInferenceHandlers } from '../../inference/inference-handlers'
import { inferenceContract } from '../../inference/inference-contract'
import type { ProcessHost } from '../../process/process-host'
import { noModels } from '../testing'
import { onProvider } from './providers'
import type { ProviderChoice } from './providers'
import { openProject } from '../project/open-project'
import type { OpenProject } from '../project/open-project'
import { PictureCache } from '../pictures/picture-cache'
import { InferenceLane } from '../lanes/inference-lane'

// sessions of WebGPU run on the CPU here, as no device can be had and lost at will
const create = InferenceSession.create.bind(InferenceSession) as unknown as Create
type Create = (
  model: Uint8Array,
  options: InferenceSession.SessionOptions,
) => Promise<{ run: InferenceSession['run']; release: InferenceSession['release'] }>

/** Every session made while it was there fails from then on, and cannot be released. */
let device = { isLost: false }
/** All that is run fails, on every provider, as with a pair at fault. */
let isPairAtFault = false
let givenUp: ProviderName[] = []
let folder = ''
let project: OpenProject
let lane: InferenceLane

const providers: ProviderChoice = {
  inUse: () => Promise.resolve('webgpu'),
  isAutomatic: false,
  fallBackToCpu: (broken) => givenUp.push(broken),
}

async function createLosable(...[model, options]: Parameters<Create>): ReturnType<Create> {
  const isDevice = options.executionProviders?.[0] === 'webgpu'
  const session = await create(model, { ...options, executionProviders: ['cpu'], extra: {} })
  const [own, run, release] = [device, session.run.bind(session), session.release.bind(session)]
  session.run = (feeds: InferenceSession.FeedsType) => {
    if (isPairAtFault) {
      throw new Error('no memory')
    }
    if (isDevice && own.isLost) {
      throw new Error('device lost')
    }
    return run(feeds)
  }
  session.release = async () => {
    await release()
    if (isDevice && own.isLost) {
      throw new Error('device lost')
    }
  }
  return session
}

function loseDevice(): void {
  device.isLost = true
  device = { isLost: false }
}

/** The worker itself, in this process. */
const host: ProcessHost = {
  start() {
    const [near, far] = portPair(structuredClone)
    serve(inferenceContract, createInferenceHandlers({ threads: 1 }), () => {}).connect(far)
    return Promise.resolve({ port: near, pid: undefined, kill: () => {}, onExit: () => {} })
  },
}

const limits = { milliseconds: 60_000 }
const at = (name: string): string => join(folder, name)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-device-'))
  await makePairFolder(folder, { count: 1, width: 160, height: 120, layout: 'before-after' })
  project = await openProject(folder, null, at('home'))
  device = { isLost: false }
  isPairAtFault = false
  givenUp = []
  lane = new InferenceLane(host)
  vi.spyOn(InferenceSession, 'create').mockImplementation(
    createLosable as unknown as typeof InferenceSession.create,
  )
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  project.store.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

function framesOf(): { before: string; after: string } {
  const { before, after } = project.store.pair(1)
  return { before: at(before), after: at(after) }
}

async function place(): Promise<{ folder: string; id: string; cacheFolder: string }> {
  await writeSyntheticModel(at('pack'))
  return { folder: at('pack'), id: 'made', cacheFolder: at('cache') }
}

test.each(['difference', 'difference+sam2'])(
  'OP1: %s goes on on the CPU when the device is lost, and on a new device after that',
  async (name) => {
    const outlines = name === 'difference' ? {} : { outlines: await place() }
    const proposer = { name, folder: null, ...outlines }
    const propose = () =>
      onProvider(providers, (provider) => lane.call('propose', { ...framesOf(), provider, proposer }, limits))
    expect(await propose()).toMatchObject({ provider: 'webgpu', proposer: name })
    loseDevice()
    expect(await propose()).toMatchObject({ provider: 'cpu', proposer: name })
    expect(givenUp).toEqual(['webgpu'])
    expect(await propose()).toMatchObject({ provider: 'webgpu', proposer: name })
    expect(givenUp).toEqual(['webgpu'])
  },
)

test('OP2: what is lost with the device is lost to every proposer', async () => {
  const outlined = { name: 'difference+sam2', folder: null, outlines: await place() }
  const measured = { name: 'difference', folder: null }
  const propose = (proposer: typeof measured) =>
    lane.call('propose', { ...framesOf(), provider: 'webgpu', proposer }, limits)
  await propose(measured)
  await propose(outlined)
  loseDevice()
  await expect(propose(outlined)).rejects.toMatchObject({ failure: { code: 'unavailable' } })
  expect(await propose(measured)).toMatchObject({ provider: 'webgpu' })
})

test('OP3: a click is answered on the CPU when the device is lost, and so is the next image', async () => {
  const model = await place()
  const embed = (frame: 'before' | 'after') =>
    onProvider(providers, (provider) => lane.call('embed', { ...framesOf(), frame, model, provider }, limits))
  const { key, width, height } = await embed('after')
  const prompts = { points: [{ x: 80, y: 60, isInside: true }], box: null, mask: null }
  const click = () =>
    onProvider(providers, (provider) =>
      lane.call('segment', { key, width, height, prompts, changes: [], model, provider }, limits),
    )
  const first = await click()
  loseDevice()
  expect(await click()).toEqual(first)
  expect(givenUp).toEqual(['webgpu'])
  expect(await click()).toEqual(first)
  loseDevice()
  expect((await embed('before')).milliseconds).toBeGreaterThan(0)
  expect(givenUp).toEqual(['webgpu'])
})

test('OP4: the picture of the difference is made on the CPU when the device is lost', async () => {
  const pictures = new PictureCache(project, lane, providers, noModels)
  const proposer = { name: 'difference', folder: null }
  await lane.call('propose', { ...framesOf(), provider: 'webgpu', proposer }, limits)
  loseDevice()
  expect(await pictures.locate(1, 'difference')).toMatchObject({ mimeType: 'image/png' })
  expect(givenUp).toEqual(['webgpu'])
})

test('OP5: a pair that is at fault on the CPU too says nothing against the provider', async () => {
  isPairAtFault = true
  const proposer = { name: 'difference', folder: null }
  const asked = onProvider(providers, (provider) =>
    lane.call('propose', { ...framesOf(), provider, proposer }, limits),
  )
  await expect(asked).rejects.toMatchObject({ failure: { code: 'internal' } })
  expect(givenUp).toEqual([])
})
