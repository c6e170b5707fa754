import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { TrainingLine, Verdict } from '../../contract/training'
import { writeAtomically } from '../../dataset/atomic'
import { cosineRate } from '../../graph'
import { openPackage, type ModelPackage } from '../../packages/read-package'
import { Meteor } from '../../metrics/meteor/meteor'
import { loadProductResources } from '../../scoring/meteor-product'
import { WHOLE_CHAIN } from '../../systems/ccrc/training'
import { tokenizerFromJson } from '../../text/bpe/json'
import type { Tokenizer } from '../../text/bpe/tokenizer'
import { latestCheckpoint, loadCheckpoint, saveCheckpoint } from '../checkpoint'
import { CcrcBatches } from '../made/ccrc-batch'
import { CcrcStages, type CcrcStage } from '../made/ccrc-stages'
import { inputsOf } from '../made/ccrc-run'
import { BestWeights } from './best-weights'
import { compareModels, exampleOf, openModel } from './compare'
import { HeldOut } from './held-out'
import { Mix } from './mix'
import { preparePairs, type PreparedPair } from './prepare'
import { defaults, presets, refineFrom, stepsOf } from './presets'
import { Replay } from './replay'
import { readItems, readJob, runFiles, type TuneJob } from './run-folder'
import { TuneBatches } from './tune-batch'
import { writeTuned, type TunedModel } from './tune-package'
import { firstValues, readSetup, writeSetup, type Setup } from './tune-setup'
import { judge } from './verdict'

/** Steps at whose end the time of one is known; the first two are left out. */
const MEASURED = 6
const WARM_UP = 20
const CHECKPOINT_SECONDS = 45
const EXAMPLE_SECONDS = 40
const EXAMPLES = 2
const LINE_SECONDS = 1

const progressSchema = z.object({
  step: z.int(),
  seconds: z.number(),
  best: z.object({ step: z.int(), score: z.number() }).nullable(),
  /** Scores since the best one. */
  since: z.int(),
  isEnded: z.boolean(),
})
type Progress = z.infer<typeof progressSchema>

export interface TuneOutside {
  say: (line: TrainingLine) => void
  /** Asked between steps. */
  wantsPause: () => boolean
}

/** The run was asked to pause; everything that it needs to go on is on the disk. */
export class Paused extends Error {
  override readonly name = 'Paused'
}

/**
 * Runs, or goes on with, the run in a folder, and returns the folder of the model that it made. The same folder
 * comes to the same weights however often it was stopped. @throws TuneError, PackageError, Paused
 */
export async function runTune(run: string, outside: TuneOutside): Promise<string> {
  const job = readJob(run)
  const items = readItems(run)
  const parent = await openPackage(job.from, 'ccrc')
  const setup = await readSetup(run, job, items, parent)
  const pairs = await preparePairs(run, items, job.options.advanced.seed, (done) => {
    pauseIfAsked(outside)
    outside.say({ type: 'phase', phase: 'preparing', message: 'Cutting pairs', done, total: items.length })
  })
  const tuning = new Tuning(run, job, parent, setup, pairs, outside)
  const model = await tuning.train()
  return tuning.finish(model)
}

function pauseIfAsked({ wantsPause }: TuneOutside): void {
  if (wantsPause()) throw new Paused('paused')
}

class Tuning {
  private readonly tokenizer: Tokenizer
  private readonly stages: CcrcStages
  private readonly mix: Mix
  private readonly batches: TuneBatches
  private readonly best: BestWeights
  private readonly threads: number
  private setup: Setup
  private progress: Progress = { step: 0, seconds: 0, best: null, since: 0, isEnded: false }

  constructor(
    private readonly run: string,
    private readonly job: TuneJob,
    private readonly parent: ModelPackage,
    setup: Setup,
    private readonly pairs: readonly PreparedPair[],
    private readonly outside: TuneOutside,
  ) {
    this.setup = setup
    this.tokenizer = tokenizerFromJson(setup.tokenizer)
    const { advanced } = job.options
    this.threads = advanced.threads ?? availableParallelism()
    const batch = advanced.batch ?? defaults.batch
    this.stages = new CcrcStages(
      {
        batch,
        replicas: setup.replicas,
        threads: this.threads,
        parts: WHOLE_CHAIN,
        captionFrom: 0,
        refineFrom,
      },
      { categories: setup.categories.length, words: this.tokenizer.size },
    )
    this.best = new BestWeights(run, this.stages.parameters)
    this.batches = new TuneBatches(this.tokenizer, setup.categories)
    this.mix = new Mix(
      pairs.filter(({ item }) => !item.isHeldOut),
      new Replay(job.replay, parent.manifest),
      { tune: this.batches, made: new CcrcBatches(this.tokenizer, setup.categories) },
      {
        batch,
        replay: advanced.replay ?? defaults.replay,
        seed: advanced.seed,
        isUpright: advanced.isUpright,
      },
    )
  }

