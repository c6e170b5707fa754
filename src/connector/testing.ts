import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transformer } from '@napi-rs/image'
import { z } from 'zod'

/**
 * A real server for tests that follows OpenAI's protocol like local ones: it lists its models, decodes the pictures
 * of each question, and answers from their pixels.
 */

export interface ReceivedPicture {
  mimeType: string
  width: number
  height: number
  /** RGBA, row-major. */
  pixels: Uint8Array
}

export interface ReceivedQuestion {
  model: string
  /** All text parts, in order. */
  texts: string[]
  pictures: ReceivedPicture[]
  authorization: string | null
  body: string
}

/** Replaces one answer. */
export type Fault =
  | { kind: 'status'; status: number; body: string; retryAfter?: string }
  | { kind: 'redirect'; status: number; location: string }
  /** The connection ends without a word. */
  | { kind: 'reset' }
  /** No answer until the client leaves. */
  | { kind: 'slow' }
  /** An answer that begins and stops. */
  | { kind: 'stall' }
  | { kind: 'body'; body: string }
  /** So many bytes of an answer that never ends well. */
  | { kind: 'huge'; bytes: number }

export interface ChatServer {
  /** `http://127.0.0.1:PORT/v1` */
  address: string
  questions: ReceivedQuestion[]
  /** Requests of all kinds: `GET /v1/models`. */
  requests: string[]
  /** Faults in place of answers, first to last; then answers follow. */
  faults: Fault[]
  /** The answer of the model; by default a description of the pictures. */
  respond: (question: ReceivedQuestion) => string
  /** From now on no question is answered, until the returned function is called. */
  hold(): () => void
  /** Number of clients that left before they had their answer. */
  goneEarly: number
  close(): void
}

export interface ServerOptions {
  models?: readonly string[]
  /** Required as `Authorization: Bearer KEY`. */
  key?: string
}

const bodySchema = z.object({
  model: z.string(),
  stream: z.literal(false),
  temperature: z.number(),
  messages: z
    .array(
      z.object({
        role: z.literal('user'),
        content: z.array(
          z.discriminatedUnion('type', [
            z.object({ type: z.literal('text'), text: z.string() }),
            z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
          ]),
        ),
      }),
    )
    .length(1),
})

export async function serveChat({ models = ['seer'], key }: ServerOptions = {}): Promise<ChatServer> {
  const server: Server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      json(response, 400, { error: { message: String(error), type: 'invalid_request_error' } }),
    )
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = `${request.method} ${request.url}`
    chat.requests.push(path)
    request.once('close', () => {
      chat.goneEarly += response.writableEnded ? 0 : 1
    })
    response.once('close', () => {
      chat.goneEarly += response.writableEnded ? 0 : 1
    })
    const body = await textOf(request)
    const fault = chat.faults.shift()
    if (fault !== undefined) {
      sendFault(fault, request, response)
    } else if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      json(response, 401, { error: { message: `Incorrect API key: ${request.headers.authorization}` } })
    } else if (path === 'GET /v1/models') {
      json(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) })
    } else if (path === 'POST /v1/chat/completions') {
      await answer(body, request, response)
    } else {
      json(response, 404, { error: { message: 'File Not Found', type: 'not_found_error', code: 404 } })
    }
  }

  async function answer(body: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await parseQuestion(body, request.headers.authorization ?? null)
    if (!models.includes(question.model)) {
      json(response, 404, { error: { message: `model "${question.model}" not found, try pulling it first` } })
      return
    }
    chat.questions.push(question)
    await held
    const message = { role: 'assistant', content: chat.respond(question) }
    json(response, 200, {
      object: 'chat.completion',
      model: question.model,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    })
  }

  let held: Promise<unknown> = Promise.resolve()
  const chat: ChatServer = {
    address: '',
    questions: [],
    requests: [],
    faults: [],
    respond: describeDifference,
    hold() {
      const gate = new EventEmitter()
      held = once(gate, 'open')
      return () => gate.emit('open')
    },
    goneEarly: 0,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  chat.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return chat
}

async function parseQuestion(body: string, authorization: string | null): Promise<ReceivedQuestion> {
  const { model, messages } = bodySchema.parse(JSON.parse(body))
  const parts = messages[0].content
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const urls = parts.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []))
  return { model, texts, pictures: await Promise.all(urls.map(decodeDataUrl)), authorization, body }
}

async function decodeDataUrl(url: string): Promise<ReceivedPicture> {
  const [, mimeType = '', base64 = ''] = /^data:([^;,]+);base64,(.+)$/.exec(url) ?? []
  const image = new Transformer(Buffer.from(base64, 'base64'))
  const { width, height } = await image.metadata()
  const raw = await image.rawPixels()
  const channels = raw.length / (width * height)
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < width * height; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[at * 4 + channel] = raw[at * channels + Math.min(channel, channels - 1)]
    }
  }
  return { mimeType, width, height, pixels }
}

/** A sentence that can only be made by decoding both pictures. */
function describeDifference({ pictures: [before, after] }: ReceivedQuestion): string {
  let different = 0
  for (let at = 0; at < Math.min(before.pixels.length, after.pixels.length); at += 4) {
    different += Math.abs(before.pixels[at] - after.pixels[at]) > 48 ? 1 : 0
  }
  const share = different / (after.width * after.height)
  return share === 0
    ? 'there is no difference'
    : `something red has appeared, ${Math.max(1, Math.round(100 * share))} percent of the picture`
}

function sendFault(fault: Fault, request: IncomingMessage, response: ServerResponse): void {
  switch (fault.kind) {
    case 'status': {
      const retry = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
      response.writeHead(fault.status, { 'content-type': 'application/json', ...retry }).end(fault.body)
      break
    }
    case 'redirect':
      response.writeHead(fault.status, { location: fault.location }).end()
      break
    case 'reset':
      request.socket.resetAndDestroy()
      break
    case 'slow':
      break
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices": [')
      break
    case 'body':
      response.writeHead(200, { 'content-type': 'application/json' }).end(fault.body)
      break
    case 'huge': {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(Buffer.alloc(fault.bytes, ' '))
      break
    }
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of request as AsyncIterable<Uint8Array>) {
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
