import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { encodeJpeg } from '../images/raster'
import { makePair } from '../images/testing'
import { parseAddress } from './address'
import { requestCaption, chatBody, listModels } from './chat'
import type { Consent } from './address'
import type { ChatOptions } from './chat'
import { ConnectorError } from './connector-error'
import { serveChat } from './testing'
import type { ChatServer, Fault } from './testing'
import { message } from '../messages/message'

let server: ChatServer

beforeEach(async () => {
  server = await serveChat({ models: ['seer', 'other'] })
})

afterEach(() => server.close())

function agreedTo(...origins: string[]): Consent {
  return { covers: (origin) => origins.includes(origin), howTo: () => message('connector.agree') }
}

function asking(change: Partial<ChatOptions> = {}): ChatOptions {
  return {
    endpoint: parseAddress(server.address),
    key: null,
    consent: agreedTo(),
    milliseconds: 60_000,
    signal: new AbortController().signal,
    pauses: [10, 10],
    ...change,
  }
}

async function body(model = 'seer'): Promise<string> {
  const { before, after } = makePair(3, 64, 48)
  const url = async (raster: typeof before): Promise<string> =>
    `data:image/jpeg;base64,${(await encodeJpeg(raster, 90)).toString('base64')}`
  return chatBody({
    model,
    instruction: 'What changed?\n\nEntity:\n1: a thing',
    before: await url(before),
    after: await url(after),
  })
}

async function ask(change: Partial<ChatOptions> = {}, model = 'seer'): Promise<string> {
  return requestCaption(asking(change), await body(model), model)
}

async function failure(change: Partial<ChatOptions> = {}, model = 'seer'): Promise<ConnectorError> {
  const error: unknown = await ask(change, model).then(
    (text) => new Error(`it answered: ${text}`),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ConnectorError)) {
    throw error
  }
  return error
}

