import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trainingOptionsSchema } from '../../contract/training'
import { nodeProcessHost } from '../../process/process-host'
import { newRun } from './new-run'
import { RunFolders, lockRun } from './run-folders'
import { TrainingRuns } from './training-runs'

let parent: string
let other: ChildProcess | null = null
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'deltascribe-lock-'))
})
afterEach(() => {
  other?.kill('SIGKILL')
  rmSync(parent, { recursive: true, force: true, maxRetries: 20 })
})

/** A run that says it is running, and another program that holds its folder. */
async function trainElsewhere(id: string): Promise<ChildProcess> {
  const options = trainingOptionsSchema.parse({})
  const job = {
    from: 'base',
    id: 'boards-1',
    models: parent,
    taken: [],
    data: 'boards',
    replay: parent,
    detector: null,
    device: null,
    lastProvider: null,
  }
  const run = newRun(id, { options, items: [], fromId: 'base', job })
  await new RunFolders(parent).create(run, [], { ...job, options })
  const script = join(parent, 'other.ts')
  const [source, folder] = [join(import.meta.dirname, 'run-folders.ts'), join(parent, id)]
  writeFileSync(
    script,
    `import { lockRun } from ${JSON.stringify(source)}
     globalThis.held = lockRun(${JSON.stringify(folder)})
     console.log('held')
     setInterval(() => undefined, 1000)`,
  )
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  other = child
  await once(child.stdout, 'data')
  return child
}

const runsOf = (): TrainingRuns =>
  new TrainingRuns(parent, nodeProcessHost, { onRun() {}, onLine() {}, onModel() {} })

test('a run that another program trains is left alone; once that is killed, it can be gone on with', async () => {
  const child = await trainElsewhere('run-1')
  const runs = runsOf()
  expect(runs.list()).toMatchObject([{ id: 'run-1', state: 'running' }])
  const refused = {
    failure: {
      code: 'unavailable',
      message: 'Another program is training this run: pause it there, or wait until it ends.',
    },
  }
  await expect(runs.resume('run-1')).rejects.toMatchObject(refused)
  await expect(runs.pause('run-1')).rejects.toMatchObject(refused)
  await expect(runs.cancel('run-1')).rejects.toMatchObject(refused)
  await expect(runs.forget('run-1')).rejects.toMatchObject(refused)
  expect(runs.list()).toMatchObject([{ id: 'run-1', state: 'running' }])

  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(runs.list()).toMatchObject([{ id: 'run-1', state: 'interrupted' }])
  expect(await runs.resume('run-1')).toMatchObject({ state: 'running' })
  const beside = runsOf()
  expect(beside.list()).toMatchObject([{ id: 'run-1', state: 'running' }])
  await expect(beside.cancel('run-1')).rejects.toMatchObject(refused)
  runs.close()
  expect(beside.list()).toMatchObject([{ id: 'run-1', state: 'interrupted' }])
  expect(await beside.forget('run-1')).toEqual([])
  expect(await beside.forget('run-1')).toEqual([])
}, 240_000)

test('a lock is free again when it was released, also twice', () => {
  const folder = join(parent, 'run-2')
  mkdirSync(folder)
  const lock = lockRun(folder)
  expect(() => lockRun(folder)).toThrow('Another program is training this run')
  lock.release()
  lock.release()
  lockRun(folder).release()
})
