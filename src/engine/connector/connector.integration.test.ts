import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_CONNECTOR_SETTINGS } from '../../contract/connector'
import { toFailure } from '../../contract/errors'
import type { Job } from '../../contract/work'
import { serveChat } from '../../connector/testing'
import type { ChatServer } from '../../connector/testing'
import { encodePng } from '../../images/raster'
import { makePair, makePairFolder } from '../../images/testing'
import { encodeRle } from '../../mask/rle'
import type { SecretBox } from '../../process/secret-box'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'

vi.setConfig({ testTimeout: 180_000 })

const everything = { states: null, search: '', hasProblem: null }
const size = { width: 160, height: 120 }
const key = 'sk-very-secret'
const { agreedTo: _agreedTo, ...defaults } = DEFAULT_CONNECTOR_SETTINGS

/** Stands for a system's key store, which a test must not write to. */
const keyStore: SecretBox = {
  seal: (text) => Promise.resolve(Buffer.from(text).toString('hex')),
  unseal: (sealed) => Promise.resolve(Buffer.from(sealed, 'hex').toString()),
}

/** Of the one engine, whose inference process goes from test to test. */
let home = ''
let sample = ''
let engine: StartedEngine['engine']
let client: StartedEngine['client']
/** Of one test. */
let folder = ''
let server: ChatServer

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  sample = mkdtempSync(join(tmpdir(), 'deltascribe-sample-'))
  await makePairFolder(sample, { count: 1, ...size, layout: 'a-b' })
  ;({ engine, client } = startEngine(home, { sampleFolder: sample }))
})

afterAll(() => {
  engine.dispose()
  for (const made of [home, sample]) {
    rmSync(made, { recursive: true, maxRetries: 20 })
  }
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  server = await serveChat()
})

afterEach(async () => {
  await client.call('project.close', {})
  await client.call('settings.set', { connector: defaults })
  server.close()
  rmSync(folder, { recursive: true, maxRetries: 20 })
})

/** Engines of their own, one after the other, on one user's folder. */
async function apart(
  work: (start: () => StartedEngine['client'], userFolder: string) => Promise<void>,
  secretBox?: SecretBox,
): Promise<void> {
  const userFolder = join(folder, 'user')
  mkdirSync(userFolder)
  const started: StartedEngine[] = []
  try {
    await work(() => {
      started.at(-1)?.engine.dispose()
      started.push(startEngine(userFolder, secretBox === undefined ? {} : { secretBox }))
      return started[started.length - 1].client
    }, userFolder)
  } finally {
    started.at(-1)?.engine.dispose()
  }
}

function turnOn(
  change: Partial<typeof defaults> = {},
  of: StartedEngine['client'] = client,
): Promise<unknown> {
  const { address } = server
  const connector = { ...defaults, isOn: true, address, model: 'seer', ...change }
  return of.call('settings.set', { connector })
}

async function openMade(count: number): Promise<number[]> {
  await makePairFolder(folder, { count, ...size, layout: 'a-b' })
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
  await client.call('project.open', { folder, reading: null })
  return (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
}

/** The rectangle that appeared, as a person would have painted it. */
async function paint(pairId: number): Promise<void> {
  const mask = encodeRle({
    ...size,
    data: makePair(0, size.width, size.height).mask.map((value) => value && 1),
  })
  const region = {
    id: 'painted',
    category: 'change',
    status: 'proposed',
    mask,
    beforeMask: null,
    source: { kind: 'person' },
    score: null,
  } as const
  const diff = [{ type: 'region.add', region, index: 0 } as const]
  await client.call('pairs.edit', {
    pairId,
    eventId: `painted-${pairId}-by-hand`,
    label: 'Brush stroke',
    diff,
  })
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'it did not fail',
    (error: unknown) => toFailure(error).message,
  )
}

function jobEnd(): Promise<Job> {
  return new Promise((resolve) => {
    client.on('job.changed', (job) => {
      if (job.state !== 'running') {
        resolve(job)
      }
    })
  })
}

