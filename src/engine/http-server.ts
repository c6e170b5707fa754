import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { failWith, toFailure } from '../contract/errors'
import { isTooDeep, MOST_MESSAGE_BYTES, tooDeepReply } from '../contract/port'
import type { Port } from '../contract/port'
import { parsePicturePath } from '../contract/picture'
import type { LocatedPicture } from './picture-files'
import type { PictureAddress } from '../contract/picture'
import { pageFiles, contentSecurityPolicy } from './page-files'
import { API_PATH } from './program-api'
import type { ProgramApi } from './program-api'

export interface HttpServerOptions {
  /** The built page. */
  pageFolder: string
  /** 0 takes any free port. */
  port: number
  locatePicture(address: PictureAddress): Promise<LocatedPicture>
  /** A browser connected; it uses the engine contract on this port. */
  onClient: (port: Port) => void
  /** For programs; null where they are not let in. */
  api?: ProgramApi | null
}

export interface HttpServer {
  /** Contains the one-time token: only the first browser that opens it gets in. */
  url: string
  close(): void
}

/**
 * The UI over loopback HTTP. A request needs the session cookie, which only the holder of the one-time
 * token gets; the Host header must name loopback (against DNS rebinding) and a WebSocket's Origin this
 * very server.
 */
// oxlint-disable-next-line max-lines-per-function -- small functions over one session and its token
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const files = pageFiles(options.pageFolder)
  const session = randomBytes(32).toString('hex')
  let token: string | null = randomBytes(24).toString('base64url')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { port } = server.address() as AddressInfo
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`)
    setSafetyHeaders(response, port)
    if (!isLoopbackHost(request.headers.host, port)) {
      return plain(response, 403, 'This server answers on loopback only.')
    }
    const { api = null } = options
    if (api !== null && url.pathname.startsWith(API_PATH)) {
      return api.answer(request, response, url)
    }
    // before the token is used up: a request for the head alone, such as a link preview, does not enter
    if (request.method !== 'GET') {
      return plain(response, 405, 'Only GET is answered here.')
    }
    const hasEntered =
      hasSession(request, sessionCookie(port, session)) || api?.isFromProgram(request) === true
    if (url.searchParams.has('token')) {
      return enter(url.searchParams.get('token') ?? '', response, hasEntered)
    }
    if (!hasEntered) {
      return plain(response, 401, 'Open the address that Deltascribe printed at its start. It works once.')
    }
    const file = files.get(url.pathname)
    if (file !== undefined) {
      return send(response, file)
    }
    const address = parsePicturePath(url.pathname)
    if (address === null) {
      return plain(response, 404, 'There is nothing at this address.')
    }
    try {
      const picture = await options.locatePicture(address)
      return await sendPicture(request, response, picture)
    } catch (error) {
      return plain(response, 404, toFailure(error).message)
    }
  }

  function enter(given: string, response: ServerResponse, hasEntered: boolean): void {
    if (hasEntered) {
      response.writeHead(302, { Location: '/' }).end()
      return
    }
    if (token === null || !isSame(given, token)) {
      return plain(
        response,
        401,
        'This address was used already, or is wrong. Start Deltascribe again for a new one.',
      )
    }
    token = null
    const cookie = sessionCookie((server.address() as AddressInfo).port, session)
    // Lax: the address may be clicked in another site's page. GET changes nothing, and a socket needs our Origin.
    response.setHeader('Set-Cookie', `${cookie}; HttpOnly; SameSite=Lax; Path=/`)
    response.writeHead(302, { Location: '/' }).end()
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES })
  server.on('upgrade', (request, socket, head) => {
    // a browser may be gone before it is answered
    socket.on('error', () => socket.destroy())
    const { port } = server.address() as AddressInfo
    const isOwnOrigin = isLoopbackHost(request.headers.origin?.replace('http://', ''), port)
    const isAllowed =
      isLoopbackHost(request.headers.host, port) &&
      isOwnOrigin &&
      hasSession(request, sessionCookie(port, session))
    if (!isAllowed || request.url !== '/engine') {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => options.onClient(socketPort(client)))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, options.port)))
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/?token=${token}`,
    close() {
      sockets.clients.forEach((client) => client.terminate())
      server.close()
      server.closeAllConnections()
    },
  }
}

function listenFailure(error: NodeJS.ErrnoException, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return failWith('unavailable', `Port ${port} is in use by another program: choose another one.`)
    case 'EACCES':
      return failWith('unavailable', `Port ${port} may not be used: choose one above 1023.`)
    default:
      return error
  }
}

function setSafetyHeaders(response: ServerResponse, port: number): void {
  response.setHeader(
    'Content-Security-Policy',
    contentSecurityPolicy(`ws://127.0.0.1:${port} ws://localhost:${port}`),
  )
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('Cache-Control', 'no-store')
}

/** Browsers leave the port of HTTP itself out. */
const HTTP_PORT = 80

export function isLoopbackHost(host: string | undefined, port: number): boolean {
  const hosts = ['127.0.0.1', 'localhost']
  return hosts.some((name) => host === `${name}:${port}` || (port === HTTP_PORT && host === name))
}

/** Browsers send a cookie to every port of a host, so each server's has a name of its own. */
function sessionCookie(port: number, session: string): string {
  return `deltascribe-session-${port}=${session}`
}

function hasSession(request: IncomingMessage, wanted: string): boolean {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.some((cookie) => isSame(cookie, wanted))
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

/**
 * Revalidated each time: the same address is another picture once another folder is open or the file was replaced. An
 * unchanged one is not sent again.
 */
async function sendPicture(
  request: IncomingMessage,
  response: ServerResponse,
  picture: LocatedPicture,
): Promise<void> {
  const { mtimeMs, size, ino } = await stat(picture.path)
  const tag = `"${ino}-${mtimeMs}-${size}"`
  response.setHeader('Cache-Control', 'private, no-cache')
  response.setHeader('ETag', tag)
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end()
    return
  }
  await send(response, picture)
}

async function send(response: ServerResponse, file: { path: string; mimeType: string }): Promise<void> {
  response.setHeader('Content-Type', file.mimeType)
  await pipeline(createReadStream(file.path), response)
}

/** RFC 6455, 7.4.1. */
const UNUSABLE_DATA = 1003

/** Rejects deeply nested messages: passing them on to the engine would overflow the stack. */
function receive(socket: WebSocket, message: unknown, listener: (message: unknown) => void): void {
  if (!isTooDeep(message)) {
    listener(message)
    return
  }
  const reply = tooDeepReply(message)
  if (reply === null) {
    socket.close(UNUSABLE_DATA, 'The message is nested too deep.')
  } else {
    socket.send(JSON.stringify(reply))
  }
}

function socketPort(socket: WebSocket): Port {
  // a broken protocol or too large a message; the socket closes by itself afterwards
  socket.on('error', () => {})
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => {
      socket.on('message', (data: Buffer) => {
        try {
          receive(socket, JSON.parse(data.toString('utf8')), listener)
        } catch {
          socket.close(UNUSABLE_DATA, 'The message cannot be read.')
        }
      })
    },
    onClose: (listener) => socket.on('close', listener),
    close: () => socket.close(),
  }
}
