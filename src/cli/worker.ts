import { Console } from 'node:console'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Command } from 'commander'
import type { Input } from '../contract/define'
import { failWith } from '../contract/errors'
import { serve } from '../contract/server'
import { appPaths, userCacheFolder } from '../engine/user-folder'
import { WorkerLane } from '../engine/worker-lane'
import { candidateProviders } from '../inference/providers'
import type { WorkerCommands } from '../inference/worker-contract'
import { commandHost } from '../process/process-host'
import { streamPort } from '../process/stream-port'
import { createFarWorker } from '../remote/far-worker'
import { FileCache } from '../remote/file-cache'
import { farContract } from '../remote/remote-contract'
import type { RemoteWork } from '../remote/request-paths'
import { EXIT_CODES, positiveInteger, remark, runCommand } from './output'

/** The near machine ends a request that takes longer than it waits. */
const MILLISECONDS = 600_000
const DEFAULT_GIGABYTES = 20
const GIGABYTE = 1e9

/** `deltascribe worker`: makes proposals for Deltascribe on another machine, which starts it over SSH. */
export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('Make proposals for another machine, which starts this over SSH; not to be started by hand')
    .option(
      '--cache <gigabytes>',
      'limit for the files that came from there',
      positiveInteger,
      DEFAULT_GIGABYTES,
    )
    .action(({ cache }: { cache: number }) => runCommand(() => work(cache * GIGABYTE)))
}

/** Ends with its input. Its messages are all that goes to the output. */
async function work(mostBytes: number): Promise<number> {
  if (process.stdin.isTTY) {
    throw failWith(
      'invalid-input',
      'This is started by Deltascribe on another machine: propose DIR --at HOST.',
    )
  }
  // whatever else would be printed there
  globalThis.console = new Console(process.stderr)
  const cache = new FileCache({ folder: join(userCacheFolder(), 'worker'), mostBytes })
  await cache.open()
  const lane = new WorkerLane(commandHost)
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
async function runOn(lane: WorkerLane, command: RemoteWork, input: unknown): Promise<unknown> {
  const run = (): Promise<unknown> =>
    // the far worker has parsed it
    lane.call(command, input as Input<WorkerCommands, RemoteWork>, { milliseconds: MILLISECONDS })
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
