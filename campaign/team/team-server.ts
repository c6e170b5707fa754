import { addPeople, freePort } from '../../src/engine/testing-team'
import { startTestServer } from '../../src/store/postgres/testing-server'
import type { TestServer } from '../../src/store/postgres/testing-server'
import type { Turn } from '../attack'
import { answered, until } from '../deadline'
import { Loss } from '../loss'
import { childrenOf, processTree, requireGone } from '../processes'
import { killTree, startProgram } from '../program'
import type { Running } from '../program'

interface Place {
  readonly home: string
  readonly folder: string
  readonly database: string
  readonly port: number
}

/** `deltascribe serve --team`, which is killed and started again at the same address. */
export class TeamServer {
  readonly address: URL
  private running: Running | null = null

  constructor(
    private readonly turn: Turn,
    private readonly place: Place,
  ) {
    this.address = new URL(`http://127.0.0.1:${place.port}/`)
  }

  async start(): Promise<void> {
    const { home, folder, database, port } = this.place
    const options = ['--team', '--database', database, '--port', String(port), '--json']
    const running = startProgram(['serve', folder, ...options], home)
    this.running = running
    let end: string | null = null
    void running.ended.then(({ code, signal, err }) => (end = `${code ?? signal}: ${err.slice(-1000)}`))
    await until('the server of a team answers', async () => {
      if (end !== null) {
        throw new Loss('dead', `the server ended at its start with ${end}`)
      }
      return (await fetch(this.address).catch(() => null)) !== null
    })
  }

  /** The server starts another one. */
  async killEngine(): Promise<void> {
    const pid = childrenOf(this.running?.child.pid ?? 0).at(0)
    if (pid !== undefined) {
      const tree = processTree(pid)
      process.kill(pid, 'SIGKILL')
      this.turn.tally.kills += 1
      await requireGone(tree)
    }
  }

  async kill(): Promise<void> {
    if (this.running !== null) {
      const { child, ended } = this.running
      this.running = null
      await killTree(this.turn, child, ended)
    }
  }
}

/** A database server that lasts longer than a turn. */
export interface TeamDatabase {
  server: TestServer
  /** Kills it as a power cut does, and starts it again. */
  restart(turn: Turn): Promise<void>
}

export async function startTeamDatabase(programs: string): Promise<TeamDatabase> {
  const server = await startTestServer(programs)
  return {
    server,
    async restart(turn) {
      await answered('the database is killed', server.kill())
      turn.tally.kills += 1
      await answered('the database starts', server.start())
    },
  }
}

/** @param schema of a project that is not there yet */
export async function newPlace(
  { home, folder }: Pick<Place, 'home' | 'folder'>,
  { server }: TeamDatabase,
  schema: string,
  names: readonly string[],
): Promise<Place> {
  const database = `${server.url}&schema=${schema}`
  const added = await addPeople(
    database,
    Object.fromEntries(names.map((name) => [name, 'reviewer'] as const)),
  )
  await added.database.close()
  return { home, folder, database, port: await freePort() }
}
