import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { TRAINING_DEFAULTS } from '../../src/contract/training'
import { readWeights, writeWeights } from '../../src/graph/weights'
import type { FrozenEncoder } from '../../src/models/photo/frozen-encoder'
import { trainingStage, warmCosine } from '../../src/training/task'
import type { Progress, Schedule } from '../../src/training/task'
import { resumePoint, Trainer } from '../../src/training/trainer'
import { partialBatch, partialTraining } from './partial-labels'
import type { PartialSample } from './partial-labels'

const { batch: BATCH, rate: RATE } = TRAINING_DEFAULTS
/** As fine-tuning has them. */
const WARM_UP_STEPS = 20
const LOWEST_RATE = 0.02
const CHECKPOINT_SECONDS = 45

const progressSchema = z.object({ step: z.int(), seconds: z.number() })

interface AdaptRun {
  /** What is there is not made again. */
  readonly folder: string
  readonly steps: number
  /** Whether the weights learn, or the means and variances of normalisation follow the folder. */
  readonly learns: boolean
  readonly weights: ReadonlyMap<string, Float32Array>
  readonly encoder: FrozenEncoder
  /** Sample `index` of a step; a function of both. */
  readonly sampleAt: (step: number, index: number) => PartialSample
}

/** Trains to the end of the run, from its newest checkpoint where there is one, and returns the weights. */
export async function adaptedWeights(run: AdaptRun): Promise<ReadonlyMap<string, Float32Array>> {
  const { graph, parameters } = partialTraining(BATCH, !run.learns)
  const path = join(run.folder, 'weights.safetensors')
  if (existsSync(path)) {
    return readWeights(parameters, readFileSync(path), path)
  }
  mkdirSync(run.folder, { recursive: true })
  const stage = trainingStage(graph)
  const plan = {
    task: { parameters, stageAt: () => stage, release: () => Promise.resolve() },
    schedule: scheduleOf(run),
    batchAt: (step: number) =>
      partialBatch(
        Array.from({ length: BATCH }, (_, index) => run.sampleAt(step, index)),
        run.encoder,
      ),
    workers: { provider: 'cpu', replicas: 1, threads: 1 },
    checkpoints: { folder: join(run.folder, 'checkpoints'), everySeconds: CHECKPOINT_SECONDS },
  } as const
  const trainer = await Trainer.open(plan, await resumePoint(plan), () => Promise.resolve(run.weights))
  try {
    await trainer.train({
      async afterStep({ loss, seconds }) {
        const { step } = trainer.progress
        appendFileSync(join(run.folder, 'log.jsonl'), `${JSON.stringify({ step, loss, seconds })}\n`)
        if (trainer.isSaveDue()) {
          await trainer.save()
        }
      },
    })
    const values = await trainer.stepper.parameters()
    writeFileSync(path, writeWeights(parameters, values, { precision: 'F32' }))
    return values
  } finally {
    await trainer.release()
  }
}

function scheduleOf({ steps, learns }: AdaptRun): Schedule<Progress> {
  const share = ({ step }: Progress): number => step / steps
  return {
    initial: { step: 0, seconds: 0 },
    fromRecord: (record) => progressSchema.parse(record),
    toRecord: (progress) => progress,
    share,
    rate(progress) {
      const warm = (progress.step + 1) / WARM_UP_STEPS
      return learns ? warmCosine({ highest: RATE, lowest: LOWEST_RATE }, share(progress), warm) : 0
    },
    isEnded: ({ step }) => step >= steps,
  }
}
