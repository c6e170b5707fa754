import { DEFAULT_NAME_SETTINGS } from '../../src/contract/names'
import { appPaths } from '../../src/engine/user-folder'
import { queueOf } from '../../src/queue/proposal-job'
import type { WantedProposer } from '../../src/queue/proposal-job'
import { readWorkersStatus } from '../../src/queue/queue-status'
import { WorkerSigns } from '../../src/queue/worker-signs'
import { WorkQueue } from '../../src/queue/work-queue'
import { postgresLocation } from '../../src/store/postgres/location'
import { openPostgres } from '../../src/store/postgres/postgres-database'
import { ProjectStore } from '../../src/store/project-store'
import type { Turn } from '../attack'
import { answered, until } from '../deadline'
import { Loss } from '../loss'
import { killTree, startProgram } from '../program'
import type { Running } from '../program'

const WORKERS = 2
/** Pairs that are asked for in a turn. */
const ASKED = 30
/** Short, so that the work of a killed worker goes on soon. */
const LEASE_SECONDS = 4

/** Where workers find their work, and where they have files of their own. */
interface Place {
  readonly home: string
  readonly folder: string
  readonly database: string
}

/** Machines that propose for a team, which are killed and started again. */
export class TeamWorkers {
  /** The longest at work first. */
  private readonly running: Running[] = []
  /** Ids of pairs that were asked for. */
  private asked: number[] = []

  constructor(
    private readonly turn: Turn,
    private readonly place: Place,
  ) {}

  /** Asks for pairs that nobody proposed for. */
  async start(): Promise<void> {
    const { database, folder } = this.place
    const jobs = withStore(database, (store) => {
      const fresh = [...store.pairs.byKey.all()].filter(([, { since }]) => since === 0).slice(0, ASKED)
      this.asked = fresh.map(([id]) => id)
      const options = { names: DEFAULT_NAME_SETTINGS }
      return fresh.map(([, { key, since }]) => ({
        pair: key,
        proposer: difference(),
        since,
        folder,
        options,
      }))
    })
    await answered(
      'pairs are asked for',
      withQueue(database, async (queue) => {
        await new WorkerSigns(queue).open()
        await queue.add(jobs)
      }),
    )
    for (let count = 0; count < WORKERS; count += 1) {
      this.startOne()
    }
  }

  /** Kills the one that is the longest at work, and starts another. */
  async killOne(): Promise<void> {
    const oldest = this.running.shift()
    if (oldest !== undefined) {
      await killTree(this.turn, oldest.child, oldest.ended)
      this.startOne()
    }
  }

  async killAll(): Promise<void> {
    for (const { child, ended } of this.running.splice(0)) {
      await killTree(this.turn, child, ended)
    }
  }

  /** Waits until nothing is left. @throws Loss where a pair has no proposal, or two */
  async finish(): Promise<void> {
    const { database } = this.place
    await withQueue(database, async (queue) => {
      await until('workers end what was asked for', async () => {
        await this.requireAlive()
        return (await queue.open([queueOf(difference())])) === 0
      })
      const [failure] = (await readWorkersStatus(queue)).failures
      if (failure !== undefined) {
        throw new Loss('lost', `${failure.pair} was given up: ${failure.reason}`)
      }
    })
    this.turn.tally.attempts += this.asked.length
    withStore(database, (store) => {
      for (const id of this.asked) {
        const made = store.proposals.ofPair(id).filter(({ proposer }) => proposer === difference().name)
        if (made.length !== 1) {
          throw new Loss(made.length > 1 ? 'doubled' : 'lost', `pair ${id} has ${made.length} proposals`)
        }
      }
    })
  }

  private startOne(): void {
    const { home, database } = this.place
    const options = ['--database', database, '--provider', 'cpu', '--tasks', 'proposals', '--lanes', '1']
    this.running.push(startProgram(['worker', ...options], `${home}-worker`))
  }

  private async requireAlive(): Promise<void> {
    const dead = this.running.find(({ child }) => child.exitCode !== null || child.signalCode !== null)
    if (dead !== undefined) {
      const { code, signal, err } = await dead.ended
      throw new Loss('dead', `a worker ended by itself with ${code ?? signal}: ${err.slice(-1000)}`)
    }
  }
}

function difference(): WantedProposer {
  return { name: 'difference', version: '', content: null, program: appPaths().version }
}

async function withQueue<T>(database: string, work: (queue: WorkQueue) => Promise<T>): Promise<T> {
  const queue = await WorkQueue.open(database, { leaseSeconds: LEASE_SECONDS })
  try {
    return await work(queue)
  } finally {
    await queue.close()
  }
}

function withStore<T>(place: string, work: (store: ProjectStore) => T): T {
  const store = new ProjectStore(openPostgres(postgresLocation(place)))
  try {
    return work(store)
  } finally {
    store.close()
  }
}
