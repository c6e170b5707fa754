import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advancedTrainingSchema, trainingOptionsSchema } from '../../contract/training'
import type { AdvancedTraining, TrainingLine, TrainingRun } from '../../contract/training'
import type { ModelComparison } from '../../contract/model-comparison'
import { smallPhotoNetwork } from '../../models/photo/testing-small'
import { writeUntrainedPhoto } from '../../models/photo/testing-untrained'
import { startFile } from '../../process/process-host'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import type { CorrectedPair } from '../../training/data/corrected-pair'
import { deviceOfRun } from '../../training/fine-tuning/fine-tune-setup'
import { makeCorrectedPairs } from '../../training/fine-tuning/testing'
import { useSoftwareDriver, webgpuMissing } from '../../training/testing-webgpu'
import { TrainingRuns } from './training-runs'
import { englishOf } from '../../messages/message'

useSoftwareDriver()
const missing = await webgpuMissing()
const patience = 600_000
const smallTraining = {
  path: join(import.meta.dirname, 'testing', 'small-training.ts'),
  execArgv: ['--import', 'tsx'],
}

type StepLine = Extract<TrainingLine, { type: 'step' }>

describe.skipIf(missing !== null)(`a run on WebGPU${missing === null ? '' : ` [${missing}]`}`, () => {
  let home = ''
  let from = ''
  let items: CorrectedPair[] = []
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'runs-device-'))
    from = await writeUntrainedPhoto(join(home, 'photo'), smallPhotoNetwork)
    items = await makeCorrectedPairs(join(home, 'images'), 4)
  })
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }))

  /** Runs to the end. `onLine` gets the process that is at work. */
  async function trainAll(
    name: string,
    advanced: Partial<AdvancedTraining>,
    onLine: (line: TrainingLine, current: HostedProcess | null) => void = () => {},
    parent = from,
  ): Promise<{ run: TrainingRun; notices: string[]; steps: StepLine[]; verdict: ModelComparison | null }> {
    let current: HostedProcess | null = null
    const host: ProcessHost = {
      start: async (_program, options) => (current = await startFile(smallTraining, options)),
    }
    const notices: string[] = []
    const steps: StepLine[] = []
    const endings = new EventEmitter<{ end: [TrainingRun] }>()
    const ended = once(endings, 'end')
    const runs = new TrainingRuns(join(home, name), host, {
      onRun: (run) => void (run.state !== 'running' && endings.emit('end', run)),
      onLine(_, line) {
        if (line.type === 'notice') {
          notices.push(englishOf(line.message))
        }
        if (line.type === 'step') {
          steps.push(line)
        }
        onLine(line, current)
      },
      onModel() {},
    })
    const options = trainingOptionsSchema.parse({
      preset: 'quick',
      advanced: advancedTrainingSchema.parse({ steps: 3, batch: 2, replay: 0, threads: 1, ...advanced }),
    })
    const models = join(home, `${name}-models`)
    const job = { from: parent, id: name, models, data: 'made', taken: [], replay: join(home, 'replay') }
    await runs.start({
      id: name,
      options,
      items,
      fromId: 'fresh-photo',
      job: { ...job, detector: null, device: 'webgpu', lastProvider: null },
    })
    const [run] = (await ended) as [TrainingRun]
    runs.close()
    return { run, notices, steps, verdict: runs.comparison(name) }
  }

  test(
    'has the losses of the processor, goes on there where its process is killed and says so; its model is compared as any other',
    async () => {
      const onCpu = await trainAll('processor', { provider: 'cpu' })
      let device: string | null = null
      const killed = await trainAll('killed', { provider: 'webgpu' }, (line, current) => {
        // the first step has its checkpoint then
        if (line.type === 'score' && line.step === 2 && device === null) {
          device = deviceOfRun(join(home, 'killed', 'killed'))
          current?.kill()
        }
      })
      expect(device).toBe('webgpu')
      expect(killed.run).toMatchObject({ state: 'done', model: 'killed', step: 3 })
      expect(killed.notices).toEqual([
        'Training by WebGPU.',
        'The training process ended while WebGPU trained. The run continues on the CPU from its last checkpoint.',
      ])
      // a quick step after another has no line
      const expected = new Map(onCpu.steps.map(({ step, loss }) => [step, loss]))
      const both = killed.steps.flatMap(({ step, loss }) => {
        const other = expected.get(step)
        return other === undefined ? [] : [{ step, loss, other }]
      })
      expect(both.map(({ step }) => step)).toEqual(expect.arrayContaining([1, 3]))
      expect(both.filter(({ loss, other }) => !(Math.abs(loss - other) / other < 1e-3))).toEqual([])
      expect(killed.verdict).toMatchObject({ after: 'killed' })
    },
    patience,
  )

  test(
    'goes on on the processor where its loss is not a number, and ends there if that of the processor is none either',
    async () => {
      const astray = await writeUntrainedPhoto(join(home, 'astray'), smallPhotoNetwork, 1e37)
      const { run, notices } = await trainAll('astray', { provider: 'webgpu' }, () => {}, astray)
      expect(notices).toEqual([
        'Training by WebGPU.',
        'Training on webgpu failed: the loss after step 1 is not a number. The run continues on the CPU from its last checkpoint.',
      ])
      expect(run.state).toBe('failed')
      expect(run.failure?.message).toBe(
        'The loss is not a number after step 1: choose a lower learning rate.',
      )
    },
    patience,
  )

  test(
    'is tried where the choice is automatic; the slow software driver is not taken',
    async () => {
      const { run, notices } = await trainAll('tried', {})
      expect(run).toMatchObject({ state: 'done', model: 'tried' })
      expect(notices).toEqual([
        expect.stringMatching(/^Training on the CPU, .* a second: WebGPU (would take|cannot train here)/),
      ])
    },
    patience,
  )
})
