import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trainingOptionsSchema } from '../../contract/training'
import type { TrainingRun } from '../../contract/training'
import { nodeProcessHost } from '../../process/process-host'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { RunFolders } from './run-folders'
import type { NewRun } from './new-run'
import { TrainingRuns } from './training-runs'
import type { Attempt } from './run-progress'
import { WorkerTrainings } from './worker-trainings'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'deltascribe-runs-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true, maxRetries: 20 }))

const options = trainingOptionsSchema.parse({})

/** Puts a run that stands like this on the disk. */
async function keepRun(
  id: string,
  state: TrainingRun['state'],
  given: Partial<TrainingRun['options']> = {},
): Promise<void> {
  const run: TrainingRun = {
    id,
    createdAt: 0,
    options: { ...options, ...given },
    from: 'base',
    state,
    phase: 'training',
    message: '',
    train: 1,
    heldOut: 1,
    step: 0,
    steps: 1,
    secondsSpent: 0,
    secondsLeft: null,
    failure: null,
    model: null,
    verdict: null,
  }
  const job = {
    options,
    from: 'base',
    id: `boards-${state}`,
    models: parent,
    data: 'boards',
    taken: [],
    replay: parent,
    detector: null,
    device: null,
    lastProvider: null,
  }
  await new RunFolders(parent).create(run, [], job)
}

test('the model ids of unfinished runs are reserved, those of ended runs are not', async () => {
  const states = ['paused', 'interrupted', 'failed', 'done', 'cancelled'] as const
  for (const [index, state] of states.entries()) {
    await keepRun(`run-${index}`, state)
  }
  const runs = new TrainingRuns(parent, nodeProcessHost, { onRun() {}, onLine() {}, onModel() {} })
  expect(runs.reservedIds().sort()).toEqual(['boards-failed', 'boards-interrupted', 'boards-paused'])
})

const freshRun = (onCreated?: () => void): NewRun => ({
  options,
  items: [],
  fromId: 'base',
  job: {
    from: 'base',
    id: 'boards-1',
    models: parent,
    data: 'boards',
    taken: [],
    replay: parent,
    detector: null,
    device: null,
    lastProvider: null,
  },
  ...(onCreated && { onCreated }),
})
const silent = { onRun() {}, onLine() {}, onModel() {} }

const nothing = (): void => undefined

function importTrained(): never {
  throw new Error('nothing was trained')
}

/** Real processes; those that are there still are known. */
function countingHost(onStart: () => void = () => {}): { host: ProcessHost; alive: Set<HostedProcess> } {
  const alive = new Set<HostedProcess>()
  const host: ProcessHost = {
    async start(program, options) {
      const hosted = await nodeProcessHost.start(program, options)
      alive.add(hosted)
      hosted.onExit(() => alive.delete(hosted))
      onStart()
      return hosted
    },
  }
  return { host, alive }
}

test('of two runs that are started at once, one is refused', async () => {
  const { host } = countingHost()
  const runs = new TrainingRuns(parent, host, silent)
  const results = await Promise.allSettled([runs.start(freshRun()), runs.start(freshRun())])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(results[1]).toMatchObject({ reason: { failure: { code: 'unavailable' } } })
  expect(runs.list()).toHaveLength(1)
  runs.close()
})

test('nothing is launched once the project is closed, nor does what is starting then go on', async () => {
  const closed = new TrainingRuns(parent, nodeProcessHost, silent)
  closed.close()
  await expect(closed.start(freshRun())).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  expect(closed.list()).toEqual([])
  const { host, alive } = countingHost(() => closing.close())
  const closing = new TrainingRuns(parent, host, silent)
  await expect(closing.start(freshRun())).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  await expect.poll(() => alive.size).toBe(0)
})

test('a run whose split cannot be stored is not launched and leaves nothing', async () => {
  const runs = new TrainingRuns(parent, nodeProcessHost, silent)
  const failing = freshRun(() => {
    throw new Error('the disk is full')
  })
  await expect(runs.start(failing)).rejects.toThrow('the disk is full')
  expect(runs.list()).toEqual([])
})

test('what is cancelled or paused while its resume is starting does not go on', async () => {
  await keepRun('run-1', 'interrupted')
  const told: string[] = []
  let meanwhile = nothing
  const { host, alive } = countingHost(() => meanwhile())
  const runs = new TrainingRuns(parent, host, { ...silent, onRun: ({ state }) => told.push(state) })

  let asked: Promise<TrainingRun> = Promise.reject(new Error('nothing was asked'))
  asked.catch(() => undefined)
  meanwhile = () => (asked = runs.pause('run-1'))
  await expect(runs.resume('run-1')).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  expect(await asked).toMatchObject({ state: 'interrupted' })
  expect(told).toEqual([])

  meanwhile = () => (asked = runs.cancel('run-1'))
  await expect(runs.resume('run-1')).rejects.toMatchObject({ failure: { code: 'cancelled' } })
  expect(await asked).toMatchObject({ state: 'cancelled' })
  expect(runs.get('run-1').state).toBe('cancelled')
  expect(told).toEqual(['cancelled'])
  await expect.poll(() => alive.size).toBe(0)

  meanwhile = nothing
  expect(await runs.start(freshRun())).toMatchObject({ state: 'running' })
  runs.close()
})

test('a run of workers goes on where it cannot be cancelled, since its database is away', async () => {
  await keepRun('run-1', 'running', { on: 'workers' })
  const told: string[] = []
  const onRun = ({ state }: TrainingRun): number => told.push(state)
  const stopped: string[] = []
  /** Of a database that is away. */
  class Followed extends WorkerTrainings {
    override attempt(run: TrainingRun): Attempt {
      const stop = (): Promise<void> => Promise.resolve(void stopped.push(run.id))
      const [begin, whenEnded, pause] = Array.from({ length: 3 }, () => () => Promise.resolve())
      return { run, begin, whenEnded, pause, stop, leave: nothing }
    }
  }
  const place = `postgres://ann@localhost/team?host=${encodeURIComponent(parent)}`
  const runs = new TrainingRuns(
    parent,
    nodeProcessHost,
    { ...silent, onRun },
    (folders) => new Followed({ place, folders, events: silent, importTrained }),
  )
  const unavailable = { failure: { code: 'unavailable' } }
  await expect(runs.cancel('run-1')).rejects.toMatchObject(unavailable)
  expect(new RunFolders(parent).read('run-1').state).toBe('running')
  // also while it is followed
  await runs.followWorkers()
  await expect(runs.cancel('run-1')).rejects.toMatchObject(unavailable)
  expect([runs.get('run-1').state, stopped, told]).toEqual(['running', [], []])
  runs.close()
})
