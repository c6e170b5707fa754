import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAttempt } from '../../bench/background-training'
import { removeFolder } from '../../e2e/remove-folder'
import type { TrainingLine } from '../../src/contract/training'
import { parseSafetensors } from '../../src/graph'
import { writeUntrainedPhoto } from '../../src/models/photo/testing-untrained'
import type { CorrectedPair } from '../../src/training/data/corrected-pair'
import { makeCorrectedPairs, writeRun } from '../../src/training/fine-tuning/testing'
import type { Turn } from '../attack'
import { answered } from '../deadline'
import { Loss, ensure } from '../loss'

const PAIRS = 4
const STEPS = 2
/** For a whole run on a busy machine. */
const RUN_MILLISECONDS = 1_200_000
/** After which a process on the device is killed at the latest: a software driver takes minutes for a step. */
const MOST_MILLISECONDS = 60_000
/** Of how far training moved all weights: sums on a device have another order (decision 111). */
const TOLERANCE = 0.01

export interface UndisturbedTraining {
  folder: string
  from: string
  items: CorrectedPair[]
  weights: Buffer
}

/** A run on the processor, which is what a killed one must end like. */
export async function trainUndisturbed(folder: string): Promise<UndisturbedTraining> {
  const from = await writeUntrainedPhoto(join(folder, 'parents'))
  const items = await makeCorrectedPairs(join(folder, 'images'), PAIRS)
  const plan = { folder, from, items, weights: Buffer.alloc(0) }
  const run = begin(plan, 'straight', 'cpu')
  return { ...plan, weights: await goOn(run) }
}

/**
 * Trains on the device, in a process that is killed at some moment, and goes on on the processor, as the program does.
 * Returns whether it was killed. @throws Loss where a step is lost or doubled, or the weights differ
 */
export async function trainKilled(turn: Turn, plan: UndisturbedTraining): Promise<boolean> {
  const run = begin(plan, 'killed', 'webgpu')
  const isKilled = await killedAttempt(turn, run)
  const made = isKilled ? await goOn(run, 'cpu') : await goOn(run)
  const distance = weightDistance(made, plan)
  ensure(distance <= TOLERANCE, `the weights of a killed run are ${distance.toExponential(1)} off`)
  turn.note('most weights of a killed run were off by', distance.toExponential(1))
  removeFolder(run)
  removeFolder(modelsOf(run))
  return isKilled
}

function begin(
  { folder, from, items }: Omit<UndisturbedTraining, 'weights'>,
  name: string,
  provider: 'cpu' | 'webgpu',
): string {
  const run = join(folder, name)
  const job = { from, models: modelsOf(run), replay: join(folder, 'replay') }
  writeRun(run, items, job, { steps: STEPS, batch: 2, replay: 0, provider })
  return run
}

function modelsOf(run: string): string {
  return `${run}-models`
}

/** To the end; the weights. @throws Loss */
async function goOn(run: string, provider: 'cpu' | null = null): Promise<Buffer> {
  const steps: number[] = []
  const onLine = (line: TrainingLine): void => void (line.type === 'step' && steps.push(line.step))
  const model = await answered('a training run', runAttempt(run, onLine, provider), RUN_MILLISECONDS)
  if (model === null) {
    throw new Loss('dead', `${run}: the training process ended without being killed`)
  }
  const isInOrder = steps.every((step, at) => at === 0 || step === steps[at - 1] + 1)
  ensure(isInOrder && (steps.at(-1) ?? STEPS) === STEPS, `${run} took the steps ${steps.join(', ')}`)
  return readWeights(model)
}

/** Returns whether it was killed: a run may be quicker. */
async function killedAttempt(turn: Turn, run: string): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const delay = turn.random.next() * MOST_MILLISECONDS
  const running = runAttempt(run, (_line, kill) => {
    // its first line tells how to kill it
    timer ??= setTimeout(kill, delay)
  })
  try {
    const isKilled = (await answered('a killed training run', running, RUN_MILLISECONDS)) === null
    turn.tally.kills += isKilled ? 1 : 0
    return isKilled
  } finally {
    clearTimeout(timer)
  }
}

/** How far they lie apart, as a part of how far training has moved them. */
function weightDistance(made: Buffer, { weights, from }: UndisturbedTraining): number {
  const [own, expected, start] = [made, weights, readWeights(from)].map(
    (bytes) => parseSafetensors(bytes, 'weights').tensors,
  )
  let [apart, moved] = [0, 0]
  for (const [name, { values }] of expected) {
    const [mine, first] = [own, start].map((tensors) => tensors.get(name)?.values)
    ensure(mine?.length === values.length, `the weights ${name} of a killed run are missing`)
    for (let at = 0; at < values.length; at += 1) {
      apart += ((mine?.[at] ?? 0) - values[at]) ** 2
      moved += (values[at] - (first?.[at] ?? 0)) ** 2
    }
  }
  return Math.sqrt(apart / moved)
}

function readWeights(model: string): Buffer {
  return readFileSync(join(model, 'weights.safetensors'))
}
