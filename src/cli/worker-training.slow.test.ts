import type { ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TrainingLine, TrainingRun } from '../contract/training'
import type { Served } from '../engine/server/serve'
import { startEngine } from '../engine/testing'
import type { StartedEngine } from '../engine/testing'
import { reviewPair } from '../engine/testing-reviewed'
import { addPeople, serveTeam } from '../engine/testing-team'
import { appPaths } from '../engine/user-folder'
import { englishOf } from '../messages/message'
import { writeUntrainedPhoto } from '../models/photo/testing-untrained'
import { WorkQueue } from '../queue/work-queue'
import { serverPrograms, startTestServer } from '../store/postgres/testing-server'
import type { TestServer } from '../store/postgres/testing-server'
import { makeCorrectedPairs } from '../training/fine-tuning/testing'
import { ownFolder, runHere } from './testing'
import { endLeases, killed, TestWorkers, until } from './testing-workers'
import { addTrainCommand } from './train'
import { addWorkerCommand } from './worker'
import { addWorkersCommand } from './workers'

const programs = serverPrograms()
const reason = programs === null ? ' [needs a PostgreSQL server of Debian, 15 or later]' : ''
const at = ownFolder()
let server: TestServer
let engines: StartedEngine[] = []
let served: Served | null = null
const workers = new TestWorkers()

beforeAll(async () => {
  if (programs !== null) {
    server = await startTestServer(programs)
  }
})
afterEach(async () => {
  engines.forEach(({ engine }) => engine.dispose())
  engines = []
  served?.close()
  served = null
  await workers.killAll()
})
afterAll(() => server?.stop())

/** A worker on a machine of its own, whose files lie in `home`. */
function started(place: string, home: string, ...more: string[]): ChildProcess {
  return workers.start(place, home, ['--tasks', 'training', ...more])
}

/** A project in the database with pairs that people have reviewed. */
async function reviewed(place: string, home = at('home')): Promise<StartedEngine & { folder: string }> {
  const folder = at('pairs')
  const items = await makeCorrectedPairs(at('made'), 9)
  for (const frame of ['before', 'after'] as const) {
    mkdirSync(at('pairs', frame), { recursive: true })
    items.forEach((item, index) => copyFileSync(item[frame], at('pairs', frame, `${index}.png`)))
  }
  const opened = await asker(place, folder, home)
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await opened.client.call('pairs.find', { filter, order: 'key' })
  for (const [index, pairId] of ids.entries()) {
    await reviewPair(opened, pairId, items[index])
  }
  return { ...opened, folder }
}

async function asker(place: string, folder: string, home: string): Promise<StartedEngine> {
  const { models, version } = appPaths()
  const started = startEngine(home, { modelsFolder: models, version, database: { folder, place } })
  engines.push(started)
  await started.client.call('settings.set', { proposeAhead: false, embedPairs: false, provider: 'cpu' })
  await started.client.call('project.open', { folder, reading: null })
  return started
}

/** So many that a worker is killed before the last one. */
const MANY_STEPS = 24

const options = {
  preset: 'quick' as const,
  on: 'workers' as const,
  from: 'ccrc-base',
  advanced: { steps: 4, batch: 4, threads: 1, provider: 'cpu' as const },
}

/** Begins with a model of a small network, which the asker and the worker have. */
const small = { ...options, from: 'fresh-photo' }
const homes = ['home', 'tower']

async function writeSmall(): Promise<void> {
  await Promise.all(homes.map((home) => writeUntrainedPhoto(at(home, 'models'))))
}

/** Resolves once the run is as wanted; the steps that its lines told. */
function follow({ client }: StartedEngine): {
  lines: TrainingLine[]
  until(holds: (run: TrainingRun) => boolean): Promise<TrainingRun>
} {
  const lines: TrainingLine[] = []
  client.on('training.line', ({ line }) => lines.push(line))
  return {
    lines,
    until: (holds) =>
      new Promise((resolve) => {
        const check = (run: TrainingRun): void => {
          if (holds(run)) {
            stop()
            resolve(run)
          }
        }
        const stop = client.on('training.changed', check)
        void client.call('training.runs', {}).then((runs) => runs.slice(0, 1).forEach(check))
      }),
  }
}

const isPresent = async ({ client }: StartedEngine): Promise<boolean> =>
  (await client.call('workers.status', {}))?.workers.some(({ tasks }) => tasks.includes('training')) === true
const hasEnded = ({ state }: TrainingRun): boolean => state !== 'running'

/** Folders of runs and models that a worker has kept. */
function keptBy(home: string): string[] {
  const parent = `${home}/worker-runs`
  return existsSync(parent)
    ? readdirSync(parent).flatMap((project) =>
        readdirSync(`${parent}/${project}`, { withFileTypes: true })
          .filter((one) => one.isDirectory())
          .map(({ name }) => name),
      )
    : []
}

