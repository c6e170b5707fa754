import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '../../contract/client'
import { createClient } from '../../contract/client'
import { COMMAND_DESCRIPTIONS, EVENT_DESCRIPTIONS } from '../../contract/descriptions'
import { engineContract } from '../../contract/engine'
import type { EngineCommands, EngineEvents } from '../../contract/engine'
import { failWith, toFailure } from '../../contract/errors'
import type { Failure, FailureCode } from '../../contract/errors'
import { openApi } from '../../contract/openapi'
import { isTooDeep, MOST_MESSAGE_BYTES } from '../../contract/port'
import type { Port } from '../../contract/port'

export const API_PATH = '/api/'

const STATUS: Record<FailureCode, number> = {
  'invalid-input': 400,
  forbidden: 403,
  'not-found': 404,
  'no-project': 409,
  conflict: 409,
  stale: 409,
  cancelled: 409,
  'folder-unreadable': 422,
  'bad-image': 422,
  'bad-model': 422,
  held: 423,
  internal: 500,
  disconnected: 503,
  unavailable: 503,
  unreachable: 503,
  'cannot-write': 507,
}

/** Something is sent this often, so that nobody between takes the stream for dead. */
const QUIET_MILLISECONDS = 15_000

/**
 * The engine's contract over HTTP, for programs of the user: `POST /api/COMMAND` with the input as JSON, `GET /api/events`
 * as server-sent events, `GET /api/openapi.json`. Each request carries the token. A request that a browser made for a
 * page, which names its origin, is refused.
 */
export class ProgramApi {
  readonly token = randomBytes(32).toString('base64url')
  private readonly client: Client<EngineCommands, EngineEvents> = createClient(engineContract)

  constructor(private readonly version: string) {}

  /** Requests that wait for an engine, or whose engine ended, go to this one. */
  connect(port: Port): void {
    this.client.connect(port)
  }

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    try {
      this.requireProgram(request)
      const name = url.pathname.slice(API_PATH.length)
      if (request.method === 'GET' && name === 'openapi.json') {
        const descriptions = { commands: COMMAND_DESCRIPTIONS, events: EVENT_DESCRIPTIONS }
        const api = openApi(engineContract, { title: 'Deltascribe', version: this.version, ...descriptions })
        sendJson(response, 200, api)
      } else if (request.method === 'GET' && name === 'events') {
        this.stream(response, url.searchParams.get('names'))
      } else if (request.method === 'POST') {
        sendJson(response, 200, await this.call(name, await inputOf(request)))
      } else {
        throw new Refusal(405, 'Commands are sent with POST; GET reads events and openapi.json.')
      }
    } catch (error) {
      if (response.headersSent) {
        throw error
      }
      const failure = failureOf(error)
      sendJson(response, error instanceof Refusal ? error.status : STATUS[failure.code], failure)
    }
  }

  /** Whether a request carries the token. */
  isFromProgram({ headers }: IncomingMessage): boolean {
    const [given, wanted] = [headers.authorization ?? '', `Bearer ${this.token}`].map((text) =>
      Buffer.from(text),
    )
    return given.length === wanted.length && timingSafeEqual(given, wanted) && headers.origin === undefined
  }

  private requireProgram(request: IncomingMessage): void {
    if (!this.isFromProgram(request)) {
      throw new Refusal(401, 'Send the token of the --api file as "Authorization: Bearer TOKEN".')
    }
  }

  /** @throws ContractError */
  private call(name: string, input: unknown): Promise<unknown> {
    if (!Object.hasOwn(engineContract.commands, name)) {
      throw failWith('not-found', `There is no command "${name.slice(0, 80)}"; openapi.json lists all.`)
    }
    // the engine parses the input
    return this.client.call(name as keyof EngineCommands, input as never)
  }

  private stream(response: ServerResponse, given: string | null): void {
    const all = Object.keys(engineContract.events) as (keyof EngineEvents)[]
    const names = given === null ? all : all.filter((name) => given.split(',').includes(name))
    if (names.length === 0) {
      throw failWith('not-found', `There is no such event. Events are ${all.join(', ')}.`)
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(': connected\n\n')
    const stops = names.map((name) =>
      this.client.on(name, (payload) =>
        response.write(`event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`),
      ),
    )
    const timer = setInterval(() => response.write(': quiet\n\n'), QUIET_MILLISECONDS)
    response.on('close', () => {
      clearInterval(timer)
      stops.forEach((stop) => stop())
    })
  }
}

/** A request that is answered by HTTP's own status. */
class Refusal extends Error {
  override name = 'Refusal'

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

function failureOf(error: unknown): Failure {
  return error instanceof Refusal ? { code: 'invalid-input', message: error.message } : toFailure(error)
}

/** @throws ContractError `invalid-input` */
async function inputOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_MESSAGE_BYTES) {
      throw new Refusal(413, `An input has at most ${MOST_MESSAGE_BYTES / 2 ** 20} MiB.`)
    }
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  let input: unknown
  try {
    input = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw failWith('invalid-input', 'The input is no JSON.')
  }
  if (isTooDeep(input)) {
    throw failWith('invalid-input', 'The input is nested too deep to be read.')
  }
  return input
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}
