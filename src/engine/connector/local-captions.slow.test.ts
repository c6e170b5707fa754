import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LocalCaptions } from './local-captions'
import { encodeJpeg } from '../../images/raster'
import { serveTinyModel, TINY_MODEL } from '../../captioning/testing'
import type { TinyHub } from '../../captioning/testing'
import { WORDS } from '../../captioning/tiny/vocabulary'
import { DEFAULT_CONNECTOR_SETTINGS } from '../../contract/connector'
import { toFailure } from '../../contract/errors'
import type { Job } from '../../contract/work'
import { makePairFolder } from '../../images/testing'
import { nodeProcessHost } from '../../process/process-host'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { englishOf } from '../../messages/message'

vi.setConfig({ testTimeout: 180_000 })

const size = { width: 160, height: 120 }
const everything = { states: null, search: '', hasProblem: null }
const { agreedTo: _agreedTo, ...defaults } = DEFAULT_CONNECTOR_SETTINGS
const sentence = WORDS.join(' ')

let home = ''
let sample = ''
let folder = ''
let tiny: TinyHub
let engine: StartedEngine['engine']
let client: StartedEngine['client']
let ids: number[] = []
let installed: Job['failure']
/** Caption processes, in the order of their start. */
const started: HostedProcess[] = []

const host: ProcessHost = {
  async start(program, options) {
    const hosted = await nodeProcessHost.start(program, options)
    if (program === 'caption') {
      started.push(hosted)
    }
    return hosted
  },
}

/** The engine of all tests, with the model installed by a consent, and four pairs. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
  sample = mkdtempSync(join(tmpdir(), 'deltascribe-sample-'))
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  await makePairFolder(sample, { count: 1, ...size, layout: 'a-b' })
  await makePairFolder(folder, { count: 4, ...size, layout: 'a-b' })
  tiny = await serveTinyModel()
  ;({ engine, client } = startEngine(home, { host, packs: [tiny.pack], sampleFolder: sample }))
  const network = { proxy: null, hubMirror: tiny.hub.url, registryMirror: null }
  await client.call('settings.set', { proposeAhead: false, provider: 'cpu', network })
  const job = await ended(() =>
    client.call('packs.add', { id: tiny.pack.id, file: null, agreesTo: '1', use: true }),
  )
  installed = job.failure
  await client.call('project.open', { folder, reading: null })
  ids = (await client.call('pairs.find', { filter: everything, order: 'key' })).ids
})
afterAll(() => {
  engine.dispose()
  tiny.close()
  for (const made of [home, sample, folder]) {
    rmSync(made, { recursive: true, force: true, maxRetries: 20 })
  }
})

async function ended(begin: () => Promise<unknown>): Promise<Job> {
  const end = new Promise<Job>((resolve) => {
    const forget = client.on('job.changed', (job) => {
      if (job.state !== 'running') {
        forget()
        resolve(job)
      }
    })
  })
  await begin()
  return end
}

async function findTiny(): Promise<{ folder: string; version: string }> {
  return { folder: TINY_MODEL, version: '2' }
}

function gone(hosted: HostedProcess): Promise<void> {
  return new Promise((resolve) => hosted.onExit(() => resolve()))
}

/** Kills a process and waits until it is gone. */
function end(hosted: HostedProcess): Promise<void> {
  const isGone = gone(hosted)
  hosted.kill()
  return isGone
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'it did not fail',
    (error: unknown) => toFailure(error).message,
  )
}

test('a process that nobody asks ends, and the next question starts another', async () => {
  const first = started.length
  const local = new LocalCaptions(
    {
      host,
      packs: { captionTitle: (id) => id, find: findTiny },
      provider: async () => 'coreml',
      onRemark: (message) => remarks.push(englishOf(message)),
    },
    200,
  )
  const remarks: string[] = []
  const picture = await encodeJpeg({ width: 32, height: 32, data: new Uint8Array(32 * 32 * 3) }, 90)
  const url = `data:image/jpeg;base64,${picture.toString('base64')}`
  const question = { instruction: 'What changed?', before: url, after: url }
  const { signal } = new AbortController()
  const ask = (): Promise<{ text: string; version: string }> =>
    local.ask({ pack: 'tiny', question, milliseconds: 60_000, signal, onText: () => undefined })
  try {
    const answer = await ask()
    expect(answer.version).toBe('2')
    await gone(started[first])
    expect(await ask()).toEqual(answer)
    expect(started).toHaveLength(first + 2)
    // the same remark is told once
    expect(remarks).toEqual([expect.stringContaining('the CPU answered instead')])
  } finally {
    local.dispose()
  }
})

