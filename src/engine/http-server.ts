import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { toFailure } from '../contract/errors'
import { parsePicturePath } from '../contract/picture'
import type { Port } from '../contract/port'
import type { LocatedPicture } from './picture-cache'
import type { PictureAddress } from '../contract/picture'
import { pageFiles } from './page-files'
import { contentSecurityPolicy } from './page-policy'

export interface HttpServerOptions {
  /** The built page. */
  pageFolder: string
  /** 0 takes any free port. */
  port: number
  locatePicture(address: PictureAddress): Promise<LocatedPicture>
  /** A browser connected and speaks the engine contract on this port. */
  onClient: (port: Port) => void
}

export interface HttpServer {
  /** Holds the one-time token: the first browser that opens it gets in, nobody after it. */
  url: string
  close(): void
}

const cookieName = 'deltascribe-session'
const maxMessageBytes = 64 * 2 ** 20

/**
 * The UI over loopback HTTP. A request needs the session cookie, which only the holder of the one-time
 * token gets; the Host header must name loopback (against DNS rebinding) and a WebSocket's Origin this
 * very server.
 */
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
    if (url.searchParams.has('token')) {
      return enter(url.searchParams.get('token') ?? '', response)
    }
    if (!hasSession(request, session)) {
      return plain(response, 401, 'Open the address that Deltascribe printed at its start. It works once.')
    }
    if (request.method !== 'GET') {
      return plain(response, 405, 'Only GET is answered here.')
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
      response.setHeader('Cache-Control', 'private, max-age=3600')
      return await send(response, picture)
    } catch (error) {
      return plain(response, 404, toFailure(error).message)
    }
  }

  function enter(given: string, response: ServerResponse): void {
    if (token === null || !isSame(given, token)) {
      return plain(
        response,
        401,
        'This address was used already, or is wrong. Start Deltascribe again for a new one.',
      )
    }
    token = null
    response.setHeader('Set-Cookie', `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`)
    response.writeHead(302, { Location: '/' }).end()
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  server.on('upgrade', (request, socket, head) => {
    const { port } = server.address() as AddressInfo
    const isOwnOrigin = isLoopbackHost(request.headers.origin?.replace('http://', ''), port)
    const isAllowed =
      isLoopbackHost(request.headers.host, port) && isOwnOrigin && hasSession(request, session)
    if (!isAllowed || request.url !== '/engine') {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => options.onClient(socketPort(client)))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
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

function isLoopbackHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

function hasSession(request: IncomingMessage, session: string): boolean {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.some((cookie) => isSame(cookie, `${cookieName}=${session}`))
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}

async function send(response: ServerResponse, file: { path: string; mimeType: string }): Promise<void> {
  response.setHeader('Content-Type', file.mimeType)
  await pipeline(createReadStream(file.path), response)
}

function socketPort(socket: WebSocket): Port {
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => {
      socket.on('message', (data: Buffer) => {
        try {
          listener(JSON.parse(data.toString('utf8')))
        } catch {
          socket.close(1003)
        }
      })
    },
    onClose: (listener) => socket.on('close', listener),
    close: () => socket.close(),
  }
}