  /** The best weights. */
  async train(): Promise<TunedModel> {
    const checkpoints = join(this.run, runFiles.checkpoints)
    mkdirSync(checkpoints, { recursive: true })
    const newest = await latestCheckpoint(checkpoints)
    const loaded = newest === null ? null : await loadCheckpoint(newest, this.stages.at(0).graph)
    if (loaded !== null) this.progress = progressSchema.parse(loaded.record)
    if (!this.progress.isEnded) {
      const grown = { tokenizer: this.tokenizer, categories: this.setup.categories.length }
      await this.steps(loaded?.state ?? (await firstValues(this.parent, grown)))
    }
    return this.model(await this.best.read(this.progress.best?.step ?? 0))
  }

  private async steps(from: Parameters<CcrcStages['open']>[1]): Promise<void> {
    const { outside, stages, mix } = this
    const { preset, advanced } = this.job.options
    outside.say({ type: 'phase', phase: 'measuring', message: 'Measuring a step' })
    let stage = stages.at(this.share())
    let stepper = await stages.open(stage, from)
    const heldOut = await this.openHeldOut(stage)
    let mark = performance.now()
    let [saved, shown, lined] = [this.progress.seconds, this.progress.seconds, -LINE_SECONDS]
    const measured: number[] = []
    const takeTime = (): void => {
      const now = performance.now()
      this.progress = { ...this.progress, seconds: this.progress.seconds + (now - mark) / 1000 }
      mark = now
    }
    const save = async (): Promise<void> => {
      takeTime()
      saved = this.progress.seconds
      const folder = join(this.run, runFiles.checkpoints)
      await saveCheckpoint(folder, stage.graph, { state: await stepper.snapshot(), record: this.progress })
      await this.best.dropOthers(this.progress.best?.step ?? 0)
    }
    try {
      let batch = await mix.at(this.progress.step)
      while (!this.progress.isEnded) {
        if (outside.wantsPause()) {
          await save()
          throw new Paused('paused')
        }
        const due = stages.at(this.share())
        if (due !== stage) {
          const state = await stepper.snapshot()
          await stepper.release()
          stage = due
          stepper = await stages.open(stage, state)
        }
        const rate = this.rate()
        const started = performance.now()
        const next = mix.at(this.progress.step + 1)
        next.catch(() => undefined) // told below, when the step is done
        const result = await stepper.run(inputsOf(stage.graph, batch), rate)
        batch = await next
        const seconds = (performance.now() - started) / 1000
        this.progress = { ...this.progress, step: this.progress.step + 1 }
        takeTime()
        if (this.setup.steps === null) {
          measured.push(seconds)
          if (measured.length === MEASURED || advanced.steps !== null)
            await this.fixSteps(stepsOf(preset, advanced, middleOf(measured)), middleOf(measured))
        }
        const steps = this.setup.steps ?? 0
        if (this.progress.seconds - lined >= LINE_SECONDS || this.progress.step === steps) {
          lined = this.progress.seconds
          const { loss, terms } = result
          const pairsPerSecond = (advanced.batch ?? defaults.batch) / seconds
          const secondsLeft = steps === 0 ? null : (steps - this.progress.step) * seconds
          const { step } = this.progress
          outside.say({ type: 'step', step, steps, rate, loss, terms, pairsPerSecond, secondsLeft })
        }
        if (this.isScoreDue()) {
          await this.score(heldOut, stepper.vectors('values'), () => stepper.parameters())
          await save()
          if (!this.progress.isEnded && this.progress.seconds - shown >= EXAMPLE_SECONDS) {
            await this.showExamples(await stepper.parameters())
            takeTime()
            shown = this.progress.seconds
          }
        } else if (this.progress.seconds - saved >= CHECKPOINT_SECONDS && this.setup.steps !== null) {
          await save()
        }
        await setImmediate()
      }
    } finally {
      await heldOut.release()
      await stepper.release()
    }
  }

  private openHeldOut(stage: CcrcStage): Promise<HeldOut> {
    const pairs = this.pairs.filter(({ item }) => item.isHeldOut)
    const limit = presets[this.job.options.preset].cuts
    return HeldOut.create(this.stages.chain, stage.graph, this.batches, pairs, {
      limit,
      threads: this.threads,
    })
  }

  private async fixSteps(steps: number, secondsPerStep: number): Promise<void> {
    this.setup = { ...this.setup, steps: Math.max(steps, this.progress.step + 1), secondsPerStep }
    await writeSetup(this.run, this.setup)
    this.outside.say({ type: 'phase', phase: 'training', message: 'Training' })
  }

