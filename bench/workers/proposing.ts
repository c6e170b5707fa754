import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DEFAULT_NAME_SETTINGS } from '../../src/contract/names'
import { openProject } from '../../src/engine/project/open-project'
import { appPaths } from '../../src/engine/user-folder'
import { ownProgram } from '../../src/process/own-programs'
import type { ProposalJob } from '../../src/queue/proposal-job'
import { WorkerSigns } from '../../src/queue/worker-signs'
import { WorkQueue } from '../../src/queue/work-queue'

export function jobOf(pair: string, folder = '/none'): ProposalJob {
  const proposer = { name: 'difference', version: '', content: null, program: appPaths().version }
  return { pair, proposer, since: 0, folder, options: { names: DEFAULT_NAME_SETTINGS } }
}

/** One worker of one lane. */
export interface WorkerStart {
  /** The user's data folder. */
  home: string
  /** Further arguments of `worker`. */
  options?: readonly string[]
  /** What the command line begins with. */
  prefix?: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** Asks for all pairs of a new project. @param home a user's data folder */
export async function askForAll(folder: string, place: string, home: string): Promise<number> {
  const project = await openProject(folder, null, home, { database: place })
  const keys = project.store.pairs.keys()
  project.close()
  const queue = await WorkQueue.open(place)
  await new WorkerSigns(queue).open()
  await queue.add(keys.map((key) => jobOf(key, folder)))
  await queue.close()
  return keys.length
}

/**
 * Proposals a second, from the first that is done to the last, once every worker has ended.
 * @param place the database as the workers reach it
 * @throws Error where not all `count` pairs were done
 */
export async function proposalRate(
  place: string,
  count: number,
  workers: readonly WorkerStart[],
): Promise<number> {
  const { path, execArgv } = ownProgram('deltascribe')
  const wanted = ['worker', '--database', place, '--provider', 'cpu', '--lanes', '1', '--once']
  const ended = workers.map(({ home, options = [], prefix = [], env = {} }) => {
    const words = [...prefix, process.execPath, ...execArgv, path, ...wanted, ...options]
    const worker = spawn(words[0], words.slice(1), {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DELTASCRIBE_HOME: home, ...env },
    })
    return once(worker, 'exit')
  })
  await Promise.all(ended)
  const queue = await WorkQueue.open(place)
  const [row] = await queue.ask(
    `SELECT count(*)::int AS done, extract(epoch FROM max(completed_on) - min(completed_on))::float8 AS seconds
       FROM ${queue.schema}.job WHERE state = 'completed'`,
  )
  await queue.close()
  if (row['done'] !== count) {
    throw new Error(`${String(row['done'])} of ${count} pairs were done`)
  }
  return (count - 1) / Number(row['seconds'])
}
