import type { IncomingMessage, ServerResponse } from 'node:http'
import { ContractError, toFailure } from '../contract/errors'
import { message } from '../messages/message'
import type { MessageText } from '../messages/message'
import type { Log } from '../process/log/log'
import { cookiesOf, plain } from './gate'
import type { Gate, Visitor } from './gate'
import { OwnHosts } from './own-hosts'
import type { Reach } from './own-hosts'
import { SessionWatch } from './session-watch'
import { sessionId } from './sessions'
import type { Session } from './sessions'
import { SignIn } from './sign-in'
import { EMPTY_PAGE, sendSignInPage } from './sign-in-page'
import type { TeamDatabase } from './team-database'

/** More than a name and a password need. Bytes. */
const MOST_FORM_BYTES = 16_384

/** Lets in people who sign in with name and password. A request needs the cookie that they get then. */
export class TeamGate implements Gate {
  readonly wrongHost =
    'This server does not go by this name. Start it with --host NAME to have it answer to another one.'
  private readonly hosts: OwnHosts
  private readonly signIn: SignIn
  private readonly watch: SessionWatch

  /** @param port the server's, once it listens */
  constructor(
    private readonly reach: Reach,
    private readonly database: TeamDatabase,
    private readonly log: Log,
    private readonly port: () => number,
  ) {
    this.hosts = new OwnHosts(reach, port)
    this.signIn = new SignIn(database)
    this.watch = new SessionWatch(this.signIn.sessions)
  }

  isOwnHost(request: IncomingMessage): boolean {
    return this.hosts.has(request)
  }

  isOwnOrigin(request: IncomingMessage): boolean {
    return this.hosts.isOrigin(request)
  }

  sockets(request: IncomingMessage): string {
    return this.hosts.socket(request)
  }

  async answer(request: IncomingMessage, response: ServerResponse, { pathname }: URL): Promise<boolean> {
    try {
      switch (`${request.method ?? ''} ${pathname}`) {
        case 'GET /sign-in':
          await this.showPage(request, response)
          return true
        case 'POST /sign-in':
          await this.takeForm(request, response)
          return true
        case 'POST /sign-out':
          await this.leave(request, response)
          return true
        case 'GET /session':
          await this.tellSession(request, response)
          return true
        default:
          return false
      }
    } catch (error) {
      this.failed(request, response, error)
      return true
    }
  }

  async visitor(request: IncomingMessage): Promise<Visitor | null> {
    const session = await this.session(request)
    if (session === null) {
      return null
    }
    return {
      caller: session.person,
      used: () => this.used(session.id),
      onEnd: (listener) => this.watch.add(session, listener),
    }
  }

  /** A page that was asked for leads to the sign-in; all else is refused. */
  refuse(_request: IncomingMessage, response: ServerResponse, { pathname }: URL): void {
    if (pathname === '/' || pathname === '/index.html') {
      response.writeHead(303, { Location: '/sign-in' }).end()
    } else {
      plain(response, 401, 'Sign in first.')
    }
  }

  address(): string {
    return this.hosts.address()
  }

  close(): void {
    this.watch.close()
    void this.database.close().catch(() => undefined)
  }

  private async session(request: IncomingMessage): Promise<Session | null> {
    const [token] = cookiesOf(request, this.cookie())
    return token === undefined ? null : this.signIn.sessions.find(token)
  }

  private used(id: string): void {
    // where that cannot be stored, the next use is stored
    this.signIn.sessions.used(id).catch(() => undefined)
  }

  private async showPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if ((await this.session(request)) === null) {
      sendSignInPage(request, response, 200, EMPTY_PAGE)
    } else {
      response.writeHead(303, { Location: '/' }).end()
    }
  }

  private async takeForm(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = (status: number, problem: MessageText, name = ''): void =>
      sendSignInPage(request, response, status, { ...EMPTY_PAGE, problem, name })
    if (!this.isOwnOrigin(request)) {
      return refused(403, message('team.otherSite'))
    }
    const form = await formOf(request)
    const [name, password] = [form?.get('name'), form?.get('password')]
    if (name == null || password == null) {
      return refused(400, message('team.unreadable'))
    }
    const address = this.addressOf(request)
    const answer = await this.signIn.signIn(name, password, address)
    if (answer.kind === 'refused') {
      this.log.write('warning', 'team.refused', { address, waits: answer.seconds !== null })
      if (answer.seconds !== null) {
        response.setHeader('Retry-After', answer.seconds)
      }
      return refused(answer.seconds === null ? 401 : 429, answer.reason, name)
    }
    this.log.write('info', 'team.signed-in', { name: answer.name, address })
    await this.endSession(request)
    this.setCookie(response, answer.token)
    response.writeHead(303, { Location: '/' }).end()
  }

  private async leave(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.isOwnOrigin(request)) {
      return plain(response, 403, 'This did not come from a page of this server.')
    }
    await this.endSession(request)
    this.setCookie(response, null)
    sendSignInPage(request, response, 200, { ...EMPTY_PAGE, remark: message('team.signedOut') })
  }

  /** For a page that waits until its person is signed in again. */
  private async tellSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = await this.session(request)
    if (session === null) {
      return plain(response, 401, 'Nobody is signed in.')
    }
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(session.person))
  }

  private async endSession(request: IncomingMessage): Promise<void> {
    for (const token of cookiesOf(request, this.cookie())) {
      await this.signIn.sessions.end(sessionId(token))
      this.watch.end(sessionId(token))
    }
  }

  /** A browser takes a name with `__Host-` from an encrypted page alone, for this host alone. */
  private cookie(): string {
    switch (this.reach.secured) {
      case 'proxy':
        return '__Host-deltascribe'
      case 'tls':
        // browsers send a cookie to every port of a host
        return `__Host-deltascribe-${this.port()}`
      case 'nobody':
        return `deltascribe-team-${this.port()}`
    }
  }

  /**
   * Lax, not Strict: who follows a link to a pair out of a mail or a chat is signed in. GET changes nothing, and POST
   * and sockets need our Origin.
   * @param token null takes the cookie away
   */
  private setCookie(response: ServerResponse, token: string | null): void {
    const end = token === null ? '; Max-Age=0' : ''
    const secure = this.reach.secured === 'nobody' ? '' : '; Secure'
    const cookie = `${this.cookie()}=${token ?? ''}; HttpOnly; SameSite=Lax; Path=/${secure}${end}`
    response.setHeader('Set-Cookie', cookie)
  }

  /** The proxy adds the address that asks it as the last one; those before may be made up. */
  private addressOf(request: IncomingMessage): string {
    const direct = request.socket.remoteAddress ?? ''
    if (this.reach.secured !== 'proxy') {
      return direct
    }
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
    return forwarded.split(',').at(-1)?.trim() || direct
  }

  private failed(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const isAway = error instanceof ContractError && toFailure(error).code === 'unavailable'
    if (!isAway || response.headersSent) {
      throw error
    }
    sendSignInPage(request, response, 503, { ...EMPTY_PAGE, problem: message('team.databaseAway') })
  }
}

/** Null where it is no form, or too large. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_FORM_BYTES) {
      return null
    }
    chunks.push(chunk)
  }
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return isForm ? new URLSearchParams(Buffer.concat(chunks).toString('utf8')) : null
}
