import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ContractError } from '../contract/errors'
import { LABEL_PROPOSER } from '../contract/proposal'
import type { QueueStatus } from '../contract/proposal'
import type { Job } from '../contract/work'
import { changedMask, documentFrom } from '../domain/review'
import { rleIou } from '../mask/measures'
import { encodeRle } from '../mask/rle'
import { encodeGreyPng } from '../images/raster'
import { makePair, makePairFolder } from '../images/testing'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'
import { englishOf } from '../messages/message'

const everything = { states: null, search: '', hasProblem: null }
const size = { width: 160, height: 120 }

/** Of the one engine, whose inference process goes from test to test. */
let userFolder = ''
let engine: StartedEngine['engine']
let client: StartedEngine['client']
/** Of one test. */
let home = ''
let folder = ''

beforeAll(() => {
  userFolder = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  ;({ engine, client } = startEngine(userFolder))
})

afterAll(() => {
  engine.dispose()
  rmSync(userFolder, { recursive: true, maxRetries: 20 })
})

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-made-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
})

afterEach(async () => {
  await client.call('project.close', {})
  for (const made of [home, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

async function openMade(count: number): Promise<number[]> {
  await makePairFolder(folder, { count, ...size, layout: 'a-b' })
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder, reading: null })
  return (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
}

function queueEnd(): Promise<QueueStatus> {
  return new Promise((resolve) => {
    client.on('queue.changed', (status) => {
      if (!status.isRunning) {
        resolve(status)
      }
    })
  })
}

describe('E: the engine', () => {
  test('E1: proposes what changed, with a caption, and offers the mask beside the images', async () => {
    const [pairId] = await openMade(1)
    const summary = await client.call('proposals.make', { pairId })
    const { document, pair } = await client.call('pairs.get', { pairId })
    const truth = encodeRle({ ...size, data: makePair(0, size.width, size.height).mask })
    expect(rleIou(changedMask(document), truth)).toBeGreaterThan(0.8)
    expect(document.captions[0].text).toMatch(/appeared/)
    expect([pair.width, pair.height]).toEqual([size.width, size.height])
    expect(summary.milliseconds['total']).toBeGreaterThan(0)

    const offered = (await client.call('proposals.list', { pairId })).find(
      ({ proposer }) => proposer === LABEL_PROPOSER,
    )
    const label = await client.call('proposals.get', { proposalId: offered?.id ?? 0 })
    expect(rleIou(changedMask(documentFrom(label.regions, [])), truth)).toBe(1)
  })

  test('E1: a mask that comes after the proposal is offered, and once more where it was corrected', async () => {
    await makePairFolder(folder, { count: 1, ...size, layout: 'a-b' })
    renameSync(join(folder, 'label'), join(home, 'label'))
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    await client.call('project.open', { folder, reading: null })
    const [pairId] = (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
    await client.call('proposals.make', { pairId })
    const offers = async (): Promise<number[]> =>
      (await client.call('proposals.list', { pairId }))
        .filter(({ proposer }) => proposer === LABEL_PROPOSER)
        .map(({ regionCount }) => regionCount)
    expect(await offers()).toEqual([])
    renameSync(join(home, 'label'), join(folder, 'label'))
    await client.call('project.open', { folder, reading: null })
    const [changed] = await offers()
    expect(changed).toBeGreaterThan(0)
    const { label } = (await client.call('pairs.get', { pairId })).pair
    const data = new Uint8Array(size.width * size.height)
    writeFileSync(join(folder, label ?? ''), await encodeGreyPng({ ...size, data }))
    expect(await offers()).toEqual([0, changed])
    expect(await Promise.all([offers(), offers()])).toEqual([
      [0, changed],
      [0, changed],
    ])
  })

  test('E2: the queue goes on past bad files, and says what is wrong with each', async () => {
    const keys = await makePairFolder(folder, { count: 4, ...size, layout: 'a-b' })
    const whole = readFileSync(join(folder, 'B', `${keys[0]}.png`))
    writeFileSync(join(folder, 'B', `${keys[0]}.png`), whole.subarray(0, whole.length / 2))
    writeFileSync(join(folder, 'A', `${keys[1]}.png`), 'not an image')
    const other = mkdtempSync(join(tmpdir(), 'deltascribe-other-'))
    const [otherKey] = await makePairFolder(other, { count: 1, width: 50, height: 50, layout: 'a-b' })
    writeFileSync(join(folder, 'A', `${keys[2]}.png`), readFileSync(join(other, 'A', `${otherKey}.png`)))
    rmSync(other, { recursive: true, maxRetries: 5 })
    const ended = queueEnd()
    await client.call('settings.set', { proposeAhead: true, provider: 'cpu' })
    await client.call('project.open', { folder, reading: null })
    expect(await ended).toMatchObject({ done: 1, failed: 3 })
    const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
    const rows = await client.call('pairs.rows', { ids })
    expect(rows.map(({ problem }) => problem?.code ?? null)).toEqual([
      'unreadable',
      'not-an-image',
      'size-mismatch',
      null,
    ])
  })

  test('E3: human work is not touched by a later proposal, and a proposal can be taken over', async () => {
    const [pairId] = await openMade(1)
    await client.call('proposals.make', { pairId })
    const { document } = await client.call('pairs.get', { pairId })
    const [region] = document.regions
    await client.call('pairs.edit', {
      pairId,
      eventId: 'event-0001',
      label: 'Region deleted',
      diff: [{ type: 'region.remove', region, index: 0 }],
    })
    const again = await client.call('proposals.make', { pairId })
    expect((await client.call('pairs.get', { pairId })).document.regions).toEqual(document.regions.slice(1))
    await client.call('proposals.adopt', { pairId, proposalId: again.id, eventId: 'event-0002' })
    expect((await client.call('pairs.get', { pairId })).document.regions).toHaveLength(
      document.regions.length,
    )
    await client.call('pairs.undo', { pairId, eventId: 'event-0003' })
    expect((await client.call('pairs.get', { pairId })).document.regions).toEqual(document.regions.slice(1))
  })

  test('E3: a mask beside the images takes the place of the regions and leaves the captions', async () => {
    const [pairId] = await openMade(1)
    await client.call('proposals.make', { pairId })
    const { document } = await client.call('pairs.get', { pairId })
    const proposals = await client.call('proposals.list', { pairId })
    const label = proposals.find(({ proposer }) => proposer === LABEL_PROPOSER)
    await client.call('proposals.adopt', { pairId, proposalId: label?.id ?? 0, eventId: 'event-0001' })
    const { document: adopted } = await client.call('pairs.get', { pairId })
    expect(adopted.regions).toEqual(
      (await client.call('proposals.get', { proposalId: label?.id ?? 0 })).regions,
    )
    expect(adopted.captions).toEqual(document.captions)
  })

  test('E3: a mask that cannot be read takes the place of nothing', async () => {
    const [pairId] = await openMade(1)
    const { label } = (await client.call('pairs.get', { pairId })).pair
    writeFileSync(join(folder, label ?? ''), 'not an image')
    await client.call('proposals.make', { pairId })
    const { document } = await client.call('pairs.get', { pairId })
    const offered = (await client.call('proposals.list', { pairId })).find(
      ({ proposer }) => proposer === LABEL_PROPOSER,
    )
    const proposalId = offered?.id ?? 0
    await expect(
      client.call('proposals.adopt', { pairId, proposalId, eventId: 'event-0001' }),
    ).rejects.toMatchObject({
      failure: {
        code: 'conflict',
        message: expect.stringContaining(englishOf(offered?.remarks[0] ?? '?')) as string,
      },
    })
    expect(document.regions).not.toEqual([])
    expect((await client.call('pairs.get', { pairId })).document).toEqual(document)
  })

  test('E3: a mask that is black all over takes the regions away', async () => {
    const [pairId] = await openMade(1)
    const { label } = (await client.call('pairs.get', { pairId })).pair
    const { width, height } = size
    const black = { width, height, data: new Uint8Array(width * height) }
    writeFileSync(join(folder, label ?? ''), await encodeGreyPng(black))
    await client.call('proposals.make', { pairId })
    const offered = (await client.call('proposals.list', { pairId })).find(
      ({ proposer }) => proposer === LABEL_PROPOSER,
    )
    await client.call('proposals.adopt', { pairId, proposalId: offered?.id ?? 0, eventId: 'event-0001' })
    expect((await client.call('pairs.get', { pairId })).document.regions).toEqual([])
  })

  test('E4: pictures are made once and lie in the cache or the folder', async () => {
    const [pairId] = await openMade(1)
    const after = await engine.locatePicture({ pairId, kind: 'after' })
    expect(after).toMatchObject({
      mimeType: 'image/png',
      path: expect.stringContaining(`${folder}/B/`) as string,
    })
    const thumbnail = await engine.locatePicture({ pairId, kind: 'after-thumbnail' })
    const difference = await engine.locatePicture({ pairId, kind: 'difference' })
    expect([thumbnail, difference].every(({ path }) => existsSync(path))).toBe(true)
    expect(await engine.locatePicture({ pairId, kind: 'difference' })).toEqual(difference)
  })

  test('E5: a file that became a link out of the folder is not shown', async () => {
    const [pairId] = await openMade(1)
    const secret = join(home, 'secret.png')
    writeFileSync(secret, 'secret')
    const { pair } = await client.call('pairs.get', { pairId })
    rmSync(join(folder, pair.after))
    symlinkSync(secret, join(folder, pair.after))
    await expect(engine.locatePicture({ pairId, kind: 'after' })).rejects.toThrow(ContractError)
    await expect(client.call('proposals.make', { pairId })).rejects.toThrow('leads out of the folder')
  })

  test('E6: a folder without pairs, or that is not there, is refused in words', async () => {
    await expect(client.call('project.open', { folder, reading: null })).rejects.toThrow('No image pairs')
    await expect(client.call('project.open', { folder: `${folder}/nowhere`, reading: null })).rejects.toThrow(
      'is not there',
    )
    const file = join(home, 'file.txt')
    writeFileSync(file, 'no folder')
    await expect(client.call('project.open', { folder: file, reading: null })).rejects.toThrow(
      'open the folder that holds the pairs',
    )
  })

  test('E7: a folder with a damaged store is refused in words, and the open one stays open', async () => {
    await openMade(1)
    const other = join(home, 'other')
    await makePairFolder(other, { count: 1, ...size, layout: 'a-b' })
    mkdirSync(join(other, '.deltascribe'))
    writeFileSync(join(other, '.deltascribe', 'project.db'), 'x'.repeat(5000))
    const refused = client.call('project.open', { folder: other, reading: null })
    await expect(refused).rejects.toMatchObject({ failure: { code: 'folder-unreadable' } })
    expect(await client.call('project.current', {})).toMatchObject({ folder })
  })

  test('E8: the queue, started again and again, proposes once for each pair and counts right', async () => {
    const ids = await openMade(3)
    await client.call('proposals.start', { nearPairId: null })
    await client.call('proposals.stop', {})
    await client.call('proposals.start', { nearPairId: null })
    expect(await client.call('proposals.start', { nearPairId: ids[2] })).toMatchObject({ total: 3 })
    const running = (): Promise<QueueStatus> => client.call('proposals.status', {})
    await expect.poll(running).toMatchObject({ isRunning: false, done: 3, failed: 0 })
    const made = await Promise.all(ids.map((pairId) => client.call('proposals.list', { pairId })))
    expect(made.map((list) => list.map(({ proposer }) => proposer).sort())).toEqual(
      ids.map(() => ['difference', LABEL_PROPOSER]),
    )
  })

  test('E9: a proposal under way when the folder is closed is cancelled, and touches no other project', async () => {
    const [pairId] = await openMade(1)
    const made = client.call('proposals.make', { pairId })
    await client.call('project.close', {})
    await expect(made).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  })

  test('E10: of two folders opened at once the later one stays, and the UI hears of it last', async () => {
    const other = join(home, 'other')
    await makePairFolder(other, { count: 1, ...size, layout: 'a-b' })
    await openMade(1)
    let heard: string | null = null
    client.on('project.changed', (project) => {
      heard = project?.folder ?? null
    })
    await Promise.all(
      [folder, other].map((one) => client.call('project.open', { folder: one, reading: null })),
    )
    expect([heard, (await client.call('project.current', {}))?.folder]).toEqual([other, other])
  })

  test('E15: an edit that was meant for a folder is not stored in the next one', async () => {
    const other = join(home, 'other')
    await makePairFolder(other, { count: 1, ...size, layout: 'a-b' })
    const [pairId] = await openMade(1)
    const storePath = (await client.call('project.current', {}))?.storePath
    const flag = { pairId, storePath, decision: 'flag', milliseconds: 0 } as const
    await client.call('pairs.decide', { ...flag, eventId: 'event-0001' })
    await client.call('project.open', { folder: other, reading: null })
    await expect(client.call('pairs.decide', { ...flag, eventId: 'event-0002' })).rejects.toMatchObject({
      failure: { code: 'conflict' },
    })
    expect((await client.call('pairs.get', { pairId })).document.review.state).toBe('unreviewed')
  })

  test('E11: work goes on, and the user hears why, where recent folders cannot be stored', async () => {
    const lost = startEngine(home)
    try {
      await makePairFolder(folder, { count: 1, ...size, layout: 'a-b' })
      await lost.client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
      await lost.client.call('project.open', { folder, reading: null })
      const { ids } = await lost.client.call('pairs.find', { filter: everything, order: 'key' })
      const [pairId] = ids
      const notice = new Promise((resolve) => lost.client.on('notice', resolve))
      rmSync(home, { recursive: true, maxRetries: 5 })
      const flag = { pairId, eventId: 'event-0001', decision: 'flag', milliseconds: 0 } as const
      await lost.client.call('pairs.decide', flag)
      expect(await notice).toMatchObject({ level: 'warning' })
      const { document } = await lost.client.call('pairs.get', { pairId })
      expect(document.review.state).toBe('flagged')
    } finally {
      lost.engine.dispose()
    }
  })

  test('E12: a proposal that is put into an accepted pair makes it a corrected one', async () => {
    const [pairId] = await openMade(1)
    const { id: proposalId } = await client.call('proposals.make', { pairId })
    await client.call('pairs.decide', { pairId, eventId: 'event-0001', decision: 'accept', milliseconds: 0 })
    await client.call('proposals.adopt', { pairId, proposalId, eventId: 'event-0002' })
    expect((await client.call('pairs.get', { pairId })).document.review.state).toBe('corrected')
    await client.call('pairs.undo', { pairId, eventId: 'event-0003' })
    expect((await client.call('pairs.get', { pairId })).document.review.state).toBe('accepted')
  })

  test('E13: what is wrong with a frame is told with the file that it is', async () => {
    const [key] = await makePairFolder(folder, { count: 1, ...size, layout: 'a-b' })
    writeFileSync(join(folder, 'A', `${key}.png`), 'not an image')
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    await client.call('project.open', { folder, reading: null })
    const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
    const { pair } = await client.call('pairs.get', { pairId: ids[0] })
    expect(pair.problem).toMatchObject({ code: 'not-an-image', path: `A/${key}.png` })
  })

  test('E14: an export whose folder is closed is cancelled, and says so in words', async () => {
    await openMade(4)
    const ended = new Promise<Job>((resolve) => {
      client.on('job.changed', (job) => {
        if (job.state !== 'running') {
          resolve(job)
        }
      })
    })
    const out = join(home, 'out')
    const started = client.call('export.start', { format: 'a-b', out, states: ['unreviewed'] })
    await Promise.all([started, client.call('project.close', {})])
    expect(await ended).toMatchObject({ state: 'cancelled', failure: { code: 'cancelled' } })
    expect(existsSync(out)).toBe(false)
  })

  test('E16: work done under one reading is not shown on the images of another, and is kept', async () => {
    const made = join(home, 'made')
    const [first, second] = await makePairFolder(made, { count: 2, ...size, layout: 'a-b' })
    const frames = [join('A', first), join('B', first), join('B', second)]
    frames.forEach((frame, index) => {
      copyFileSync(join(made, `${frame}.png`), join(folder, `site1_${index}.png`))
    })
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    const read = async (reading: string): Promise<number> => {
      await client.call('project.open', { folder, reading })
      return (await client.call('pairs.find', { filter: everything, order: 'key' })).ids[0]
    }
    const pairId = await read('suffix-0-1')
    await client.call('pairs.decide', { pairId, eventId: 'event-0001', decision: 'flag', milliseconds: 0 })
    const otherId = await read('suffix-1-2')
    expect(await client.call('pairs.get', { pairId: otherId })).toMatchObject({
      pair: { key: 'site1', before: 'site1_1.png' },
      document: { review: { state: 'unreviewed' } },
    })
    expect(await read('suffix-0-1')).toBe(pairId)
    expect((await client.call('pairs.get', { pairId })).document.review.state).toBe('flagged')
  })

  test('E16: work stays on images whose folders got other names', async () => {
    const [pairId] = await openMade(1)
    await client.call('pairs.decide', { pairId, eventId: 'event-0001', decision: 'flag', milliseconds: 0 })
    renameSync(join(folder, 'A'), join(folder, 'before'))
    renameSync(join(folder, 'B'), join(folder, 'after'))
    await client.call('project.open', { folder, reading: null })
    expect((await client.call('pairs.find', { filter: everything, order: 'key' })).ids).toEqual([pairId])
    expect((await client.call('pairs.get', { pairId })).document.review.state).toBe('flagged')
  })

  test('E17: work goes on where it was begun when the folder can be written again', async () => {
    writeFileSync(join(folder, '.deltascribe'), 'in the way')
    const [pairId] = await openMade(1)
    const away = (await client.call('project.current', {}))?.storePath
    expect(away).toContain(userFolder)
    await client.call('pairs.decide', { pairId, eventId: 'event-0001', decision: 'flag', milliseconds: 0 })
    await client.call('project.close', {})
    rmSync(join(folder, '.deltascribe'))
    const { storePath, storeNotice, counts } = await client.call('project.open', { folder, reading: null })
    expect(storePath).toBe(away)
    expect(englishOf(storeNotice ?? '')).toContain('goes on there')
    expect(counts.flagged).toBe(1)
  })
})
