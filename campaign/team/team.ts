import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makePairFolder } from '../../src/images/testing'
import { compareTally, MadeReviewer, Tally } from '../../src/engine/testing-reviewer'
import { serverPrograms } from '../../src/store/postgres/testing-server'
import { Skipped } from '../attack'
import type { Attack, Turn } from '../attack'
import { answered } from '../deadline'
import { writeSettings } from '../engine-session'
import { Loss } from '../loss'
import { makeOwnFolder } from '../own-folder'
import { withMark } from '../processes'
import { LastingConnection } from './lasting-connection'
import { TeamWorkers } from './team-workers'
import { newPlace, startTeamDatabase, TeamServer } from './team-server'
import type { TeamDatabase } from './team-server'

const REVIEWERS = 12
/** Mean milliseconds before each of their steps. */
const PAUSE = 150
const PAIRS = 600
/** Of them are left where another project is begun: no reviewer runs out of pairs in a turn. */
const FEWEST_PAIRS = 250

interface Project {
  place: Awaited<ReturnType<typeof newPlace>>
  tally: Tally
}

/**
 * Reviewers of a team over sockets, each at the next free pair, and workers that propose, while the engine, the server,
 * the workers and the database are killed. What was not acknowledged is sent again: in the end each edit is in the
 * database once, no pair was held by two, and each pair that was asked for has one proposal.
 */
export function teamAttack(): Attack {
  const own = makeOwnFolder('team')
  const names = Array.from({ length: REVIEWERS }, (_, number) => `Reviewer ${number + 1}`)
  let database: TeamDatabase | null = null
  let project: Project | null = null
  let count = 0

  const begin = async (running: TeamDatabase): Promise<Project> => {
    count += 1
    const root = own.fresh()
    const [folder, home] = [join(root, 'pairs'), join(root, 'home')]
    await makePairFolder(folder, { count: PAIRS, width: 32, height: 24, layout: 'before-after' })
    writeSettings(home, { proposeAhead: false })
    return { place: await newPlace({ home, folder }, running, `team${count}`, names), tally: new Tally() }
  }

  return {
    name: 'team',
    async run(turn) {
      const programs = serverPrograms()
      if (programs === null) {
        throw new Skipped('it needs a PostgreSQL server of Debian, 15 or later')
      }
      database ??= await withMark('team-database', () => startTeamDatabase(programs))
      project ??= await begin(database)
      await takeTurn(turn, project, database, names)
      project = PAIRS - project.tally.decided.size < FEWEST_PAIRS ? null : project
    },
    async end() {
      await database?.server.stop()
      own.remove()
    },
  }
}

async function takeTurn(
  turn: Turn,
  { place, tally }: Project,
  database: TeamDatabase,
  names: readonly string[],
): Promise<void> {
  const server = new TeamServer(turn, place)
  const workers = new TeamWorkers(turn, place)
  const closing = new AbortController()
  const before = tally.acknowledged.size
  try {
    await server.start()
    let isOver = false
    const connections = names.map((name) => new LastingConnection(server.address, name, closing.signal))
    const [first] = connections
    const ids = await answered('the pairs are listed', idsOf(first))
    const signedIn = connections.map((connection) => connection.send('claims.list', {}))
    await answered('all are signed in', Promise.all(signedIn))
    const working = Promise.all(
      connections.map((connection, index) =>
        new MadeReviewer(names[index], connection, ids, tally, PAUSE).work(() => isOver),
      ),
    )
    working.catch(() => undefined)
    await workers.start()
    await attack(turn, { server, workers, database })
    isOver = true
    await answered('the reviewers end', working)
    await workers.finish()
    connections.forEach((connection) => connection.close())
  } finally {
    closing.abort()
    await workers.killAll()
    await server.kill()
  }
  turn.tally.attempts += tally.acknowledged.size - before
  const fault = [...tally.faults, ...compareTally(tally, place.database)].at(0)
  if (fault !== undefined) {
    throw new Loss(fault.includes('held by') || fault.includes('2 times') ? 'doubled' : 'lost', fault)
  }
}

async function idsOf(connection: LastingConnection): Promise<number[]> {
  const filter = { states: null, search: '', hasProblem: null }
  const { value } = await connection.send('pairs.find', { filter, order: 'key' })
  return (value as { ids: number[] }).ids
}

/** Kills what a team rests on, one after the other. */
async function attack(
  turn: Turn,
  { server, workers, database }: { server: TeamServer; workers: TeamWorkers; database: TeamDatabase },
): Promise<void> {
  const kills = turn.random.between(3, 7)
  for (let kill = 0; kill < kills; kill += 1) {
    await setTimeout(turn.random.below(1500))
    const wanted = turn.random.below(4)
    if (wanted < 1) {
      await server.killEngine()
    } else if (wanted < 2) {
      await server.kill()
      await server.start()
    } else if (wanted < 3) {
      await workers.killOne()
    } else {
      await withMark('team-database', () => database.restart(turn))
    }
  }
  await setTimeout(turn.random.below(1500))
}
