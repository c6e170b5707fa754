import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TrainingLine } from '../src/contract/training'
import { uniformAt } from '../src/graph/random'
import { prepareRunFolders, runAttempt } from './background-training'
import { englishOf } from '../src/messages/message'

/**
 * A fine-tuning run that is killed (SIGKILL) at ten random moments, from cropping pairs to comparing models, against
 * the same run left alone: `npx tsx bench/interrupted-training.bench.ts [kills] [seed]`
 */
const kills = Number(process.argv[2] ?? 10)
const seed = Number(process.argv[3] ?? 1)
const [pairs, heldOut, steps] = [9, 3, 24]
/** A moment, in pairs cropped, steps taken and proposals compared. */
const whole = pairs + steps + 2 * heldOut
/** Milliseconds after a moment's line. */
const LONGEST_DELAY = 300

const folders = await prepareRunFolders(pairs)
try {
  const advanced = { steps, batch: 4, threads: 1 }
  const alone = await timed(() => runAttempt(folders.begin('alone', advanced), () => undefined))
  console.log(`left alone: ${seconds(alone.milliseconds)}`)

  const run = folders.begin('killed', advanced)
  const moments = Array.from({ length: kills }, (_, at) => uniformAt(seed, 2 * at) * whole)
  const killed = await timed(async () => {
    for (const [at, moment] of moments.toSorted((a, b) => a - b).entries()) {
      const delay = uniformAt(seed, 2 * at + 1) * LONGEST_DELAY
      let last: TrainingLine | null = null
      const model = await runAttempt(run, (line, kill) => {
        last = line
        if (momentOf(line) >= moment) {
          setTimeout(kill, delay)
        }
      })
      console.log(`  kill ${at + 1}: ${model === null ? describe(last) : 'the run was done before'}`)
    }
    return runAttempt(run, () => undefined)
  })
  const [a, b] = [alone.model, killed.model].map((model) => weightsOf(model))
  console.log(
    `killed ${kills} times: ${seconds(killed.milliseconds)}, ${(killed.milliseconds / alone.milliseconds).toFixed(1)} times as long`,
  )
  console.log(a.equals(b) ? 'the weights are the same to the byte' : 'THE WEIGHTS DIFFER')
  if (!a.equals(b)) {
    process.exitCode = 1
  }
} finally {
  folders.remove()
}

function momentOf(line: TrainingLine): number {
  if (line.type === 'step') {
    return pairs + line.step
  }
  if (line.type !== 'phase') {
    return -1
  }
  if (line.phase === 'preparing') {
    return line.done ?? 0
  }
  return line.phase === 'comparing' ? pairs + steps + (line.done ?? 0) : -1
}

function describe(line: TrainingLine | null): string {
  if (line?.type === 'step') {
    return `in step ${line.step + 1}`
  }
  if (line?.type === 'phase') {
    return `${englishOf(line.message)} (${line.done ?? 0} of ${line.total ?? 0})`
  }
  return line?.type ?? 'at once'
}

async function timed(
  work: () => Promise<string | null>,
): Promise<{ model: string | null; milliseconds: number }> {
  const start = performance.now()
  return { model: await work(), milliseconds: performance.now() - start }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(0)} s`
}

function weightsOf(model: string | null): Buffer {
  return readFileSync(join(model ?? '', 'weights.safetensors'))
}
