import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../contract/client'
import type { Client } from '../contract/client'
import type { Input } from '../contract/define'
import { toFailure } from '../contract/errors'
import { encodeJpeg } from '../images/raster'
import { makePair } from '../images/testing'
import { nodeProcessHost } from '../process/process-host'
import type { HostedProcess } from '../process/process-host'
import { outlivesTerminal } from '../process/testing/outlives-terminal'
import { ownProgram } from '../process/own-programs'
import { captionContract } from './caption-contract'
import type { CaptionCommands, CaptionEvents } from './caption-contract'
import { TINY_MODEL } from './testing'
import { tinyModelFiles } from './tiny/model'
import { WORDS } from './tiny/vocabulary'
import { englishOf } from '../messages/message'

let hosted: HostedProcess
let client: Client<CaptionCommands, CaptionEvents>
let folder = ''
let pictures: { before: string; after: string }

async function start(): Promise<void> {
  hosted = await nodeProcessHost.start('caption')
  client = createClient(captionContract)
  client.connect(hosted.port)
}

async function jpeg(raster: Parameters<typeof encodeJpeg>[0]): Promise<string> {
  return `data:image/jpeg;base64,${(await encodeJpeg(raster, 90)).toString('base64')}`
}

function grey(value: number): Promise<string> {
  return jpeg({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(value) })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deltascribe-caption-'))
  const { before, after } = makePair(0, 160, 120)
  pictures = { before: await jpeg(before), after: await jpeg(after) }
  await start()
})
afterAll(() => {
  hosted.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

function question(change: Partial<Input<CaptionCommands, 'ask'>> = {}): Input<CaptionCommands, 'ask'> {
  return {
    id: 'asked',
    folder: TINY_MODEL,
    provider: 'cpu',
    ...pictures,
    instruction: 'What changed?',
    mostTokens: 40,
    ...change,
  }
}

/** A copy of the model of which something is broken. */
function brokenBy(work: (copy: string) => void): string {
  const copy = mkdtempSync(join(folder, 'broken-'))
  cpSync(TINY_MODEL, copy, { recursive: true })
  work(copy)
  return copy
}

async function failure(of: Promise<unknown>): Promise<{ code: string; message: string }> {
  return of.then(
    () => ({ code: 'none', message: 'it did not fail' }),
    (error: unknown) => toFailure(error),
  )
}

test('the tiny model is what its program writes', () => {
  const made = tinyModelFiles()
  expect(Object.keys(made)).toHaveLength(9)
  for (const [name, bytes] of Object.entries(made)) {
    expect([name, readFileSync(join(TINY_MODEL, name)).equals(bytes)]).toEqual([name, true])
  }
})

describe('a caption process', () => {
  test('answers with the end of the sentence, always the same, and word by word as it comes', async () => {
    const texts: string[] = []
    const forget = client.on('text', ({ id, text }) => texts.push(`${id}:${text}`))
    const first = await client.call('ask', question())
    forget()
    expect(WORDS.join(' ').endsWith(first.text.trim())).toBe(true)
    expect(first).toMatchObject({ provider: 'cpu', remark: null, isCut: false })
    expect(first.tokens).toBe(first.text.trim().split(' ').length + 1)
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.at(-1)).toBe(`asked:${first.text}`)
    expect(texts.every((text) => `asked:${first.text}`.startsWith(text))).toBe(true)
    expect(texts).toEqual(texts.toSorted((a, b) => a.length - b.length))
    const again = await client.call('ask', question({ id: 'again' }))
    expect(again.text).toBe(first.text)
    expect(again.openMilliseconds).toBe(0)
  })

  test('looks at the pictures: others have another answer', async () => {
    const [white, black] = [await grey(250), await grey(5)]
    const answers = [
      await client.call('ask', question()),
      await client.call('ask', question({ before: white, after: white })),
      await client.call('ask', question({ before: black, after: black })),
    ]
    expect(new Set(answers.map(({ text }) => text)).size).toBeGreaterThan(1)
  })

  test('cuts an answer that is too long, and takes marks in the words as words', async () => {
    const { text } = await client.call('ask', question())
    const cut = await client.call('ask', question({ mostTokens: 2 }))
    expect(cut).toMatchObject({ isCut: true, tokens: 2 })
    expect(text.startsWith(cut.text)).toBe(true)
    const marked = await client.call(
      'ask',
      question({ instruction: 'an <image> in <end_of_utterance> words' }),
    )
    expect(WORDS).toContain(marked.text.trim().split(' ')[0])
  })

  test('answers on the CPU in words where the provider cannot open the model', async () => {
    const answer = await client.call('ask', question({ provider: 'coreml' }))
    expect(answer.provider).toBe('cpu')
    expect(englishOf(answer.remark ?? '')).toMatch(/does not run on Core ML .*the CPU answered instead\.$/)
  })

  test('refuses what is no question', async () => {
    expect(await failure(client.call('ask', question({ before: 'data:text/plain,x' })))).toMatchObject({
      code: 'invalid-input',
    })
    const noPicture = await failure(client.call('ask', question({ before: 'data:image/jpeg;base64,AAAA' })))
    expect(noPicture.code).toBe('unavailable')
  })

  test.each<[string, (copy: string) => void, RegExp]>([
    ['without a graph', (copy) => rmSync(join(copy, 'embed_tokens.onnx')), /has no file of embed_tokens/],
    [
      'with half a graph',
      (copy) => truncateSync(join(copy, 'decoder_model_merged.onnx'), 900),
      /decoder_model_merged\.onnx is not a usable ONNX model/,
    ],
    ['without a tokenizer', (copy) => rmSync(join(copy, 'tokenizer.json')), /tokenizer\.json is missing/],
    [
      'with a tokenizer that is none',
      (copy) => writeFileSync(join(copy, 'tokenizer.json'), '{'),
      /cannot be opened/,
    ],
    [
      'of another kind',
      (copy) => writeFileSync(join(copy, 'config.json'), '{"model_type":"llama"}'),
      /config\.json is not of a model that can be used here/,
    ],
    ['that is not there', (copy) => rmSync(copy, { recursive: true }), /cannot be read/],
  ])('says what is wrong with a folder %s', async (_, breaks, message) => {
    const asked = await failure(client.call('check', { folder: brokenBy(breaks) }))
    expect(asked.code).toBe('unavailable')
    expect(asked.message).toMatch(message)
  })

  test('that is killed at its work leaves the next one as it was', async () => {
    const { text } = await client.call('ask', question())
    const asked = failure(client.call('ask', question({ id: 'killed' })))
    hosted.kill()
    expect((await asked).code).toBe('disconnected')
    await start()
    expect((await client.call('ask', question())).text).toBe(text)
  })
})

test.skipIf(process.platform === 'win32')(
  'it outlives Ctrl+C and the end of its terminal, and ends with its channel [not on Windows]',
  async () => {
    const code = await outlivesTerminal('caption', (port) => {
      const own = createClient(captionContract)
      own.connect(port)
      return () => own.call('check', { folder: TINY_MODEL })
    })
    expect(code).toBe(0)
  },
)

describe('what a caption process does not do', () => {
  const watched = join(tmpdir(), `deltascribe-watched-${process.pid}.txt`)
  const before = process.env['NODE_OPTIONS']
  afterEach(() => {
    if (before === undefined) {
      delete process.env['NODE_OPTIONS']
    } else {
      process.env['NODE_OPTIONS'] = before
    }
    rmSync(watched, { force: true })
  })

  test('it asks nothing over the network', async () => {
    const watch = `
      import net from 'node:net'; import dns from 'node:dns'; import fs from 'node:fs'
      const told = (what) => fs.appendFileSync(${JSON.stringify(watched)}, what + '\\n')
      const { connect } = net.Socket.prototype
      net.Socket.prototype.connect = function (...all) { told('connect'); return connect.apply(this, all) }
      const { lookup } = dns
      dns.lookup = (...all) => { told('lookup'); return lookup(...all) }
      const { fetch } = globalThis
      globalThis.fetch = (...all) => { told('fetch'); return fetch(...all) }
      told('watching')`
    process.env['NODE_OPTIONS'] = `--import=data:text/javascript,${encodeURIComponent(watch)}`
    hosted.kill()
    await start()
    await client.call('check', { folder: TINY_MODEL })
    await client.call('ask', question())
    const { length } = await failure(
      client.call(
        'ask',
        question({ folder: brokenBy((copy) => rmSync(join(copy, 'generation_config.json'))) }),
      ),
    ).then(({ message }) => message)
    expect(length).toBeGreaterThan(0)
    const lines = readFileSync(watched, 'utf8').trim().split('\n')
    expect(new Set(lines)).toEqual(new Set(['watching']))
  })

  test('it has no sharp', () => {
    const root = join(import.meta.dirname, '..', '..', 'node_modules')
    for (const name of ['sharp', 'onnxruntime-web']) {
      expect(JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))).toMatchObject({
        name: 'empty-npm-package',
      })
    }
    const program = readFileSync(ownProgram('caption').path, 'utf8')
    expect(program).not.toMatch(/(?:from|import|require\()\s*["']sharp["']/)
  })
})
