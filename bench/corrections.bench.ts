import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../build/build'
import { trainingOptionsSchema } from '../src/contract/training'
import { bestThreshold, THRESHOLDS } from '../src/engine/proposals/folder-threshold'
import { decodePair } from '../src/frames/decode-pair'
import { emptyBitmap } from '../src/mask/bitmap'
import { decodeRle } from '../src/mask/rle'
import { thresholdCounts } from '../src/mask/threshold-counts'
import type { ModelProposer } from '../src/models/model-proposer'
import { openProposer } from '../src/models/registry'
import type { CorrectedPair } from '../src/training/data/corrected-pair'
import { runFineTune } from '../src/training/fine-tuning/fine-tune-run'
import { sampleEvenly } from '../src/training/sample-evenly'
import { RUN_FILES } from '../src/training/run-folder'
import type { FineTuneJob } from '../src/training/run-folder'
import { correctedPairs } from './accuracy/corrected-pairs'
import { readResult, resultPath } from './accuracy/correction-results'
import { FOLD_PLANS, foldsOf } from './accuracy/folds'
import type { Fold } from './accuracy/folds'
import { pixelThreshold, SESSION } from './accuracy/proposers'
import { countsOf, SetScore } from './accuracy/scoring'
import type { PairCounts } from './accuracy/scoring'
import { EVALUATION_SETS } from './accuracy/sets'
import { dataFolder } from './data'

/**
 * What corrected pairs of a set bring on its other pairs: the threshold that the program chooses from the first ten,
 * and fine-tuning on 10, 30 and 100. A set that has fewer takes all. Each run has so many steps on one thread.
 * `npx tsx bench/corrections.bench.ts [--set NAME,...] [--pairs 10,30,100] [--steps N] [--model FOLDER] [--out FOLDER]`;
 * what lies in the folder `--out` is not made again.
 */
const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: Object.keys(FOLD_PLANS).join(',') },
    pairs: { type: 'string', default: '10,30,100' },
    steps: { type: 'string', default: '60' },
    model: { type: 'string', default: join(root, 'models', 'ccrc-photo') },
    out: { type: 'string' },
  },
})
const out = options.out === undefined ? mkdtempSync(join(tmpdir(), 'corrections-')) : resolve(options.out)
/** Corrected pairs that a threshold is chosen on. */
const FIRST = 10

/** Of the model as it is. */
interface Untrained {
  readonly shipped: PairCounts[]
  /** At the threshold that the first ten choose. */
  readonly threshold: PairCounts[]
  /** Null for the model's own. */
  readonly chosen: number | null
}

interface FoldScores extends Untrained {
  readonly tuned: PairCounts[]
  readonly minutes: number
}

/** By set and fold: the same whatever number of pairs was corrected. */
const withoutTraining = new Map<string, Untrained>()

for (const name of options.set.split(',')) {
  const folder = dataFolder(name)
  if (folder === null) {
    console.log(`${name} | not here (set DELTASCRIBE_DATA)`)
    continue
  }
  const folds = foldsOf(await EVALUATION_SETS[name].pairs(folder, Infinity), FOLD_PLANS[name])
  const most = Math.max(...folds.map(({ corrected }) => corrected.length))
  const counts = options.pairs.split(',').map(Number)
  for (const count of new Set(counts.map((one) => Math.min(one, most)))) {
    await report(name, folder, folds, count)
  }
}
console.log(`The runs lie in ${out}.`)

async function report(name: string, folder: string, folds: readonly Fold[], count: number): Promise<void> {
  const path = resultPath(out, name, count)
  if (!existsSync(path)) {
    const scores: FoldScores[] = []
    for (const [number, fold] of folds.entries()) {
      scores.push(await scoreFold(name, folder, fold, { count, number }))
    }
    const { measure } = EVALUATION_SETS[name]
    const columns = {
      shipped: scores.flatMap(({ shipped }) => shipped),
      threshold: scores.flatMap(({ threshold }) => threshold),
      tuned: scores.flatMap(({ tuned }) => tuned),
    }
    const thresholds = scores.map(({ chosen }) => chosen)
    const minutes = scores.reduce((sum, fold) => sum + fold.minutes, 0) / scores.length
    writeFileSync(path, JSON.stringify({ measure, corrected: count, ...columns, thresholds, minutes }))
  }
  const result = readResult(path)
  if (result === null) {
    return
  }
  const [shipped, threshold, tuned] = [result.shipped, result.threshold, result.tuned].map((pairs) =>
    new SetScore(result.measure, pairs).withIntervals(),
  )
  const chosen = result.thresholds.map((one) => one ?? 'its own').join(', ')
  console.log(
    `${name} | ${count} corrected | ${result.shipped.length} scored | as shipped ${shipped} | threshold of the first ten ${threshold} (${chosen}) | fine-tuned ${tuned} | ${result.minutes.toFixed(1)} min a run`,
  )
}

