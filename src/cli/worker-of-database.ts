import { setTimeout } from 'node:timers/promises'
import type { WorkersStatus, WorkerTask } from '../contract/workers'
import { appPaths, userFolder } from '../engine/user-folder'
import { workersStatus } from '../engine/workers/ask-workers'
import { runWorker } from '../engine/workers/run-worker'
import { commandHost } from '../process/process-host'
import type { Worker } from '../queue/worker-signs'
import { postgresLocation } from '../store/postgres/location'
import { DatabaseAway } from '../store/postgres/postgres-error'
import { EXIT_CODES, print, printJson, remark, textTable } from './output'
import { imagesOf } from './worker-images'
import { workerCaptions } from './caption'
import { exportPlaces } from './bucket-data-sets'
import { chosenTasks } from './worker-options'
import type { WorkerCommandOptions } from './worker-options'
import { stoppable } from './with-engine'

/** Between two tries to reach a database that is away at the start. */
const AGAIN_MILLISECONDS = 3000
/** Longer than giving back what is under way takes. */
const END_MILLISECONDS = 15_000

const UNITS: Readonly<Record<WorkerTask, string>> = {
  proposals: 'pairs',
  training: 'runs',
  exports: 'exports',
  captions: 'captions',
}

type Options = WorkerCommandOptions & { database: string }

/** Takes work until it is stopped, or nothing is left. Returns the exit code. */
export async function workForDatabase(options: Options): Promise<number> {
  const { database: place, proposer = null, provider, lanes, once = false } = options
  const tasks = chosenTasks(options)
  const captions = await workerCaptions(options)
  const images = await imagesOf(options)
  const { schema } = postgresLocation(place)
  const { sample, models, detector, version } = appPaths()
  const engine = {
    host: commandHost,
    userFolder: userFolder(),
    sampleFolder: sample,
    modelsFolder: models,
    detectorFolder: detector,
    version,
    program: 'deltascribe worker',
    ...(lanes === undefined ? {} : { lanes }),
  }
  let isReady = false
  const onReady = ({ proposers, provider, lanes }: Worker): void => {
    isReady = true
    remark(
      `Taking ${tasks.join(' and ')} of ${schema} by ${proposers.map(({ name }) => name).join(', ')} on ${provider}, ${lanes} at once. Ctrl+C ends this.`,
    )
  }
  const worker = {
    engine,
    place,
    proposer,
    provider,
    tasks,
    images,
    captions,
    exports: options.exports === undefined ? null : exportPlaces(options.exports, options),
    isOnce: once,
    onReady,
    onNotice: remark,
    onFailure: (name: string, reason: string) => remark(`${name}: ${reason}`),
  }
  const counts = await stoppable(
    (signal) =>
      onceThere(
        () => runWorker(worker, signal),
        () => !isReady && !once,
        signal,
      ),
    END_MILLISECONDS,
  ).finally(() => images.close())
  const all = [...counts].map(([task, { done, failed }]) => ({ task, done, failed }))
  // of training only where there was some
  const shown = all.filter(({ task, done, failed }) => task === 'proposals' || done + failed > 0)
  shown.forEach(({ task, done, failed }) => print(`${done} ${UNITS[task]} done, ${failed} failed`))
  return all.every(({ failed }) => failed === 0) ? EXIT_CODES.fine : EXIT_CODES.failed
}

/**
 * Works, and begins again where the database is away before it is ready: machines start in any order.
 * @throws what `work` throws otherwise, or once it is to stop
 */
async function onceThere<T>(
  work: () => Promise<T>,
  mayTryAgain: () => boolean,
  signal: AbortSignal,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseAway) || !mayTryAgain() || signal.aborted) {
        throw error
      }
      if (isFirst) {
        remark(`${error.message} It is tried every ${AGAIN_MILLISECONDS / 1000} seconds. Ctrl+C ends this.`)
      }
      await setTimeout(AGAIN_MILLISECONDS, null, { signal }).catch(() => {
        throw error
      })
    }
  }
}

/** Returns the exit code. */
export async function showStatus({ database, json = false }: Options): Promise<number> {
  const status = await workersStatus(database)
  if (json) {
    printJson(status)
  } else if (status === null) {
    print('Nobody has asked workers for anything yet: deltascribe propose DIR --database URL --workers')
  } else {
    printStatus(status)
  }
  return EXIT_CODES.fine
}

function printStatus({ workers, jobs, rate, failures, runs }: WorkersStatus): void {
  const signs = workers.map(({ machine, pid, tasks, provider, lanes, done, failed, seconds, isSilent }) => [
    `${machine} ${pid}`,
    tasks.join(','),
    provider,
    `${lanes}`,
    `${done}`,
    `${failed}`,
    `${seconds.toFixed(0)} s ago${isSilent ? ' (silent)' : ''}`,
  ])
  const asked = jobs.map(({ proposer, version, waiting, active, done, failed }) => [
    version === '' ? proposer : `${proposer} ${version}`,
    ...[waiting, active, done, failed].map(String),
  ])
  print(textTable([['worker', 'tasks', 'provider', 'lanes', 'done', 'failed', 'last sign'], ...signs]))
  print('')
  print(textTable([['proposer', 'waiting', 'active', 'done', 'failed'], ...asked]))
  print('')
  print(`${rate.toFixed(1)} proposals a minute`)
  for (const { run, state, machine } of runs) {
    print(`Training ${run}: ${state}${machine === null ? '' : ` on ${machine}`}`)
  }
  for (const { pair, proposer, reason } of failures) {
    print(`${pair} has no answer of ${proposer}: ${reason}`)
  }
}
