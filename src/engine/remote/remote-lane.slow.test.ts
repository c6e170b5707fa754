import type { UnstoredProposal } from '../proposals/unstored-proposal'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { root } from '../../../build/build'
import type { Input } from '../../contract/define'
import { makePairFolder } from '../../images/testing'
import type { InferenceCommands } from '../../inference/inference-contract'
import { differenceManifest, writeNetworkFolder } from '../../models/own-network/testing'
import { importPackage } from '../../packages/import-package'
import { nodeProcessHost } from '../../process/process-host'
import { standInMachine } from '../../remote/testing'
import type { StandIn } from '../../remote/testing'
import { appPaths } from '../user-folder'
import { InferenceLane } from '../lanes/inference-lane'
import { RemoteProposals } from './remote-proposals'

const limits = { milliseconds: 120_000 }
/** Pixels a side of frames that are worked on long enough to be found at work. */
const LARGE = 2000
const PACKAGE = join(root, 'models', 'ccrc-base')
/** The numbers of child processes are read from the kernel. */
const isLinux = process.platform === 'linux'

let folder: string
let machine: StandIn
let remote: RemoteProposals
let isAgreed: boolean

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deltascribe-remote-'))
  machine = await standInMachine(folder)
  vi.stubEnv('DELTASCRIBE_SSH', machine.program)
  isAgreed = true
  remote = new RemoteProposals({
    machine: { host: 'server', command: 'deltascribe worker' },
    goesOnHere: false,
    version: appPaths().version,
    isAgreed: () => isAgreed,
    onStatus: () => undefined,
    onProblem: () => undefined,
  })
})