/** One run, or what is there of it. */
async function scoreFold(
  name: string,
  folder: string,
  fold: Fold,
  { count, number }: { count: number; number: number },
): Promise<FoldScores> {
  const base = await openProposer(options.model, SESSION)
  const items = await correctedPairs(folder, sampleEvenly(fold.corrected, count), base)
  const key = `${name} ${number}`
  const untrained = withoutTraining.get(key) ?? (await scoreUntrained(name, folder, fold, base))
  withoutTraining.set(key, untrained)
  await base.release()
  const began = performance.now()
  const tunedFolder = await tuned(name, join(out, name, `${count}-${number}`), items)
  const minutes = (performance.now() - began) / 60_000
  const model = await openProposer(tunedFolder, SESSION)
  const after = await countAll(name, model, fold.scored, null)
  await model.release()
  return { ...untrained, tuned: after, minutes }
}

async function scoreUntrained(
  name: string,
  folder: string,
  { corrected, scored }: Fold,
  model: ModelProposer,
): Promise<Untrained> {
  const chosen = await thresholdOf(model, await correctedPairs(folder, sampleEvenly(corrected, FIRST), model))
  const shipped = await countAll(name, model, scored, null)
  const threshold = chosen === null ? shipped : await countAll(name, model, scored, chosen)
  return { shipped, threshold, chosen }
}

async function countAll(
  name: string,
  model: ModelProposer,
  pairs: Fold['scored'],
  threshold: number | null,
): Promise<PairCounts[]> {
  const { measure } = EVALUATION_SETS[name]
  const counts: PairCounts[] = []
  for (const pair of pairs) {
    const { before, after } = await decodePair(pair.before, pair.after)
    counts.push(await countsOf(measure, pair, await model.propose(before, after, '', threshold), after))
  }
  return counts
}

/** As the program chooses it for a folder; null for the model's own. */
async function thresholdOf(model: ModelProposer, items: readonly CorrectedPair[]): Promise<number | null> {
  const own = await pixelThreshold(options.model)
  const thresholds = [...new Set([...THRESHOLDS, own])].sort((a, b) => a - b)
  const counts = []
  for (const { before: from, after: to, regions } of items) {
    const { before, after } = await decodePair(from, to)
    const { probabilities } = await model.propose(before, after, '')
    const marked = emptyBitmap(after.width, after.height).data
    for (const { mask } of regions) {
      decodeRle(mask).data.forEach((value, at) => (marked[at] |= value))
    }
    counts.push(thresholdCounts(probabilities?.values ?? new Float32Array(marked.length), marked, thresholds))
  }
  return bestThreshold(counts, thresholds, own)
}

/** The folder of the fine-tuned model. */
async function tuned(name: string, run: string, items: readonly CorrectedPair[]): Promise<string> {
  const models = join(run, 'models')
  const written = join(models, `${name}-tuned`)
  if (existsSync(written)) {
    return written
  }
  mkdirSync(models, { recursive: true })
  const job: FineTuneJob = {
    options: trainingOptionsSchema.parse({
      preset: 'quick',
      advanced: { isUpright: FOLD_PLANS[name].isUpright, steps: Number(options.steps), threads: 1 },
    }),
    from: resolve(options.model),
    id: `${name}-tuned`,
    models,
    taken: [],
    data: name,
    replay: join(out, 'replay'),
    detector: SESSION.detector,
    device: null,
    lastProvider: null,
  }
  writeFileSync(join(run, RUN_FILES.items), items.map((item) => `${JSON.stringify(item)}\n`).join(''))
  writeFileSync(join(run, RUN_FILES.job), JSON.stringify(job))
  return runFineTune(run, {
    emit(line) {
      if (line.type === 'score') {
        console.log(`  ${name}, ${items.length} corrected, step ${line.step}: ${line.maskIou.toFixed(3)}`)
      }
    },
    isPauseRequested: () => false,
  })
}