describe('EC: the caption connector', () => {
  test('EC1: off, it sends nothing at all', async () => {
    const [pairId] = await openMade(1)
    await client.call('settings.set', {
      connector: { ...defaults, address: server.address },
    })
    for (const asked of [
      client.call('connector.ask', { pairId }),
      client.call('connector.try', {}),
      client.call('connector.models', {}),
      client.call('connector.captionPairs', { pairIds: null }),
    ]) {
      expect(await messageOf(asked)).toBe('The caption connector is off. Turn it on in Settings.')
    }
    const ofAnother = { pairIds: [pairId], storePath: join(home, 'another') }
    expect(await messageOf(client.call('connector.captionPairs', ofAnother))).toContain('Another folder')
    expect(server.requests).toEqual([])
  })

  test('EC2: asked about a pair, the server sees it with its regions, and nothing of its files', async () => {
    const [pairId] = await openMade(1)
    await paint(pairId)
    await turnOn({ side: 224 })
    const { caption, url, statesNoChange } = await client.call('connector.ask', { pairId })
    expect(caption.text).toMatch(/^something red has appeared/)
    expect(caption.source).toEqual({
      kind: 'model',
      model: 'seer',
      version: '',
      host: new URL(server.address).host,
    })
    expect([url, statesNoChange]).toEqual([`${server.address}/chat/completions`, false])
    const [{ texts, body }] = server.questions
    expect(texts.at(-1)).toMatch(/Entity:\n1: something, .*% of the picture$/)
    expect(body).not.toContain('pair_000000')
    expect(body).not.toContain(folder)
    // nothing was stored
    expect((await client.call('pairs.get', { pairId })).undoLabel).toBe('Brush stroke')
    // what counts as change is asked with, and the language of captions
    await client.call('project.setChangeDefinition', { changeDefinition: 'Buildings; not cars' })
    await client.call('project.setCaptionLanguage', { captionLanguage: 'zh-Hans' })
    await client.call('connector.ask', { pairId })
    const ending = /变化。\n[^]*\nWhat counts as change: Buildings; not cars\nAnswer in Simplified Chinese\.$/
    expect(server.questions[1].texts.at(-1)).toMatch(ending)
  })

  test('EC3: the trial shows the very pictures that were sent', async () => {
    await turnOn()
    const { sent, caption, model } = await client.call('connector.try', {})
    expect([caption.text.length > 0, model]).toEqual([true, 'seer'])
    expect(server.questions[0].body).toContain(sent.before)
    expect(server.questions[0].body).toContain(sent.after)
    expect(sent.text).toContain('Entity:\n1: ')
    expect(sent.bytes).toBe(Buffer.byteLength(server.questions[0].body))
  })

  test('EC4: a job adds a caption to each open pair beside what is there, each one undone by itself', async () => {
    const [first, second, third] = await openMade(3)
    await paint(first)
    const caption = {
      id: 'mine',
      text: 'as I say',
      rank: 0,
      source: { kind: 'person' },
      logProbability: null,
    } as const
    const diff = [{ type: 'caption.add', caption, index: 0 } as const]
    await client.call('pairs.edit', {
      pairId: second,
      eventId: 'written-by-hand',
      label: 'Caption added',
      diff,
    })
    await client.call('pairs.decide', {
      pairId: third,
      eventId: 'third-rejected',
      decision: 'reject',
      milliseconds: 1,
    })
    await turnOn()
    const ended = jobEnd()
    const job = await client.call('connector.captionPairs', { pairIds: null })
    expect(job.title).toEqual(`Captions by seer at ${server.address}`)
    const { state, captionReport } = await ended
    expect([state, captionReport?.added.length, captionReport?.leftOut]).toEqual(['done', 2, 1])

    const { document } = await client.call('pairs.get', { pairId: second })
    expect(document.captions.map(({ text }) => text)).toEqual(['as I say', captionReport?.added[1].text])
    expect(document.review.state).toBe('unreviewed')
    const undone = await client.call('pairs.undo', { pairId: second, eventId: 'second-undone' })
    expect(undone.diff).toEqual([expect.objectContaining({ type: 'caption.remove' })])

    // a second job goes on where the first was: only what was undone is asked again
    const again = jobEnd()
    await client.call('connector.captionPairs', { pairIds: [first, second, third] })
    expect((await again).captionReport?.added.map(({ key: name }) => name)).toEqual(['pair_000001'])
  })

  test('EC5: a pair with a bad file fails alone; a server that goes away ends the job and says so', async () => {
    await makePairFolder(folder, { count: 3, ...size, layout: 'a-b' })
    writeFileSync(join(folder, 'A', 'pair_000000.png'), 'not an image')
    await openMade(0)
    await turnOn()
    const ended = jobEnd()
    await client.call('connector.captionPairs', { pairIds: null })
    const { captionReport: report } = await ended
    expect([report?.added.length, report?.failed.map(({ key: name }) => name)]).toEqual([2, ['pair_000000']])

    server.close()
    const [, second] = (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
    await client.call('pairs.undo', { pairId: second, eventId: 'undone-again' })
    const again = jobEnd()
    await client.call('connector.captionPairs', { pairIds: [second] })
    expect((await again).captionReport?.stopped).toMatchObject({ id: 'connector.nothingAnswers' })
  })

  test('EC6: cancelling ends a job, and a question, that the server never answers', async () => {
    const [pairId] = await openMade(1)
    await paint(pairId)
    await turnOn()
    server.hold()
    const ended = jobEnd()
    const { id } = await client.call('connector.captionPairs', { pairIds: null })
    await expect.poll(() => server.questions.length, { timeout: 90_000 }).toBe(1)
    await client.call('jobs.cancel', { jobId: id })
    expect((await ended).state).toBe('cancelled')

    const asked = client.call('connector.ask', { pairId })
    await expect.poll(() => server.questions.length, { timeout: 90_000 }).toBe(2)
    await client.call('connector.cancel', {})
    expect(await asked.catch((error: unknown) => toFailure(error).code)).toBe('cancelled')
  })

  test('EC7: a key goes to the host that it was given for and to no other, and into no file as it is', async () => {
    const locked = await serveChat({ key })
    try {
      await turnOn({ address: locked.address })
      expect(await client.call('connector.setKey', { key })).toEqual({
        origin: new URL(locked.address).origin,
        isPersisted: false,
      })
      expect(await client.call('connector.models', {})).toEqual({ models: ['seer'] })
      await turnOn()
      await client.call('connector.try', {})
      expect(server.questions[0].authorization).toBeNull()
      expect(filesBelow(home).filter((path) => readFileSync(path, 'latin1').includes(key))).toEqual([])
    } finally {
      locked.close()
    }
  })

  test('EC8: a sealed key is there in the next run; forgotten, it is gone from the disk', () =>
    apart(async (start, userFolder) => {
      const first = start()
      await turnOn({}, first)
      const { origin } = new URL(server.address)
      expect(await first.call('connector.setKey', { key })).toEqual({ origin, isPersisted: true })
      const next = start()
      expect(await next.call('connector.key', {})).toEqual({ origin, isPersisted: true })
      expect(await next.call('connector.setKey', { key: null })).toEqual({ origin: null, isPersisted: false })
      expect(existsSync(join(userFolder, 'connector-key.json'))).toBe(false)
    }, keyStore))

  test('EC8b: a key that cannot be written is told, and the one before stays', () =>
    apart(async (start, userFolder) => {
      const own = start()
      await turnOn({}, own)
      const { origin } = new URL(server.address)
      const path = join(userFolder, 'connector-key.json')
      mkdirSync(path)
      expect(await messageOf(own.call('connector.setKey', { key }))).toMatch(/EISDIR|EEXIST|ENOTEMPTY|EPERM/)
      expect(await own.call('connector.key', {})).toEqual({ origin: null, isPersisted: false })
      rmSync(path, { recursive: true, maxRetries: 5 })
      expect(await own.call('connector.setKey', { key })).toEqual({ origin, isPersisted: true })
    }, keyStore))

  test('EC9: a server that repeats the key is not quoted with it', async () => {
    await turnOn()
    await client.call('connector.setKey', { key })
    const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } })
    server.faults.push({ kind: 'status', status: 401, body })
    expect(await messageOf(client.call('connector.models', {}))).toMatch(/provided: \(key\)$/)
  })

  test('EC10: a name that the server does not know is told with those that it does', async () => {
    const [pairId] = await openMade(1)
    await turnOn({ model: 'typo' })
    expect(await messageOf(client.call('connector.ask', { pairId }))).toMatch(
      /no model “typo”.*It has: seer\.$/,
    )
    await turnOn({ model: '' })
    expect(await messageOf(client.call('connector.ask', { pairId }))).toMatch(/Which model at 127\.0\.0\.1/)
  })

  test('EC11: an address is told with where it lies', async () => {
    expect(await client.call('connector.inspect', { address: 'localhost:8080' })).toEqual({
      address: 'http://localhost:8080/v1',
      origin: 'http://localhost:8080',
      host: 'localhost:8080',
      reach: 'machine',
      problem: null,
      isAgreed: true,
      howToAgree: 'Start deltascribe serve with --allow-endpoint http://localhost:8080 to allow it.',
    })
    expect(await client.call('connector.inspect', { address: 'http://8.8.8.8/v1' })).toMatchObject({
      reach: 'public',
      problem: { id: 'connector.notEncrypted' },
    })
    expect(await messageOf(client.call('connector.inspect', { address: 'ftp://x' }))).toContain('no address')
  })

  test('EC12: settings from before the connector, or with a part of it, are read', () =>
    apart(async (start, userFolder) => {
      const stored = { theme: 'light', connector: { model: 'x' } }
      writeFileSync(join(userFolder, 'settings.json'), JSON.stringify(stored))
      const { theme, connector } = await start().call('settings.get', {})
      expect([theme, connector]).toEqual(['light', { ...DEFAULT_CONNECTOR_SETTINGS, model: 'x' }])
    }))

  test('EC13: pictures of very different pairs differ, so that no answer is about another pair', async () => {
    const [first, second] = await openMade(2)
    const { before } = makePair(1, size.width, size.height)
    writeFileSync(join(folder, 'B', 'pair_000001.png'), await encodePng(before))
    await turnOn()
    const changed = await client.call('connector.ask', { pairId: first })
    const unchanged = await client.call('connector.ask', { pairId: second })
    expect([changed.statesNoChange, unchanged.statesNoChange]).toEqual([false, true])
    expect(server.questions[1].texts.at(-1)).toContain('Entity: none is marked.')
  })

  test('EC14: a pair that is decided about while a job runs is left out when its turn comes', async () => {
    const pairIds = await openMade(3)
    await Promise.all(pairIds.map(paint))
    await turnOn()
    const release = server.hold()
    const ended = jobEnd()
    await client.call('connector.captionPairs', { pairIds: null })
    await expect.poll(() => server.questions.length, { timeout: 90_000 }).toBe(1)
    await client.call('pairs.decide', {
      pairId: pairIds[1],
      eventId: 'second-accepted',
      decision: 'accept',
      milliseconds: 1,
    })
    release()
    const { captionReport: report } = await ended
    const keys = report?.added.map(({ key: name }) => name)
    expect([keys, report?.leftOut]).toEqual([['pair_000000', 'pair_000002'], 1])
    expect(server.questions).toHaveLength(2)
  })

  test('EC15: a pair that is decided about while the server thinks is left as it was decided', async () => {
    const [first, second] = await openMade(2)
    await Promise.all([first, second].map(paint))
    await turnOn()
    const release = server.hold()
    const ended = jobEnd()
    await client.call('connector.captionPairs', { pairIds: null })
    await expect.poll(() => server.questions.length, { timeout: 90_000 }).toBe(1)
    const eventId = 'first-accepted'
    await client.call('pairs.decide', { pairId: first, eventId, decision: 'accept', milliseconds: 1 })
    release()
    const { captionReport: report } = await ended
    expect([report?.added.map(({ key: name }) => name), report?.leftOut]).toEqual([['pair_000001'], 1])
    const { document, undoLabel } = await client.call('pairs.get', { pairId: first })
    expect([document.captions, undoLabel]).toEqual([[], 'Accepted'])
  })

  test('EC16: a job sends nothing to a server that was set while it ran', async () => {
    const pairIds = await openMade(2)
    await Promise.all(pairIds.map(paint))
    const other = await serveChat()
    try {
      await turnOn()
      const release = server.hold()
      const ended = jobEnd()
      await client.call('connector.captionPairs', { pairIds: null })
      await expect.poll(() => server.questions.length, { timeout: 90_000 }).toBe(1)
      await turnOn({ address: other.address })
      release()
      const { captionReport: report } = await ended
      expect(report?.added).toHaveLength(1)
      expect(report?.stopped).toMatchObject({ values: { title: `seer at ${other.address}` } })
      expect(other.requests).toEqual([])
    } finally {
      other.close()
    }
  })
})

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile())
}