afterEach(async () => {
  vi.unstubAllEnvs()
  remote.dispose()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function makeFrames(side: number): Promise<{ before: string; after: string; provider: 'cpu' }> {
  const images = join(folder, 'images')
  await makePairFolder(images, { count: 1, width: side, height: side, layout: 'a-b' })
  const [before, after] = ['A', 'B'].map((name) => join(images, name, 'pair_000000.png'))
  return { before, after, provider: 'cpu' }
}

const difference = { name: 'difference', folder: null }

function propose(frames: Awaited<ReturnType<typeof makeFrames>>): Promise<UnstoredProposal> {
  return remote.lanes.use((lane) => lane.call('propose', { ...frames, proposer: difference }, limits))
}

async function proposeHere(input: Input<InferenceCommands, 'propose'>): Promise<UnstoredProposal> {
  const lane = new InferenceLane(nodeProcessHost)
  const prediction = await lane.call('propose', input, limits)
  lane.dispose()
  return prediction
}

const withoutTimes = (prediction: UnstoredProposal): unknown => ({ ...prediction, milliseconds: {} })
const masks = ({ regions }: UnstoredProposal): unknown => regions.map(({ mask }) => mask)

/** 0 for none. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Ends the inference process of the worker that is started as this one, or the worker itself, while it works. */
async function killDuringWork(index: number, victim: 'worker' | 'inference'): Promise<void> {
  let [worker, child] = [0, 0]
  await vi.waitFor(
    async () => {
      worker = (await machine.workers())[index]
      child = childOf(worker)
      expect(child).toBeGreaterThan(0)
    },
    { timeout: 110_000, interval: 5 },
  )
  process.kill(victim === 'worker' ? worker : child, 'SIGKILL')
}

test.runIf(isLinux)('a model package is brought once, and answers as it does here', async () => {
  const frames = await makeFrames(96)
  const input = { ...frames, proposer: { name: 'ccrc-base', folder: PACKAGE, detector: null } }
  const here = await proposeHere(input)
  const there = await remote.lanes.use((far) => far.call('propose', input, limits))
  expect(withoutTimes(there)).toEqual(withoutTimes(here))
  const files = readdirSync(PACKAGE).length
  expect(readdirSync(join(machine.cache, 'files'))).toHaveLength(2 + files)
})

test.runIf(isLinux)('probabilities are written here, and a mask is cut anew from them there', async () => {
  const frames = await makeFrames(96)
  const source = await writeNetworkFolder(join(folder, 'source'), differenceManifest())
  const { id } = await importPackage(source, { parent: folder, known: [], tryOut: () => Promise.resolve() })
  const network = join(folder, id)
  const [mapHere, map] = [join(folder, 'here.png'), join(folder, 'map.png')]
  const proposer = { name: 'network', folder: network, detector: null }
  await proposeHere({ ...frames, proposer, probabilities: { out: mapHere, threshold: null } })
  const ask = (probabilities: { out: string; threshold: null } | { from: string; threshold: number }) =>
    remote.lanes.use((far) => far.call('propose', { ...frames, proposer, probabilities }, limits))
  await ask({ out: map, threshold: null })
  expect((await readFile(map)).equals(await readFile(mapHere))).toBe(true)
  const fromMap = { from: map, threshold: 0.3 }
  const here = await proposeHere({ ...frames, proposer, probabilities: fromMap })
  // their scores differ in the sixth digit: the process there has the probabilities before they were rounded
  expect(masks(await ask(fromMap))).toEqual(masks(here))
  expect(here.regions.length).toBeGreaterThan(0)
})

test.runIf(isLinux)('failures name the files of this machine', async () => {
  const frames = await makeFrames(64)
  await writeFile(frames.after, 'no image')
  await expect(propose(frames)).rejects.toMatchObject({
    failure: {
      code: 'bad-image',
      path: frames.after,
      message: expect.stringMatching(/^pair_000000\.png is /) as string,
    },
  })
  await rm(frames.after)
  await expect(propose(frames)).rejects.toMatchObject({ failure: { code: 'bad-image', path: frames.after } })
})

test.runIf(isLinux)(
  'a pair whose worker was killed is proposed for once more, then fails in words',
  async () => {
    const frames = await makeFrames(LARGE)
    const killed = killDuringWork(0, 'worker')
    expect((await propose(frames)).width).toBe(LARGE)
    await killed
    expect(await machine.workers()).toHaveLength(2)

    const twice = Promise.all([killDuringWork(2, 'worker'), killDuringWork(3, 'worker')])
    remote.dispose()
    const again = new RemoteProposals({ ...remote['options'] })
    const asked = again.lanes.use((lane) => lane.call('propose', { ...frames, proposer: difference }, limits))
    await expect(asked).rejects.toMatchObject({
      failure: { code: 'disconnected', message: expect.stringContaining('server ended twice') as string },
    })
    await twice
    again.dispose()
  },
)

test.runIf(isLinux)('an inference process that ends there is started again there', async () => {
  const frames = await makeFrames(LARGE)
  const killed = killDuringWork(0, 'inference')
  expect((await propose(frames)).width).toBe(LARGE)
  await killed
  expect(await machine.workers()).toHaveLength(1)
})

test.runIf(isLinux)('the inference process there ends with its worker, also while it computes', async () => {
  const asked = propose(await makeFrames(LARGE))
  let [worker, child] = [0, 0]
  await vi.waitFor(
    async () => {
      worker = (await machine.workers())[0]
      child = childOf(worker)
      expect(child).toBeGreaterThan(0)
    },
    { timeout: 110_000, interval: 5 },
  )
  remote.dispose()
  await expect(asked).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  await vi.waitFor(() => expect([worker, child].filter(isAlive)).toEqual([]), 60_000)
})

test.runIf(isLinux)('without consent nothing is started', async () => {
  isAgreed = false
  const frames = await makeFrames(64)
  await expect(propose(frames)).rejects.toMatchObject({ failure: { code: 'unreachable' } })
  expect([await machine.workers(), existsSync(machine.cache)]).toEqual([[], false])
})

test.runIf(isLinux)('a program of another version is refused in words', async () => {
  const other = new RemoteProposals({ ...remote['options'], version: '99.0.0' })
  await expect(other.inspect()).rejects.toMatchObject({
    failure: { code: 'unreachable', message: expect.stringContaining('Install the same version') as string },
  })
  expect(await remote.inspect()).toMatchObject({ platform: 'linux' })
})
