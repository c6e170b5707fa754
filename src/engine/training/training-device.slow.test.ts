import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advancedTrainingSchema, trainingOptionsSchema } from '../../contract/training'
import type { AdvancedTraining, TrainingLine, TrainingRun } from '../../contract/training'
import { writeUntrainedPhoto } from '../../models/photo/untrained'
import { nodeProcessHost } from '../../process/process-host'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import type { CorrectedPair } from '../../training/data/corrected-pair'
import { makeCorrectedPairs } from '../../training/fine-tuning/testing'
import { useSoftwareDriver, webgpuMissing } from '../../training/webgpu-support'
import { TrainingRuns } from './training-runs'
import { englishOf } from '../../messages/message'

useSoftwareDriver()
const missing = await webgpuMissing()
const patience = 1_800_000

describe.skipIf(missing !== null)(`a run on WebGPU${missing === null ? '' : ` [${missing}]`}`, () => {
  let home = ''
  let from = ''
  let items: CorrectedPair[] = []
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'runs-device-'))
    from = await writeUntrainedPhoto(join(home, 'photo'))
    items = await makeCorrectedPairs(join(home, 'images'), 4)
  })
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }))

  /** Runs to the end. `onLine` gets the process that is at work. */
  async function trainAll(
    name: string,
    advanced: Partial<AdvancedTraining>,
    onLine: (line: TrainingLine, current: HostedProcess | null) => void = () => {},
  ): Promise<{ run: TrainingRun; notices: string[] }> {
    let current: HostedProcess | null = null
    const host: ProcessHost = {
      start: async (program, options) => (current = await nodeProcessHost.start(program, options)),
    }
    const notices: string[] = []
    const endings = new EventEmitter<{ end: [TrainingRun] }>()
    const ended = once(endings, 'end')
    const runs = new TrainingRuns(join(home, name), host, {
      onRun: (run) => void (run.state !== 'running' && endings.emit('end', run)),
      onLine(_, line) {
        if (line.type === 'notice') {
          notices.push(englishOf(line.message))
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
    const job = { from, id: name, models, data: 'made', taken: [], replay: join(home, 'replay') }
    await runs.start({
      options,
      items,
      fromId: 'fresh-photo',
      job: { ...job, detector: null, device: 'webgpu', lastProvider: null },
    })
    const [run] = (await ended) as [TrainingRun]
    runs.close()
    return { run, notices }
  }

  test(
    'goes on on the processor where its process is killed, and says so',
    async () => {
      let isKilled = false
      const { run, notices } = await trainAll('killed', { provider: 'webgpu' }, (line, current) => {
        if (line.type === 'step' && !isKilled) {
          isKilled = true
          current?.kill()
        }
      })
      expect(run).toMatchObject({ state: 'done', model: 'killed', step: 3 })
      expect(notices).toEqual([
        'Training by WebGPU.',
        'The training process ended while WebGPU trained. The run continues on the CPU from its last checkpoint.',
      ])
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
