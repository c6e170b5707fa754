import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '../../contract/proposal'
import { trainingOptionsSchema } from '../../contract/training'
import type { TrainingOptions } from '../../contract/training'
import { encodeRle } from '../../mask/rle'
import { nodeProcessHost } from '../../process/process-host'
import { makeCorrectedPairs } from '../../training/fine-tuning/testing'
import { openProject } from '../project/open-project'
import { InferenceLane } from '../lanes/inference-lane'
import { gatherTrainingData, previewTraining, saveSplit } from './training-data'
import { message } from '../../messages/message'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-data-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }))

/** A folder whose first picture pairs lie under these names. */
async function makeFolder(name: string, names: readonly string[]): Promise<string> {
  const folder = join(home, name)
  const items = await makeCorrectedPairs(join(home, 'made'), names.length)
  for (const frame of ['before', 'after'] as const) {
    mkdirSync(join(folder, frame), { recursive: true })
    items.forEach((item, index) => copyFileSync(item[frame], join(folder, frame, `${names[index]}.png`)))
  }
  return folder
}

test('a new pair of a group on both sides is left out with the reason, and no side is stored for it', async () => {
  const folder = await makeFolder('streets', ['aa-held', 'aa-learned', 'aa-new', 'bb-learned', 'bb-new'])
  const project = await openProject(folder, null, home)
  const lane = new InferenceLane(nodeProcessHost)
  try {
    const keys = project.store.pairs
      .find({ states: null, search: '', hasProblem: null }, 'key')
      .map((id) => project.store.pair(id).key)
    const keyOf = (name: string): string => keys.find((key) => key.includes(name)) ?? ''
    const knownSides = {
      [keyOf('aa-held')]: 'held-out',
      [keyOf('aa-learned')]: 'train',
      [keyOf('bb-learned')]: 'train',
    }
    project.store.meta.set('training-split', JSON.stringify(knownSides))
    const packages = { shipped: join(home, 'none'), user: join(home, 'none') }
    const sources = { project, lane, packages, inUse: '', secondsPerStep: () => null }
    const grouping = { by: 'prefix', length: 2 } as const
    const data = await gatherTrainingData(
      sources,
      trainingOptionsSchema.parse({ states: ['unreviewed'], grouping }),
    )
    expect(data.onNeitherSide.map(({ key }) => key)).toEqual([keyOf('aa-new')])
    expect(data.plan.leftOut).toEqual([{ key: keyOf('aa-new'), reason: message('shortages.bothSides') }])
    expect([data.plan.train, data.plan.heldOut]).toEqual([3, 1])
    saveSplit(project, data)
    expect(JSON.parse(project.store.meta.get('training-split') ?? '')).toEqual({
      ...knownSides,
      [keyOf('bb-new')]: 'train',
    })
  } finally {
    lane.dispose()
    project.store.close()
  }
})

/** Pairs whose keys hold a text, grouped by so many letters. */
function optionsOf(search: string, length: number): TrainingOptions {
  return trainingOptionsSchema.parse({ states: ['unreviewed'], search, grouping: { by: 'prefix', length } })
}

test('pairs keep to the sides of their groups where none of the earlier pairs is chosen', async () => {
  const names = ['aa-old', 'bb-old', 'cc-old', 'aa-new', 'bb-new', 'cc-like', 'dd-new']
  const folder = await makeFolder('districts', names)
  for (const frame of ['before', 'after']) {
    copyFileSync(join(folder, frame, 'cc-old.png'), join(folder, frame, 'cc-like.png'))
  }
  const project = await openProject(folder, null, home)
  const lane = new InferenceLane(nodeProcessHost)
  try {
    const keyOf = (name: string): string => project.store.pairs.keys().find((key) => key.includes(name)) ?? ''
    const packages = { shipped: join(home, 'none'), user: join(home, 'none') }
    const sources = { project, lane, packages, inUse: '', secondsPerStep: () => null }
    await gatherTrainingData(sources, optionsOf('old', 6))
    const knownSides = {
      [keyOf('aa-old')]: 'train',
      [keyOf('bb-old')]: 'held-out',
      [keyOf('cc-old')]: 'train',
    }
    project.store.meta.set('training-split', JSON.stringify(knownSides))
    const { items, plan } = await gatherTrainingData(sources, optionsOf('new', 2))
    const sides = new Map(items.map(({ key, isHeldOut }) => [key, isHeldOut]))
    expect([sides.get(keyOf('aa-new')), sides.get(keyOf('bb-new'))]).toEqual([false, true])
    const counted = await previewTraining(sources, optionsOf('new', 2), 0)
    expect([counted.train, counted.heldOut]).toEqual([plan.train, plan.heldOut])
    // of another name, and the same picture
    for (const side of ['train', 'held-out']) {
      project.store.meta.set('training-split', JSON.stringify({ ...knownSides, [keyOf('cc-old')]: side }))
      const alike = await gatherTrainingData(sources, optionsOf('cc-like', 7))
      expect(alike.items).toMatchObject([{ isHeldOut: side === 'held-out' }])
    }
  } finally {
    lane.dispose()
    project.store.close()
  }
})

test('a pair whose only proposed region was rejected is labelled unchanged, without the proposed caption', async () => {
  const project = await openProject(await makeFolder('alarms', ['one', 'two']), null, home)
  const lane = new InferenceLane(nodeProcessHost)
  try {
    const { store } = project
    const [pairId] = store.pairs.find({ states: null, search: '', hasProblem: null }, 'key')
    const source = { kind: 'proposal', proposalId: 0 } as const
    const mask = encodeRle({ width: 128, height: 128, data: new Uint8Array(128 * 128).fill(1, 0, 90) })
    const region = {
      id: 'r',
      category: 'change',
      status: 'proposed',
      mask,
      beforeMask: null,
      source,
    } as const
    const text = 'A white object appeared at the top left.'
    const proposal: Omit<Proposal, 'id'> = {
      pairId,
      madeAt: 1,
      proposer: 'difference',
      version: '1',
      provider: 'cpu',
      milliseconds: {},
      score: 0.9,
      alignment: null,
      remarks: [],
      regions: [{ ...region, score: 0.9 }],
      captions: [{ id: 'c', text, rank: 0, source, logProbability: null }],
      links: [],
      agreement: null,
    }
    store.addProposal(proposal, { isOffer: false })
    const rejected = {
      type: 'region.set',
      regionId: 'r',
      from: { status: 'proposed' },
      to: { status: 'rejected' },
    } as const
    store.edit(pairId, 'reject-0000', 'Rejected', [rejected], '')
    store.decide(pairId, 'accept', { eventId: 'accept-0000', reviewer: null, milliseconds: 0 })
    const packages = { shipped: join(home, 'none'), user: join(home, 'none') }
    const sources = { project, lane, packages, inUse: '', secondsPerStep: () => null }
    const { items, plan } = await gatherTrainingData(sources, trainingOptionsSchema.parse({}))
    expect(items).toMatchObject([{ regions: [], isUnchanged: true, captions: [] }])
    expect(plan.unchangedCount).toBe(1)
  } finally {
    lane.dispose()
    project.store.close()
  }
})
