import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cosineRate, evaluationGraph, initialValues, inference } from '../../graph'
import { uniformAt } from '../../graph/random'
import type { TrainingGraph } from '../../graph'
import { frameInput } from '../../systems/ccrc/inference'
import type { Ccrc } from '../../systems/ccrc/model'
import type { CcrcParts } from '../../systems/ccrc/training'
import { tokenizerFromJson, tokenizerToJson } from '../../text/bpe/json'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { trainTokenizer } from '../../text/bpe/train'
import { latestCheckpoint, loadCheckpoint, saveCheckpoint } from '../checkpoint'
import { openPackage, readPackageWeights, type ModelPackage } from '../../packages/read-package'
import { Evaluation } from '../evaluation'
import type { Fed } from '../session'
import { CcrcBatches } from './ccrc-batch'
import { CcrcStages } from './ccrc-stages'
import { readRunSetup, setupFile } from './run-package'
import { scoreScenes, type SceneScores } from './scene-scores'
import { readTrainingSet, type TrainingPair } from './training-set'

export interface CcrcRunOptions {
  /** Training sets (`deltascribe synth --layout training`), all mixed. */
  readonly data: readonly string[]
  /** A set that is only scored. */
  readonly dev: string | null
  /** Holds log, checkpoints and the result; a run that was stopped goes on from here. */
  readonly out: string
  /** A package whose weights, words and categories the run begins with; null for a start from nothing. */
  readonly from: string | null
  /** The learning rate's cosine ends after so much training, breaks not counted. */
  readonly minutes: number
  /** Ends after so many steps instead; two such runs are alike to the bit. */
  readonly steps: number | null
  readonly batch: number
  readonly rate: number
  readonly seed: number
  readonly words: number
  readonly threads: number | undefined
  /** Threads that share a batch, each with a whole step of its own; 1 for one step with threads within. */
  readonly replicas: number
  readonly parts: CcrcParts
  /** Share of the run before captions are learned. */
  readonly captionFrom: number
  /** Share of the run before words change regions; that part costs a third of a step. */
  readonly refineFrom: number
  /** Steps between lines of the log. */
  readonly logEvery: number
}

export interface CcrcLogLine {
  readonly step: number
  readonly minutes: number
  readonly pairsPerSecond: number
  readonly rate: number
  readonly loss: number
  readonly terms: Readonly<Record<string, number>>
}

const CHECKPOINT_MINUTES = 4
const DEV_PAIRS = 128
const WARM_UP_STEPS = 400

const progressSchema = z.object({ minutes: z.number(), step: z.number() })

/** Trains CCRC, from the newest checkpoint of `out` where there is one; `packRun` makes a model of it. */
export async function runCcrc(
  options: CcrcRunOptions,
  onLine: (line: CcrcLogLine) => void,
  onScores: (scores: SceneScores) => void,
  signal: AbortSignal,
): Promise<void> {
  mkdirSync(options.out, { recursive: true })
  const pairs = (await Promise.all(options.data.map(readTrainingSet))).flat()
  const start = options.from === null ? null : await openPackage(options.from, 'ccrc')
  const setup = readSetup(options, pairs, start)
  const batches = new CcrcBatches(setup.tokenizer, setup.categories)
  const stages = new CcrcStages(options, {
    categories: setup.categories.length,
    words: setup.tokenizer.size,
  })

  const newest = await latestCheckpoint(options.out)
  const loaded = newest === null ? null : await loadCheckpoint(newest, stages.at(0).graph)
  let progress = loaded === null ? { minutes: 0, step: 0 } : progressSchema.parse(loaded.record)
  let stage = stages.at(shareDone(options, progress))
  let step = await stages.open(stage, loaded?.state ?? (await firstValues(stages, start, options.seed)))
  const dev = options.dev === null ? null : (await readTrainingSet(options.dev)).slice(0, DEV_PAIRS)
  const scene = dev === null ? null : await openScene(stage.graph, stages.chain)
  const order = new Order(pairs, options.seed)
  const batchAt = (at: number): ReturnType<CcrcBatches['make']> =>
    batches.make(order.batch(at, options.batch), options.seed * 1_000_003 + at)
  let mark = performance.now()
  let logged = { at: mark, step: progress.step }
  let saved = progress.minutes

  const save = async (): Promise<void> => {
    saved = progress.minutes
    await saveCheckpoint(options.out, stage.graph, { state: await step.snapshot(), record: progress })
    if (dev !== null && scene !== null) {
      const scores = await scoreScenes(scene, step.vectors('values'), dev)
      appendFileSync(join(options.out, 'scores.jsonl'), `${JSON.stringify({ ...progress, ...scores })}\n`)
      onScores(scores)
    }
    mark = performance.now()
  }

  let batch = await batchAt(progress.step)
  while (shareDone(options, progress) < 1 && !signal.aborted) {
    const due = stages.at(shareDone(options, progress))
    if (due !== stage) {
      const state = await step.snapshot()
      await step.release()
      stage = due
      step = await stages.open(stage, state)
    }
    const rate = rateAt(options, progress)
    // the next batch is made while the threads work on this one
    const [result, next] = await Promise.all([
      step.run(inputsOf(stage.graph, batch), rate),
      batchAt(progress.step + 1),
    ])
    batch = next
    const now = performance.now()
    progress = { minutes: progress.minutes + (now - mark) / 60_000, step: progress.step + 1 }
    mark = now
    if (progress.step % options.logEvery === 0) {
      const line: CcrcLogLine = {
        step: progress.step,
        minutes: progress.minutes,
        pairsPerSecond: ((progress.step - logged.step) * options.batch * 1000) / (now - logged.at),
        rate,
        loss: result.loss,
        terms: result.terms,
      }
      logged = { at: now, step: progress.step }
      appendFileSync(join(options.out, 'log.jsonl'), `${JSON.stringify(line)}\n`)
      onLine(line)
    }
    if (progress.minutes - saved >= CHECKPOINT_MINUTES) await save()
  }
  await save()
  await scene?.release()
  await step.release()
}