describe('captions by a model on this machine', () => {
  test('the pack that was installed to be used answers from then on, and its digests are recorded', async () => {
    expect(installed).toBeNull()
    const { connector } = await client.call('settings.get', {})
    expect(connector).toMatchObject({ isOn: true, pack: 'tiny-captions' })
    const digests = readFileSync(join(home, 'model-pack-digests.json'), 'utf8')
    expect(Object.keys(JSON.parse(digests) as object)).toHaveLength(tiny.pack.files.length)
    const [pack] = await client.call('packs.list', {})
    expect(pack).toMatchObject({ use: 'caption', isInstalled: true })
    expect(await client.call('packs.verify', { id: 'tiny-captions' })).toEqual({ problems: [] })
  })

  test('it gets the question of the connector, answers word by word, and nothing is asked over the network', async () => {
    const before = tiny.hub.requests.length
    const texts: string[] = []
    const forget = client.on('connector.text', ({ text }) => texts.push(text))
    const trial = await client.call('connector.try', {})
    const answer = await client.call('connector.ask', { pairId: ids[0] })
    forget()
    expect(trial).toMatchObject({ url: null, model: 'Tiny captions' })
    expect(trial.sent.text).toContain('Entity:')
    expect(trial.sent.before).toMatch(/^data:image\/jpeg/)
    expect(sentence.endsWith(answer.caption.text)).toBe(true)
    expect(answer).toMatchObject({ url: null, model: 'Tiny captions', statesNoChange: false })
    expect(answer.caption.source).toEqual({
      kind: 'model',
      model: 'Tiny captions',
      version: '1',
      host: 'this machine',
    })
    expect(texts.at(-1)).toBe(answer.caption.text)
    expect(tiny.hub.requests).toHaveLength(before)
  })

  test('for all open pairs it is added as a caption, which undo takes back', async () => {
    const job = await ended(() => client.call('connector.captionPairs', { pairIds: ids.slice(0, 2) }))
    expect(englishOf(job.title)).toBe('Captions by Tiny captions on this machine')
    expect(job.captionReport).toMatchObject({ failed: [], stopped: null })
    expect(job.captionReport?.added).toHaveLength(2)
    const { document, undoLabel } = await client.call('pairs.get', { pairId: ids[0] })
    expect(sentence.endsWith(document.captions.at(-1)?.text ?? '-')).toBe(true)
    expect(undoLabel).toBe('Caption asked of Tiny captions')
    const again = await ended(() => client.call('connector.captionPairs', { pairIds: ids.slice(0, 2) }))
    expect(again.captionReport).toMatchObject({ added: [], leftOut: 2 })
    await client.call('pairs.undo', { pairId: ids[0], eventId: 'undone-by-hand' })
    const undone = await client.call('pairs.get', { pairId: ids[0] })
    expect(undone.document.captions).toHaveLength(document.captions.length - 1)
  })

  test('a question that is cancelled ends its process, and the next one has another', async () => {
    await client.call('connector.ask', { pairId: ids[0] })
    const count = started.length
    await end(started[count - 1])
    const asked = messageOf(client.call('connector.ask', { pairId: ids[1] }))
    await expect.poll(() => started.length).toBe(count + 1)
    await client.call('connector.cancel', {})
    expect(await asked).toBe('Cancelled.')
    expect((await client.call('connector.ask', { pairId: ids[1] })).caption.text).not.toBe('')
    expect(started).toHaveLength(count + 2)
  })

  test('what is broken is said, and a pack that is not there is no server', async () => {
    const path = join(home, 'packs', 'tiny-captions', 'tokenizer_config.json')
    const whole = readFileSync(path)
    await end(started[started.length - 1])
    writeFileSync(path, Buffer.alloc(whole.length, 32))
    expect(await messageOf(client.call('connector.ask', { pairId: ids[1] }))).toMatch(
      /^Tiny captions is not used: .*tokenizer_config\.json was changed.* Remove it and install it again\./,
    )
    writeFileSync(path, whole)
    await client.call('settings.set', { connector: { ...defaults, isOn: true, pack: 'other' } })
    expect(await messageOf(client.call('connector.ask', { pairId: ids[1] }))).toMatch(
      /^There is no model pack “other” that writes captions\./,
    )
    await client.call('settings.set', { connector: { ...defaults, isOn: true, pack: 'tiny-captions' } })
    await client.call('packs.remove', { id: 'tiny-captions' })
    expect(existsSync(path)).toBe(false)
    expect(await messageOf(client.call('connector.ask', { pairId: ids[1] }))).toMatch(
      /^Tiny captions is not installed\. Install one under Models/,
    )
  })
})