test.skipIf(programs === null)(
  `a worker trains for a project, and its model, verdict and curves come back${reason}`,
  async () => {
    const place = `${server.url}&schema=trained`
    const own = await reviewed(place)
    const { client, folder } = own
    await expect(client.call('training.start', options)).rejects.toThrow('No worker that trains is there')
    const nothing = ['worker', '--database', place, '--tasks', 'dance']
    expect((await runHere(addWorkerCommand, ...nothing)).err).toContain('proposals,training,exports,captions')

    // the worker's machine has no path to the images
    writeFileSync(at('page'), '')
    const { database } = await addPeople(place, { Olga: 'owner' })
    served = await serveTeam(at('team'), folder, place)
    const file = at('token')
    const token = ['workers', 'token', 'add', 'tower', '--out', file, '--database', place]
    await runHere(addWorkersCommand, ...token)
    const reach = ['--server', new URL(served.url).origin, '--token-file', file]
    const worker = started(place, at('tower'), ...reach)
    await until(() => isPresent(own))
    const followed = follow(own)
    const { id: runId } = await client.call('training.start', options)
    const run = await followed.until(hasEnded)
    expect(run).toMatchObject({ id: runId, state: 'done', step: 4, steps: 4, failure: null })
    const proposers = await client.call('proposers.list', {})
    expect(proposers.find(({ name }) => name === run.model)).toMatchObject({
      isAvailable: true,
      isInUse: false,
    })
    const verdict = await client.call('training.verdict', { runId })
    expect(verdict).toMatchObject({ before: 'ccrc-base', after: run.model, pairCount: run.heldOut })
    const pairId = verdict?.rows[0].pairId ?? 0
    expect((await client.call('training.compare', { runId, pairId })).after.pairId).toBe(pairId)
    const history = await client.call('training.history', { runId })
    expect(history.steps.at(-1)?.step).toBe(4)
    expect(history.notices.map(englishOf)).toContainEqual(expect.stringMatching(/^Training on .+\.$/))
    // nothing is left on its machine, nor in the database
    await until(() => keptBy(at('tower')).length === 0)
    expect((await client.call('workers.status', {}))?.runs).toEqual([])
    await killed(worker, 'SIGTERM')
    expect(worker.exitCode).toBe(0)
    await database.close()
  },
)

test.skipIf(programs === null)(
  `workers end and are killed, and the run is done once, with the weights of a run that nobody disturbed${reason}`,
  async () => {
    const place = `${server.url}&schema=trainkills`
    await writeSmall()
    const own = await reviewed(place)
    const { client, folder } = own
    const undisturbed = follow(own)
    const longer = { ...small, advanced: { ...small.advanced, steps: MANY_STEPS } }
    await client.call('training.start', { ...longer, on: 'here' })
    const { model, step } = await undisturbed.until(hasEnded)
    expect(step).toBe(MANY_STEPS)

    const queue = await WorkQueue.open(place)
    const first = started(place, at('tower'))
    await until(() => isPresent(own))
    const followed = follow(own)
    const { id: runId } = await client.call('training.start', longer)
    const job = async (): Promise<Record<string, unknown>> => {
      const [row] = await queue.ask(
        `SELECT retry_count AS again, retry_limit AS most, state FROM ${queue.schema}.job`,
      )
      return row
    }
    await followed.until((run) => run.id === runId && run.step > 0)
    await killed(first, 'SIGTERM')
    expect(readdirSync(at('tower', 'worker-runs'), { recursive: true }).join()).toContain('checkpoints/')
    const second = started(place, at('tower'))
    await until(async () => (await job())['state'] === 'active')
    await until(() => followed.lines.filter(({ type }) => type === 'notice').length > 1)
    await killed(second)
    expect(await job()).toEqual({ again: 1, most: 20, state: 'active' })
    await endLeases(queue)
    // who asked is gone, too
    own.engine.dispose()
    const third = started(place, at('tower'))
    const again = await asker(place, folder, at('home'))
    const run = await follow(again).until((one) => one.id === runId && hasEnded(one))
    // the very weights are here already, so the model is that one
    expect(run).toMatchObject({ state: 'done', step: MANY_STEPS, model, failure: null })
    expect(await job()).toEqual({ again: 2, most: 20, state: 'completed' })
    const { steps } = await again.client.call('training.history', { runId })
    expect(steps.at(-1)?.step).toBe(MANY_STEPS)
    await until(() => keptBy(at('tower')).length === 0)
    await killed(third)
    await queue.close()
  },
)

test.skipIf(programs === null)(
  `a run on a worker is paused, goes on, and is cancelled; the command line follows one${reason}`,
  async () => {
    const place = `${server.url}&schema=trainstops`
    await writeSmall()
    const own = await reviewed(place)
    const { client, folder } = own
    const worker = started(place, at('tower'))
    await until(() => isPresent(own))
    // work of a newer version is left alone
    const queue = await WorkQueue.open(place)
    await queue.insert([{ queue: 'dance-1', key: 'a', data: { steps: 3 } }])
    const followed = follow(own)
    const { id: runId } = await client.call('training.start', {
      ...small,
      advanced: { ...small.advanced, steps: 100_000 },
    })
    await followed.until(({ step }) => step > 0)
    await expect(client.call('training.start', options)).rejects.toThrow('A training run is running')
    expect(await client.call('training.pause', { runId })).toMatchObject({ state: 'paused' })
    await until(
      async () => (await queue.ask(`SELECT 1 FROM ${queue.schema}.job WHERE state = 'active'`)).length === 0,
    )
    await client.call('training.resume', { runId })
    await followed.until(({ state, message }) => state === 'running' && englishOf(message) === 'Training')
    expect(await client.call('training.cancel', { runId })).toMatchObject({ state: 'cancelled' })
    await until(() => keptBy(at('tower')).length === 0)
    own.engine.dispose()

    const words = ['train', '--project', folder, '--database', place, '--workers', '--from', small.from]
    const short = ['--steps', '3', '--batch', '4', '--threads', '1', '--provider', 'cpu', '--json']
    const ran = await runHere(addTrainCommand, ...words, ...short)
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('Training on ')])
    expect(JSON.parse(ran.out)).toMatchObject({ run: { state: 'done', step: 3, options: { on: 'workers' } } })
    const status = await runHere(addWorkerCommand, 'worker', '--database', place, '--status')
    expect(status.out).toMatch(/ training +cpu/)
    await killed(worker)
    expect(await queue.open(['dance-1'])).toBe(1)
    await queue.close()
  },
)
