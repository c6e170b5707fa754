import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Debian's place of servers, by version. */
const SERVERS = '/usr/lib/postgresql'
const OLDEST = 15
const START_MILLISECONDS = 60_000
/** The server refuses to be root's. */
const USER = 'postgres'

export interface TestServer {
  /** Over its socket, without a schema. */
  readonly url: string
  /** Over the network that it was given; null without one. */
  readonly networkUrl: string | null
  /** As a power cut does: nothing is written any more. Resolves when it is gone. */
  kill(): Promise<void>
  /** Starts it again after `kill`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The programs of a PostgreSQL server on this machine; null where there is none that is new enough. */
export function serverPrograms(): string | null {
  if (process.platform === 'win32' || !existsSync(SERVERS) || (isRoot() && ids() === null)) {
    return null
  }
  const versions = readdirSync(SERVERS)
    .map(Number)
    .filter((version) => version >= OLDEST)
  const bin = join(SERVERS, String(Math.max(...versions)), 'bin')
  return existsSync(join(bin, 'initdb')) ? bin : null
}

const isRoot = (): boolean => userInfo().uid === 0

/** Of the user that runs the server where the tests are root's. */
function ids(): { uid: number; gid: number } | null {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, USER], { stdio: 'pipe' })))
    return { uid, gid }
  } catch {
    return null
  }
}

/**
 * A server of its own in a new folder, which listens on a socket there and nowhere else, but at the address that is
 * given. Clients of that network, such as 10.0.0.0/24, need no password.
 */
export async function startTestServer(
  programs: string,
  network: { address: string; clients: string } | null = null,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-postgres-'))
  const user = isRoot() ? ids() : null
  const owner = user ?? {}
  const data = join(folder, 'data')
  mkdirSync(data)
  if (user !== null) {
    ;[folder, data].forEach((path) => chownSync(path, user.uid, user.gid))
  }
  const initialise = ['-D', data, '-U', USER, '-E', 'UTF8', '--locale=C', '--auth=trust']
  execFileSync(join(programs, 'initdb'), initialise, { ...owner, stdio: 'pipe', cwd: folder })
  if (network !== null) {
    appendFileSync(join(data, 'pg_hba.conf'), `host all all ${network.clients} trust\n`)
  }
  let server: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const options = ['-D', data, '-k', folder, '-c', `listen_addresses=${network?.address ?? ''}`]
    server = spawn(join(programs, 'postgres'), options, { ...owner, stdio: 'ignore', cwd: folder })
    await untilReady(server, programs, folder)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server !== null && !hasEnded(server)) {
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
    }
    server = null
  }
  await start()
  return {
    url: `postgres://${USER}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    networkUrl: network === null ? null : `postgres://${USER}@${network.address}/postgres?`,
    start,
    // SIGQUIT is what `pg_ctl stop -m immediate` sends
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const hasEnded = (server: ChildProcess): boolean => server.exitCode !== null || server.signalCode !== null

/** @throws Error where the server ends, or does not answer in time */
async function untilReady(server: ChildProcess, programs: string, folder: string): Promise<void> {
  const began = performance.now()
  while (!isReady(programs, folder)) {
    if (hasEnded(server)) {
      throw new Error(`the PostgreSQL server ended with ${server.exitCode ?? server.signalCode}`)
    }
    if (performance.now() - began > START_MILLISECONDS) {
      server.kill('SIGKILL')
      throw new Error('the PostgreSQL server did not answer within a minute')
    }
    await wait(50)
  }
}

function isReady(programs: string, folder: string): boolean {
  try {
    execFileSync(join(programs, 'pg_isready'), ['-h', folder, '-q'])
    return true
  } catch {
    return false
  }
}