const status = (code: number, message: string, retryAfter?: string): Fault => ({
  kind: 'status',
  status: code,
  body: JSON.stringify({ error: { message } }),
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

describe('CC: a caption from an OpenAI-compatible server', () => {
  test('CC1: the server sees both pictures, named, and the words behind them', async () => {
    expect(await ask()).toMatch(/^something red has appeared, \d+ percent of the picture$/)
    const [question] = server.questions
    expect(question.pictures.map(({ mimeType, width, height }) => [mimeType, width, height])).toEqual([
      ['image/jpeg', 64, 48],
      ['image/jpeg', 64, 48],
    ])
    expect(question.texts).toEqual(['Before:', 'After:', 'What changed?\n\nEntity:\n1: a thing'])
    expect(question.authorization).toBeNull()
  })

  test('CC2: the models are those that the server lists', async () => {
    expect(await listModels(asking())).toEqual(['seer', 'other'])
  })

  test('CC3: the answer is one line, trimmed, and no longer than a caption', async () => {
    server.respond = () => '\n  a car\n\tis gone  \n'
    expect(await ask()).toBe('a car is gone')
    server.respond = () => `a car is gone ${'x'.repeat(5000)}`
    expect((await failure()).message).toContain('longer than 2000 characters')
  })

  test('CC4: a key goes with the question, and another one is refused in plain words', async () => {
    const locked = await serveChat({ key: 'secret' })
    try {
      const endpoint = parseAddress(locked.address)
      expect(await ask({ endpoint, key: 'secret' })).toMatch(/appeared/)
      expect(locked.questions[0].authorization).toBe('Bearer secret')
      const error = await failure({ endpoint, key: null })
      expect([error.code, error.message]).toEqual([
        'unauthorised',
        expect.stringMatching(/wants another API key \(status 401\)/),
      ])
    } finally {
      locked.close()
    }
  })

  test.each([
    ['429 with a time', status(429, 'slow down', '0')],
    ['503', status(503, 'Loading model')],
    ['a broken connection', { kind: 'reset' } as const],
  ])('CC5: after %s it is asked again', async (_name, misdeed) => {
    server.faults.push(misdeed, misdeed)
    expect(await ask()).toMatch(/appeared/)
    expect(server.requests).toHaveLength(3)
  })

  test('CC6: it is asked three times, and then what the server said is told', async () => {
    server.faults.push(...Array.from({ length: 3 }, () => status(503, 'Loading model')))
    const { code, message } = await failure()
    expect([code, message]).toEqual(['busy', expect.stringContaining('It says: Loading model')])
    expect(message).toContain('is busy or failed, after 3 attempts. ')
    expect(server.requests).toHaveLength(3)
  })

  test('CC7: a server that wants to be left alone for long is not waited for', async () => {
    server.faults.push(status(429, 'quota', '3600'))
    const { code, message } = await failure()
    expect([code, message]).toEqual([
      'busy',
      expect.stringContaining('is busy or failed. It asks to be left alone for 60 minutes. It says: quota'),
    ])
    expect(server.requests).toHaveLength(1)
  })

  test('CC18: where the list of models fails, nothing is told of further attempts', async () => {
    server.faults.push(status(503, 'Loading model'))
    await expect(listModels(asking())).rejects.toThrow('is busy or failed. It says: Loading model')
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    [400, 'bad request', 'refused'],
    [413, '', 'refused'],
    [404, 'File Not Found', 'not-the-protocol'],
    [404, 'The model `seer` does not exist.', 'no-model'],
    [400, 'seer is not a multimodal model', 'not-for-images'],
    [500, 'image input is not supported - hint: you may need to provide the mmproj', 'not-for-images'],
    [400, 'At most 1 image(s) may be provided in one prompt.', 'not-for-images'],
  ])('CC8: status %i, "%s" is told as %s and not asked again', async (code, message, expected) => {
    server.faults.push(status(code, message))
    const error = await failure()
    expect([error.code, error.message]).toEqual([expected, expect.stringContaining(message)])
    expect(server.requests).toHaveLength(1)
  })

  test('CC9: a model that the server does not have is named', async () => {
    expect((await failure({}, 'typo')).message).toContain('has no model “typo”')
  })

  test.each([
    ['no JSON', '<html>hello</html>', 'no chat completion'],
    ['cut JSON', '{"choices": [{"mess', 'no chat completion'],
    ['no choice', '{"choices": []}', 'no chat completion'],
    ['an empty answer', '{"choices": [{"message": {"content": "  "}}]}', 'an empty answer'],
    [
      'no words left',
      '{"choices": [{"message": {"content": null}, "finish_reason": "length"}]}',
      'its length',
    ],
    [
      'half a sentence',
      '{"choices": [{"message": {"content": "a car is"}, "finish_reason": "length"}]}',
      'was cut off',
    ],
    ['thinking alone', '{"choices": [{"message": {"content": "<think>a car"}}]}', 'an empty answer'],
  ])('CC10: %s is told as such', async (_name, text, expected) => {
    server.faults.push({ kind: 'body', body: text })
    expect((await failure()).message).toContain(expected)
  })

  test('CC11: an answer of many megabytes is dropped', async () => {
    server.faults.push({ kind: 'huge', bytes: 5_000_000 })
    expect((await failure()).message).toContain('sent more than 1 MiB')
  })

  test.each(['slow', 'stall'] as const)('CC12: an answer that is too %s is not waited for', async (kind) => {
    server.faults.push({ kind })
    const { code, message } = await failure({ milliseconds: 2000 })
    expect([code, message]).toEqual(['timeout', expect.stringContaining('gave no answer within')])
    expect(server.requests).toHaveLength(1)
  })

  test('CC13: cancelling ends the wait for an answer, and for the next attempt', async () => {
    for (const misdeed of [{ kind: 'slow' } as const, status(503, 'busy', '30')]) {
      server.faults.push(misdeed)
      const stopper = new AbortController()
      setTimeout(() => stopper.abort(), 100)
      expect((await failure({ signal: stopper.signal })).code).toBe('cancelled')
    }
  })

  test('CC14: to another host nothing is sent, wherever the server points', async () => {
    const other = await serveChat()
    try {
      for (const code of [301, 307]) {
        server.faults.push({
          kind: 'redirect',
          status: code,
          location: `${other.address}/chat/completions`,
        })
        const error = await failure()
        expect([error.code, error.message]).toEqual([
          'redirected',
          expect.stringContaining('Nothing was sent'),
        ])
      }
      expect(other.requests).toEqual([])
      server.faults.push({ kind: 'redirect', status: 307, location: '/v1/chat/completions' })
      expect(await ask()).toMatch(/appeared/)
    } finally {
      other.close()
    }
  })

  test('CC15: nobody there, a name that is not known, and a port that speaks something else', async () => {
    const { address } = server
    server.close()
    expect((await failure({ endpoint: parseAddress(address) })).message).toContain(
      'Nothing answers at http://127',
    )
    const unknown = parseAddress('http://no-such-host.invalid/v1')
    expect((await failure({ endpoint: unknown })).message).toContain('is not known')
    const smtp = createServer((socket) => void socket.on('error', () => undefined).end('220 mail\r\n'))
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const { port } = smtp.address() as AddressInfo
    expect((await failure({ endpoint: parseAddress(`127.0.0.1:${port}`) })).code).toBe('not-the-protocol')
    smtp.close()
  })

  test('CC16: to a public address nothing goes without consent, and nothing over http at all', async () => {
    const plain = await failure({
      endpoint: parseAddress('http://8.8.8.8/v1'),
      consent: agreedTo('http://8.8.8.8'),
    })
    expect([plain.code, plain.message]).toEqual(['not-agreed', expect.stringContaining('use https')])
    const secret = await failure({
      endpoint: parseAddress('https://8.8.8.8/v1'),
      consent: agreedTo('https://1.1.1.1'),
    })
    expect([secret.code, secret.message]).toEqual(['not-agreed', expect.stringContaining('Nothing was sent')])
  })

  test.each([
    'http://10.1.2.3/v1',
    'http://192.168.0.9:8080/v1',
    'http://169.254.169.254/v1',
    'https://[fe80::1]/v1',
  ])(
    'CC19: to another machine of the network, as %s, nothing goes without consent either',
    async (address) => {
      const { code, message } = await failure({ endpoint: parseAddress(address) })
      expect([code, message]).toEqual([
        'not-agreed',
        expect.stringMatching(
          /lies in your network.* Nothing was sent\. Agree to it in Settings, or name a server of this/,
        ),
      ])
    },
  )

  test('CC17: a server is found by its name', async () => {
    const endpoint = parseAddress(server.address.replace('127.0.0.1', 'localhost'))
    expect(await ask({ endpoint })).toMatch(/appeared/)
  })
})
