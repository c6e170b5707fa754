import { Console } from 'node:console'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Command } from 'commander'
import type { Input } from '../contract/define'
import { failWith } from '../contract/errors'
import { serve } from '../contract/server'
import { appPaths, userCacheFolder } from '../engine/user-folder'
import { InferenceLane } from '../engine/lanes/inference-lane'
import { candidateProviders } from '../inference/providers'
import type { InferenceCommands } from '../inference/inference-contract'
import { commandHost } from '../process/process-host'
import { streamPort } from '../process/stream-port'
import { createFarWorker } from '../remote/far-worker'
import { FileCache } from '../remote/file-cache'
import { farContract } from '../remote/remote-contract'
import type { RemoteWork } from '../remote/request-paths'
import { EXIT_CODES, positiveInteger, remark, runCommand } from './output'
import { addDatabaseOptions, requireDatabase } from './worker-options'
import type { WorkerCommandOptions } from './worker-options'

/** The near machine ends a request that takes longer than it waits. */
const MILLISECONDS = 600_000
const DEFAULT_GIGABYTES = 20
const GIGABYTE = 1e9

/**
 * `deltascribe worker`: makes proposals for Deltascribe on another machine, which starts it over SSH, or takes them from
 * the database of a project.
 */
export function addWorkerCommand(program: Command): void {
  const command = program
    .command('worker')
    .description(
      'Make proposals: those that wait in a project’s database, or, started over SSH, for another machine',
    )
    .option(
      '--cache <gigabytes>',
      'over SSH: limit for the files that came from there',
      positiveInteger,
      DEFAULT_GIGABYTES,
    )
  addDatabaseOptions(command).action((options: WorkerCommandOptions) =>
    runCommand(async () => {
      const { database } = options
      if (database === undefined) {
        requireDatabase(options)
        return work(options.cache * GIGABYTE)
      }
      // these files are read where they are needed
      const { showStatus, workForDatabase } = await import('./worker-of-database')
      return options.status === true
        ? showStatus({ ...options, database })
        : workForDatabase({ ...options, database })
    }),
  )
}

/** Ends with its input. Its messages are all that goes to the output. */
async function work(mostBytes: number): Promise<number> {
  if (process.stdin.isTTY) {
    throw failWith(
      'invalid-input',
      'This is started by Deltascribe on another machine: propose DIR --at HOST. For a project in a database, add --database URL.',
    )
  }
  // whatever else would be printed there
  globalThis.console = new Console(process.stderr)
  const cache = new FileCache({ folder: join(userCacheFolder(), 'worker'), mostBytes })
  await cache.open()
  const lane = new InferenceLane(commandHost)
  const port = streamPort(process.stdin, process.stdout, {
    onBroken: (reason) => remark(`deltascribe worker: ${reason}`),
  })
  const facts = {
    version: appPaths().version,
    platform: process.platform,
    providers: candidateProviders(),
  }
  const worker = createFarWorker({ facts, cache, run: (command, input) => runOn(lane, command, input) })
  serve(farContract, worker, (command, error) => console.error(`worker: ${command}:`, error)).connect(port)
  // a connection that broke is an end like others
  await finished(process.stdin).catch(() => undefined)
  lane.dispose()
  await cache.close()
  return EXIT_CODES.fine
}

/** Where the inference process ended by itself, it is asked once more, as another process. */
async function runOn(lane: InferenceLane, command: RemoteWork, input: unknown): Promise<unknown> {
  const run = (): Promise<unknown> =>
    // the far worker has parsed it
    lane.call(command, input as Input<InferenceCommands, RemoteWork>, { milliseconds: MILLISECONDS })
  const { crashes } = lane
  try {
    return await run()
  } catch (error) {
    if (lane.crashes === crashes) {
      throw error
    }
    return run()
  }
}
