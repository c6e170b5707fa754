import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { WebSocketServer } from 'ws'
import { failWith, toFailure } from '../../contract/errors'
import { PICTURE_FAILURE_TYPE, pictureFailureBody } from '../../contract/picture-failure'
import { TURN_MILLISECONDS } from '../../contract/line'
import { MOST_MESSAGE_BYTES } from '../../contract/port'
import type { Port } from '../../contract/port'
import { parsePicturePath } from '../../contract/picture'
import type { Caller } from '../../contract/person'
import { plain } from '../../team/gate'
import type { Gate, Visitor } from '../../team/gate'
import { oneTimeGate } from './one-time-gate'
import { PageSockets, watchPage } from './page-line'
import { socketPort } from './socket-port'
import type { LocatedPicture } from '../pictures/picture-files'
import type { PictureAddress } from '../../contract/picture'
import { pageFiles, contentSecurityPolicy } from './page-files'
import { API_PATH } from './program-api'
import type { ProgramApi } from './program-api'

export interface HttpServerOptions {
  /** The built page. */
  pageFolder: string
  /** 0 takes any free port. */
  port: number
  locatePicture(address: PictureAddress): Promise<LocatedPicture>
  /** A browser connected; it uses the engine contract on this port, in the name of this person. */
  onClient: (port: Port, caller: Caller) => void
  /** For programs; null where they are not let in. */
  api?: ProgramApi | null
  /** Answers programs that have rights of their own, and returns true; false for all else. */
  programs?: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>
  /** Who may come in; who opens the address with its one-time token if absent. @param port of the server, once it listens */
  gate?: (port: () => number) => Gate
  /** The address to listen at; loopback if absent. */
  listen?: string
  /** In PEM; without them HTTP is not encrypted. */
  tls?: { certificate: Buffer; key: Buffer } | null
  /** Of the look whether a browser is there. */
  turnMilliseconds?: number
}

export interface HttpServer {
  /** The address to open first. With a one-time token only the first browser that opens it gets in. */
  url: string
  close(): void
}

/** The UI over HTTP. A request must name this server as its host and come from somebody whom the gate lets in. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const files = pageFiles(options.pageFolder)
  const portOf = (): number => (server.address() as AddressInfo).port
  const gate = (options.gate ?? oneTimeGate)(portOf)
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response, { options, files, gate }).catch(() => response.destroy())
  }
  const { tls = null, listen = '127.0.0.1', turnMilliseconds = TURN_MILLISECONDS } = options
  const server: Server =
    tls === null
      ? createServer(listener)
      : createSecureServer({ cert: tls.certificate, key: tls.key }, listener)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_MESSAGE_BYTES })
  const pages = new PageSockets()
  server.on('upgrade', (request, socket, head) => {
    // a browser may be gone before it is answered
    socket.on('error', () => socket.destroy())
    void socketVisitor(request, gate).then((visitor) => {
      if (typeof visitor === 'string') {
        socket.end(`HTTP/1.1 ${visitor}\r\n\r\n`)
        return
      }
      sockets.handleUpgrade(request, socket, head, (client) => {
        const stop = visitor.onEnd(() => {
          // it may go on sending until it answers, and is not listened to
          client.removeAllListeners('message')
          client.close(SESSION_ENDED, 'The session has ended.')
        })
        client.on('close', stop)
        client.on('message', () => visitor.used())
        pages.add(socketQuery(request).get('page'), client)
        watchPage(client, socket, turnMilliseconds)
        options.onClient(socketPort(client), visitor.caller)
      })
    })
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(listenFailure(error, listen, options.port)),
      )
      server.listen(options.port, listen, resolve)
    })
  } catch (error) {
    gate.close()
    throw error
  }
  return {
    url: gate.address(),
    close() {
      sockets.clients.forEach((client) => client.terminate())
      server.close()
      server.closeAllConnections()
      gate.close()
    },
  }
}

/** Why a socket is closed, for the page: of the codes that RFC 6455, 7.4.2 leaves to programs. */
const SESSION_ENDED = 4401

interface Site {
  options: HttpServerOptions
  files: ReturnType<typeof pageFiles>
  gate: Gate
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { options, files, gate }: Site,
): Promise<void> {
  setSafetyHeaders(response, gate.sockets(request))
  if (!gate.isOwnHost(request)) {
    return plain(response, 403, gate.wrongHost)
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const { api = null } = options
  if (api !== null && url.pathname.startsWith(API_PATH)) {
    return api.answer(request, response, url)
  }
  if ((await options.programs?.(request, response, url)) === true) {
    return
  }
  if (await gate.answer(request, response, url)) {
    return
  }
  if (request.method !== 'GET') {
    return plain(response, 405, 'Only GET is answered here.')
  }
  try {
    const visitor = await gate.visitor(request)
    if (visitor === null && api?.isFromProgram(request) !== true) {
      return gate.refuse(request, response, url)
    }
    visitor?.used()
  } catch (error) {
    return parsePicturePath(url.pathname) === null
      ? plain(response, 503, toFailure(error).message)
      : noPicture(response, 503, error)
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
    return noPicture(response, 404, error)
  }
}

/** HTTP's status where the socket is refused. */
async function socketVisitor(request: IncomingMessage, gate: Gate): Promise<Visitor | string> {
  const [path] = (request.url ?? '').split('?', 1)
  if (!gate.isOwnHost(request) || !gate.isOwnOrigin(request) || path !== '/engine') {
    return '403 Forbidden'
  }
  try {
    const visitor = await gate.visitor(request)
    // a page goes on for the person that it began for: what it sends again is that one's
    const person = socketQuery(request).get('person')
    const isOther = person !== null && person !== visitor?.caller?.name
    return visitor === null || isOther ? '403 Forbidden' : visitor
  } catch {
    return '503 Service Unavailable'
  }
}

function socketQuery(request: IncomingMessage): URLSearchParams {
  return new URLSearchParams((request.url ?? '').split('?', 2)[1] ?? '')
}

function listenFailure(error: NodeJS.ErrnoException, listen: string, port: number): Error {
  switch (error.code) {
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return failWith('unavailable', `${listen} is no address of this machine.`)
    case 'EADDRINUSE':
      return failWith('unavailable', `Port ${port} is in use by another program: choose another one.`)
    case 'EACCES':
      return failWith('unavailable', `Port ${port} may not be used: choose one above 1023.`)
    default:
      return error
  }
}

function setSafetyHeaders(response: ServerResponse, sockets: string): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(sockets))
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('Cache-Control', 'no-store')
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

function noPicture(response: ServerResponse, status: number, error: unknown): void {
  response.writeHead(status, { 'Content-Type': PICTURE_FAILURE_TYPE }).end(pictureFailureBody(error))
}

async function send(response: ServerResponse, file: { path: string; mimeType: string }): Promise<void> {
  response.setHeader('Content-Type', file.mimeType)
  await pipeline(createReadStream(file.path), response)
}
