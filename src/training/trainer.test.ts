import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initialValues, input, mean, mul, nn, Parameters, sgd, sub, trainingGraph } from '../graph'
import { syntheticSchedule } from './synthetic/synthetic-run'
import { trainingStage } from './task'
import type { Batch, Progress, TrainingStage } from './task'
import { TrainStep } from './train-step'
import type { Stepper } from './train-step'
import { DeviceError } from './device-step'
import { resumePoint, Trainer } from './trainer'
import type { TrainingRun } from './trainer'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trainer-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const p = Parameters.create()
const difference = sub(nn.linear(p.scope('line'), 2, 1)(input('x', ['batch', 2])), input('y', ['batch', 1]))
const parameters = p.list()
const graph = trainingGraph({ loss: mean(mul(difference, difference)), parameters, optimizer: sgd() })
const [first, second] = [trainingStage(graph), trainingStage(graph)]
const STEPS = 6

type Values = ReadonlyMap<string, Float32Array>

const stageAt = (share: number): TrainingStage => (share < 0.5 ? first : second)

function runOf(name: string, given: Partial<TrainingRun<Progress>>): TrainingRun<Progress> {
  return {
    task: { parameters, stageAt, release: () => Promise.resolve() },
    schedule: syntheticSchedule({ minutes: 0, steps: STEPS, rate: 0.01 }),
    batchAt: () => Promise.resolve({}),
    workers: { provider: 'cpu', replicas: 1, threads: 1 },
    checkpoints: { folder: join(folder, name), everySeconds: Infinity },
    ...given,
  }
}

/**
 * A run of two stages, from its newest checkpoint until a step, where it is saved; returns what its stages began with.
 * @param lean added to what is to be learned
 */
async function train(name: string, until: number, lean = 0): Promise<[TrainingStage, Values][]> {
  const entered: [TrainingStage, Values][] = []
  const batchAt = (step: number): Promise<Batch> =>
    Promise.resolve({
      x: { data: Float32Array.of(step, 1, 2, step), shape: [2, 2] },
      y: { data: Float32Array.of(1 + lean, 2), shape: [2, 1] },
    })
  const run = runOf(name, {
    batchAt,
    task: {
      parameters,
      stageAt,
      onStageEnter: async (stage, start) => void entered.push([stage, await start()]),
      release: () => Promise.resolve(),
    },
  })
  const trainer = await Trainer.open(run, await resumePoint(run), () =>
    Promise.resolve(initialValues(parameters, 4)),
  )
  await trainer.train({
    isStopRequested: () => trainer.progress.step >= until,
    afterStep: () => Promise.resolve(),
  })
  await trainer.save()
  await trainer.release()
  return entered
}

test('a run that resumes within a stage is given what the stage began with', async () => {
  const [begun, entered] = await train('whole', STEPS)
  expect([begun[0], entered[0]]).toEqual([first, second])
  expect(entered[1]).not.toEqual(begun[1])
  expect(await train('stopped', 4)).toEqual([begun, entered])
  expect(await train('stopped', 5)).toEqual([entered])
  expect(await train('stopped', STEPS)).toEqual([entered])
})

test('a run that enters a stage anew forgets what it began with before', async () => {
  await train('run', 2)
  const [, before] = await train('run', 4)
  rmSync(join(folder, 'run', 'step-00000004'), { recursive: true })
  const [, after] = await train('run', 4, 1)
  expect(after[1]).not.toEqual(before[1])
  expect(await train('run', 5)).toEqual([after])
})

const lost = (): Promise<never> => Promise.reject(new Error('Device lost\nat a line'))
const release = (): Promise<void> => Promise.resolve()
const failing: Stepper = { run: lost, vectors: lost, snapshot: lost, parameters: lost, release }

test.each(['run', 'vectors', 'snapshot', 'parameters'] as const)(
  'a device that fails in %s is told of as such, and a processor that fails is not',
  async (method) => {
    const make = vi.spyOn(TrainStep, 'createInThread').mockResolvedValue(failing as TrainStep)
    vi.spyOn(TrainStep, 'create').mockResolvedValue(failing as TrainStep)
    for (const provider of ['webgpu', 'cpu'] as const) {
      const run = runOf('device', { workers: { provider, replicas: 1, threads: 1 } })
      const trainer = await Trainer.open(run, await resumePoint(run), () => Promise.resolve(new Map()))
      const calls = {
        run: () => trainer.stepper.run({}, 1),
        vectors: () => trainer.stepper.vectors('values'),
        snapshot: () => trainer.stepper.snapshot(),
        parameters: () => trainer.stepper.parameters(),
      }
      const error = await calls[method]().catch((reason: unknown) => reason)
      expect(error instanceof DeviceError).toBe(provider === 'webgpu')
      expect(error).toHaveProperty(
        'message',
        provider === 'cpu' ? 'Device lost\nat a line' : 'Training on webgpu failed: Device lost.',
      )
    }
    expect(make).toHaveBeenCalledOnce()
  },
)

test('a run of an earlier version, which has not stored that, resumes with what it is at', async () => {
  const [, entered] = await train('run', 4)
  rmSync(join(folder, 'run', 'stage-start'), { recursive: true })
  const [resumed] = await train('run', 5)
  expect(resumed[1]).not.toEqual(entered[1])
  expect(await train('run', STEPS)).toEqual([resumed])
})
