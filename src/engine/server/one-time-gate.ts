import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { cookiesOf, hostsOf, plain } from '../../team/gate'
import type { Gate, Visitor } from '../../team/gate'

const LOOPBACK = ['127.0.0.1', 'localhost']

/** The one user of the machine, for as long as the server lasts. */
const USER: Visitor = { caller: null, used: () => undefined, onEnd: () => () => undefined }

/**
 * Lets in the first browser that opens the address with its token. The Host header must name loopback, and a socket's
 * Origin this very server.
 * @param port the server's, once it listens
 */
export function oneTimeGate(port: () => number): Gate {
  const session = randomBytes(32).toString('hex')
  let token: string | null = randomBytes(24).toString('base64url')
  const address = `/?token=${token}`
  // browsers send a cookie to every port of a host, so each server's has a name of its own
  const cookie = (): string => `deltascribe-session-${port()}`

  function enter(given: string, response: ServerResponse, hasEntered: boolean): void {
    if (hasEntered) {
      response.writeHead(302, { Location: '/' }).end()
      return
    }
    if (token === null || !isSame(given, token)) {
      plain(
        response,
        401,
        'This address was used already, or is wrong. Start Deltascribe again for a new one.',
      )
      return
    }
    token = null
    // Lax: the address may be clicked in another site's page. GET changes nothing, and a socket needs our Origin.
    response.setHeader('Set-Cookie', `${cookie()}=${session}; HttpOnly; SameSite=Lax; Path=/`)
    response.writeHead(302, { Location: '/' }).end()
  }

  const gate: Gate = {
    wrongHost: 'This server answers on loopback only.',
    isOwnHost: ({ headers }) => isLoopbackHost(headers.host, port()),
    isOwnOrigin: ({ headers }) => isLoopbackHost(headers.origin?.replace('http://', ''), port()),
    sockets: () => LOOPBACK.map((name) => `ws://${name}:${port()}`).join(' '),
    async answer(request, response, url) {
      // a request for the head alone, such as a link preview, does not use the token up
      if (request.method !== 'GET' || !url.searchParams.has('token')) {
        return false
      }
      enter(url.searchParams.get('token') ?? '', response, (await gate.visitor(request)) !== null)
      return true
    },
    visitor: async (request) =>
      cookiesOf(request, cookie()).some((given) => isSame(given, session)) ? USER : null,
    refuse: (_request, response) =>
      plain(response, 401, 'Open the address that Deltascribe printed at its start. It works once.'),
    address: () => `http://127.0.0.1:${port()}${address}`,
    close: () => undefined,
  }
  return gate
}

export function isLoopbackHost(host: string | undefined, port: number): boolean {
  return host !== undefined && hostsOf(LOOPBACK, 'http', port).includes(host)
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
