import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type { Role } from '../contract/person'
import { People } from '../team/people'
import { openTeamDatabase } from '../team/team-database'
import type { TeamDatabase } from '../team/team-database'
import type { Reach } from '../team/own-hosts'
import type { Served, ServeOptions, TeamServing } from './server/serve'
import { serveFrom } from './testing'

export const PASSWORD = 'correct horse'

/** A team's server with an engine of its own. @param home has the page too */
export function serveTeam(
  home: string,
  folder: string,
  place: string,
  team: Partial<Reach> & { tls?: TeamServing['tls']; port?: number; bucket?: ServeOptions['bucket'] } = {},
): Promise<Served> {
  const { tls = null, port = 0, bucket = null, ...reach } = team
  return serveFrom(home, folder, [], {
    database: place,
    bucket,
    port,
    team: { reach: { listen: '127.0.0.1', hosts: [], secured: 'nobody', ...reach }, tls },
  })
}

/** A port that nobody has now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** People of the test, all with the same password, and the open database. */
export async function addPeople(
  place: string,
  wanted: Readonly<Record<string, Role>>,
): Promise<{ people: People; database: TeamDatabase }> {
  const database = openTeamDatabase(place)
  const people = new People(database)
  for (const [name, role] of Object.entries(wanted)) {
    await people.add(name, role, PASSWORD)
  }
  return { people, database }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A request as a browser at this server sends it, but for the headers that are given. */
export function ask(
  address: URL,
  path: string,
  {
    headers = {},
    form = null,
  }: { headers?: Record<string, string>; form?: Record<string, string> | null } = {},
): Promise<Answer> {
  const { hostname, port, host, origin, protocol } = address
  const body = form === null ? '' : new URLSearchParams(form).toString()
  const own = form === null ? {} : { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const sent = (protocol === 'https:' ? httpsRequest : httpRequest)(
      {
        hostname,
        port,
        path,
        method: form === null ? 'GET' : 'POST',
        headers: { Host: host, ...own, ...headers },
        // the test's own certificate
        rejectUnauthorized: false,
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The cookie that a person gets, as a browser sends it. @throws Error with the page where they get none */
export async function signIn(address: URL, name: string, password = PASSWORD): Promise<string> {
  const answer = await ask(address, '/sign-in', { form: { name, password } })
  const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
  if (answer.status !== 303 || cookie === undefined) {
    throw new Error(`${answer.status}: ${answer.body}`)
  }
  return cookie.split(';')[0]
}

export interface ConnectionReply {
  kind: string
  value?: unknown
  failure?: { code: string; message: string }
}

/** A page's connection, as a hostile page may use it: any command, with any input. */
export interface Connection {
  send(command: string, input?: unknown): Promise<ConnectionReply>
  /** What the server told of so far. */
  events: { event?: string; payload?: unknown }[]
  /** The code that the server closed it with. */
  closed: Promise<number>
  close(): void
}

/** @throws Error with HTTP's status where it is refused */
export async function connect(
  address: URL,
  cookie: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Connection> {
  const socket = new WebSocket(
    `${address.protocol === 'https:' ? 'wss' : 'ws'}://${address.host}/engine${query}`,
    {
      headers: { Origin: address.origin, Cookie: cookie, ...headers },
      rejectUnauthorized: false,
    },
  )
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await once(socket, 'open')
  socket.on('error', () => undefined)
  const events: Connection['events'] = []
  const waiting = new Map<number, (reply: ConnectionReply) => void>()
  socket.on('message', (data: Buffer) => {
    const reply = JSON.parse(data.toString()) as ConnectionReply & { id?: number; event?: string }
    if (reply.kind === 'event') {
      events.push(reply)
    }
    // events have no id
    const answered = waiting.get(reply.id ?? 0)
    waiting.delete(reply.id ?? 0)
    answered?.(reply)
  })
  let last = 0
  return {
    send(command, input = {}) {
      last += 1
      const id = last
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ kind: 'request', id, command, input }))
      })
    },
    events,
    closed,
    close: () => socket.close(),
  }
}
