import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeFolder } from '../../e2e/remove-folder'
import { runAttempt } from '../../bench/background-training'
import type { CorrectedPair } from '../../src/training/data/corrected-pair'
import { makeCorrectedPairs, writeRun, writeUntrainedPackage } from '../../src/training/fine-tuning/testing'
import type { Attack, Turn } from '../attack'
import { answered } from '../deadline'
import { Loss, ensure } from '../loss'
import { makeOwnFolder } from '../own-folder'

/** For a whole run on a busy machine. */
const RUN_MILLISECONDS = 1_200_000
const PAIRS = 6
const STEPS = 4

interface Prepared {
  folder: string
  from: string
  items: CorrectedPair[]
  /** Of the run that nothing disturbed. */
  weights: Buffer
  milliseconds: number
}

interface Run {
  folder: string
  killsLeft: number
}

/** Fine-tuning whose process is killed again and again ends in the same weights as without a stop. A turn is one attempt. */
export function trainAttack(): Attack {
  const own = makeOwnFolder('train')
  let prepared: Prepared | null = null
  let run: Run | null = null
  let count = 0

  return {
    name: 'train',
    async run(turn) {
      if (prepared === null) {
        prepared = await prepare(turn, own.fresh())
        return
      }
      if (run === null) {
        count += 1
        run = { folder: begin(prepared, `run-${count}`), killsLeft: turn.random.between(1, 4) }
      }
      turn.tally.attempts += 1
      if (run.killsLeft > 0) {
        run.killsLeft -= 1
        if ((await killedAttempt(turn, run.folder, prepared.milliseconds)) === null) {
          return
        }
      }
      const model = await attempt(run.folder)
      const { folder } = run
      run = null
      ensure(
        readFileSync(join(model, 'weights.safetensors')).equals(prepared.weights),
        `${model}: the weights of a killed run differ from those of one without a stop`,
      )
      removeFolder(folder)
      removeFolder(modelsOf(folder))
    },
    async end() {
      own.remove()
    },
  }
}

async function prepare(turn: Turn, folder: string): Promise<Prepared> {
  const from = await writeUntrainedPackage(join(folder, 'parents'))
  const items = await makeCorrectedPairs(join(folder, 'images'), PAIRS, { width: 64, height: 64 })
  const prepared = { folder, from, items, weights: Buffer.alloc(0), milliseconds: 0 }
  turn.tally.attempts += 1
  const began = performance.now()
  const model = await attempt(begin(prepared, 'straight'))
  const milliseconds = performance.now() - began
  return { ...prepared, milliseconds, weights: readFileSync(join(model, 'weights.safetensors')) }
}

function begin({ folder, from, items }: Omit<Prepared, 'weights' | 'milliseconds'>, name: string): string {
  const run = join(folder, name)
  writeRun(run, items, { from, models: modelsOf(run), replay: join(folder, 'replay') }, { steps: STEPS })
  return run
}

/** Where a run puts its model. */
function modelsOf(run: string): string {
  return `${run}-models`
}

/** The model's folder. @throws Loss */
async function attempt(run: string): Promise<string> {
  const model = await answered(
    'a training run',
    runAttempt(run, () => undefined),
    RUN_MILLISECONDS,
  )
  if (model === null) {
    throw new Loss('dead', `${run}: the training process ended without being killed`)
  }
  return model
}

/** Killed within the time that a whole run takes. Returns the model where it was quicker. */
async function killedAttempt(turn: Turn, run: string, milliseconds: number): Promise<string | null> {
  const delay = turn.random.next() * milliseconds
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const running = runAttempt(run, (_line, kill) => {
    // its first line tells how to kill it
    timer ??= setTimeout(
      () => {
        turn.tally.kills += 1
        kill()
      },
      Math.max(0, began + delay - performance.now()),
    )
  })
  try {
    return await answered('a killed training run', running, RUN_MILLISECONDS)
  } finally {
    clearTimeout(timer)
  }
}