  /** 0 until the number of steps is known. */
  private share(): number {
    return this.setup.steps === null ? 0 : this.progress.step / this.setup.steps
  }

  /** The measured steps have the rates that they would have in any run. */
  private rate(): number {
    const highest = this.job.options.advanced.rate ?? defaults.rate
    const { step } = this.progress
    const warm = Math.min(1, (step + 1) / WARM_UP)
    return (step < MEASURED ? highest : cosineRate(highest, 1, 0.02)(this.share())) * warm
  }

  private isScoreDue(): boolean {
    const { steps } = this.setup
    if (steps === null) return false
    const count = presets[this.job.options.preset].scores
    const before = Math.floor(((this.progress.step - 1) * count) / steps)
    return Math.floor((this.progress.step * count) / steps) > before
  }

  private async score(
    heldOut: HeldOut,
    vectors: Parameters<HeldOut['score']>[0],
    values: () => Promise<ReadonlyMap<string, Float32Array>>,
  ): Promise<void> {
    const { score, maskIou, wordProbability } = await heldOut.score(vectors)
    const { step, best, since } = this.progress
    const isBest = best === null || score > best.score
    if (isBest) await this.best.keep(step, await values())
    const count = presets[this.job.options.preset].scores
    const isLate = step >= 0.6 * (this.setup.steps ?? 0)
    const without = isBest ? 0 : since + 1
    this.progress = {
      ...this.progress,
      best: isBest ? { step, score } : best,
      since: without,
      isEnded: step >= (this.setup.steps ?? 0) || (isLate && without >= Math.max(3, Math.round(count / 3))),
    }
    this.outside.say({ type: 'score', step, score, maskIou, wordProbability, isBest })
  }

  private model(values: ReadonlyMap<string, Float32Array>): TunedModel {
    const { categories } = this.setup
    const { parameters } = this.stages
    const { manifest } = this.parent
    return { id: this.job.id, parent: manifest, categories, tokenizer: this.tokenizer, parameters, values }
  }

  private write(folder: string, model: TunedModel, verdict: Verdict | null): Promise<string> {
    const learned = this.pairs.filter(({ item }) => !item.isHeldOut)
    const record = {
      pairs: learned.length,
      heldOut: this.pairs.length - learned.length,
      changed: learned.filter(({ item }) => item.regions.length > 0).length,
      steps: this.progress.step,
      bestStep: this.progress.best?.step ?? 0,
      minutes: this.progress.seconds / 60,
      newWords: this.setup.newWords,
      newCategories: this.setup.newCategories,
    }
    mkdirSync(folder, { recursive: true })
    return writeTuned(folder, model, this.job, record, verdict)
  }

  private async showExamples(values: ReadonlyMap<string, Float32Array>): Promise<void> {
    const items = this.pairs.flatMap(({ item }) => (item.isHeldOut ? [item] : []))
    const draft = await this.write(join(this.run, runFiles.draft), this.model(values), null)
    const model = await openModel(draft, this.threads)
    try {
      const examples = []
      for (const item of items.slice(0, EXAMPLES)) examples.push(await exampleOf(model, item))
      this.outside.say({ type: 'examples', step: this.progress.step, examples })
    } finally {
      await model.release()
    }
  }

  /** Both models on held-out pairs, the verdict, and the package in the models' folder. */
  async finish(model: TunedModel): Promise<string> {
    const { outside, run, job } = this
    const draft = await this.write(join(run, runFiles.draft), model, null)
    const items = this.pairs.flatMap(({ item }) => (item.isHeldOut ? [item] : []))
    const chosen = evenly(items, presets[job.options.preset].compared)
    const total = 2 * chosen.length
    const compared = await compareModels(
      run,
      chosen,
      { before: job.from, after: draft },
      this.threads,
      async (done) => {
        await setImmediate()
        pauseIfAsked(outside)
        outside.say({ type: 'phase', phase: 'comparing', message: 'Comparing both models', done, total })
      },
    )
    outside.say({ type: 'phase', phase: 'saving', message: 'Saving the model' })
    const meteor = await loadProductResources().then(
      (resources) => new Meteor(resources, ['exact', 'stem', 'synonym']),
      () => null,
    )
    const verdict = judge(compared, { before: this.parent.manifest.id, after: job.id }, meteor)
    await writeAtomically(join(run, runFiles.verdict), JSON.stringify(verdict))
    return this.write(job.models, model, verdict)
  }
}

/** Every n-th, so that pairs of all groups are among them. */
function evenly<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, values.length / count)
  return Array.from({ length: Math.min(count, values.length) }, (_, at) => values[Math.floor(at * step)])
}

function middleOf(seconds: readonly number[]): number {
  const sorted = seconds.slice(seconds.length > 3 ? 2 : 0).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