async function firstValues(
  { parameters }: CcrcStages,
  start: ModelPackage | null,
  seed: number,
): Promise<ReadonlyMap<string, Float32Array>> {
  return start === null ? initialValues(parameters, seed) : readPackageWeights(start, parameters)
}

/** The part of a batch that a graph reads. */
function inputsOf(graph: TrainingGraph, batch: Readonly<Record<string, Fed>>): Record<string, Fed> {
  const wanted = new Set(graph.step.inputs.map(({ name }) => name))
  return Object.fromEntries(Object.entries(batch).filter(([name]) => wanted.has(name)))
}

interface Progress {
  readonly minutes: number
  readonly step: number
}

function shareDone({ minutes, steps }: CcrcRunOptions, progress: Progress): number {
  return steps === null ? progress.minutes / minutes : progress.step / steps
}

function rateAt(options: CcrcRunOptions, progress: Progress): number {
  const cosine = cosineRate(options.rate, 1, 0.01)(shareDone(options, progress))
  return cosine * Math.min(1, (progress.step + 1) / WARM_UP_STEPS)
}

/** Categories and tokenizer, taken from the data or the first model once and then kept beside the checkpoints. */
function readSetup(
  options: CcrcRunOptions,
  pairs: readonly TrainingPair[],
  start: ModelPackage | null,
): { categories: readonly string[]; tokenizer: Tokenizer } {
  const path = join(options.out, setupFile)
  if (existsSync(path)) {
    const stored = readRunSetup(options.out)
    return { categories: stored.categories, tokenizer: tokenizerFromJson(stored.tokenizer) }
  }
  const categories =
    start?.manifest.categories ?? [...new Set(pairs.flatMap(({ record }) => record.categories))].sort()
  const tokenizer =
    start?.tokenizer ??
    trainTokenizer(
      pairs.flatMap(({ record }) => record.captions.map(({ text }) => text)),
      options.words,
    )
  const setup = { categories, tokenizer: tokenizerToJson(tokenizer), pairs: pairs.length, options }
  writeFileSync(path, JSON.stringify(setup))
  return { categories, tokenizer }
}

async function openScene(graph: TrainingGraph, chain: Ccrc): Promise<Evaluation> {
  const scene = chain.see(frameInput('before'), frameInput('after'), inference)
  const outputs = { changed: scene.changed, anything: scene.anything }
  return Evaluation.create(evaluationGraph(outputs, graph), { provider: 'cpu' })
}

/** The pairs in another order each round. */
class Order {
  private round = -1
  private order: number[] = []

  constructor(
    private readonly pairs: readonly TrainingPair[],
    private readonly seed: number,
  ) {}

  batch(step: number, size: number): TrainingPair[] {
    return Array.from({ length: size }, (_, index) => {
      const at = step * size + index
      this.shuffle(Math.floor(at / this.pairs.length))
      return this.pairs[this.order[at % this.pairs.length]]
    })
  }

  private shuffle(round: number): void {
    if (round === this.round) return
    this.round = round
    this.order = this.pairs.map((_, index) => index)
    for (let index = this.order.length - 1; index > 0; index--) {
      const other = Math.floor(uniformAt(this.seed + 7919 * (round + 1), index) * (index + 1))
      ;[this.order[index], this.order[other]] = [this.order[other], this.order[index]]
    }
  }
}
