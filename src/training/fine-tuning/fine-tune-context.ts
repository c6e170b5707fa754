import { DEFAULT_MAPPING, mappingInWords } from '../../domain/value-mapping'
import { availableParallelism } from 'node:os'
import { mkdirSync, existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { TRAINING_DEFAULTS } from '../../contract/training'
import type { TrainingLine } from '../../contract/training'
import type { ModelComparison } from '../../contract/model-comparison'
import type { ModelPackage } from '../../packages/read-package'
import { tokenizerFromJson } from '../../text/bpe/json'
import { FineTuneError } from '../data/corrected-pair'
import type { CorrectedPair } from '../data/corrected-pair'
import type { FineTuneTask } from '../task'
import { BatchSampler } from './batch-sampler'
import type { PreparedPair } from '../data/prepared-pairs'
import type { FineTuneProgress } from './presets'
import { croppingOf } from '../data/prepared-pairs'
import { ComposedReplay } from '../data/composed-replay'
import { ReplaySet } from '../data/replay'
import { RUN_FILES } from '../run-folder'
import type { FineTuneJob } from '../run-folder'
import { writeFineTunedPackage } from './fine-tuned-package'
import type { FineTunedModel, PackageDestination } from './fine-tuned-package'
import type { DecidedSetup } from './fine-tune-setup'
import { readFile, readdir, rm } from 'node:fs/promises'
import { writeAtomically } from '../../dataset/atomic'
import type { Parameter } from '../../graph/index'
import { readWeights, writeWeights } from '../../graph/weights'
import { familyOfPackage } from '../../models/registry'
import { message } from '../../messages/message'

/** The weights of the best score so far, in a run's folder, in full precision. */
export class BestWeights {
  constructor(
    private readonly run: string,
    private readonly parameters: readonly Parameter[],
  ) {}

  async save(step: number, values: ReadonlyMap<string, Float32Array>): Promise<void> {
    await writeAtomically(this.path(step), writeWeights(this.parameters, values, { precision: 'F32' }))
  }

  /** Call after a checkpoint, with the best steps of the retained checkpoints. */
  async deleteOthers(steps: readonly number[]): Promise<void> {
    const retained = new Set(steps.map((step) => this.path(step)))
    for (const name of await readdir(this.run)) {
      const path = join(this.run, name)
      if (/^best-\d+\.safetensors$/.test(name) && !retained.has(path)) {
        await rm(path, { force: true })
      }
    }
  }

  /** @throws FineTuneError */
  async read(step: number): Promise<Map<string, Float32Array>> {
    const path = this.path(step)
    if (!existsSync(path)) {
      throw new FineTuneError(message('training.gone', { path }), path)
    }
    return readWeights(this.parameters, await readFile(path), path)
  }

  private path(step: number): string {
    return join(this.run, `best-${String(step).padStart(8, '0')}.safetensors`)
  }
}

export interface RunControl {
  emit: (line: TrainingLine) => void
  /** Called between steps. */
  isPauseRequested: () => boolean
}

/** Thrown when a pause was requested; the state of the run is on the disk. */
export class PausedError extends Error {
  override readonly name = 'Paused'
}

/** Thrown when a provider must be chosen by trials first; the pairs are prepared. */
export class UndecidedError extends Error {
  override readonly name = 'Undecided'
}

/** @throws PausedError */
export function throwIfPauseRequested({ isPauseRequested }: RunControl): void {
  if (isPauseRequested()) {
    throw new PausedError('paused')
  }
}

/** The parts of one fine-tuning run. */
export interface FineTuneContext {
  /** The run's folder. */
  readonly run: string
  readonly job: FineTuneJob
  readonly parent: ModelPackage
  readonly setup: DecidedSetup
  readonly trainingPairs: readonly PreparedPair[]
  readonly heldOut: readonly PreparedPair[]
  readonly control: RunControl
  readonly batch: number
  readonly threads: number
  readonly task: FineTuneTask
  readonly sampler: BatchSampler
  readonly bestWeights: BestWeights
}

/** @throws PackageError for a model that cannot be trained here */
export async function openFineTuneContext(
  run: string,
  job: FineTuneJob,
  parent: ModelPackage,
  setup: DecidedSetup,
  pairs: readonly PreparedPair[],
  control: RunControl,
): Promise<FineTuneContext> {
  const { categories, provider, replicas } = setup
  const tokenizer = tokenizerFromJson(setup.tokenizer)
  const { advanced } = job.options
  const threads = advanced.threads ?? availableParallelism()
  const batch = advanced.batch ?? TRAINING_DEFAULTS.batch
  const family = familyOfPackage(parent.manifest, parent.folder)
  const trainer = await family.trainer()
  const task = await trainer.fineTuneTask(parent, tokenizer, {
    categories,
    batch,
    provider,
    replicas,
    threads,
    detector: job.detector,
  })
  const [trainingPairs, heldOut] = [false, true].map((isHeldOut) =>
    pairs.filter(({ item }) => item.isHeldOut === isHeldOut),
  )
  const { isFullResolution, side } = croppingOf(family.network)
  // rendered pairs are of 128 pixels
  const replay = isFullResolution
    ? new ComposedReplay(join(run, RUN_FILES.crops), trainingPairs, { side, seed: advanced.seed })
    : new ReplaySet(job.replay, parent.manifest)
  const sampler = new BatchSampler(trainingPairs, replay, task, {
    batch,
    replay: advanced.replay ?? TRAINING_DEFAULTS.replay,
    seed: advanced.seed,
    isUpright: advanced.isUpright,
  })
  const best = new BestWeights(run, task.parameters)
  return {
    run,
    job,
    parent,
    setup,
    trainingPairs,
    heldOut,
    control,
    batch,
    threads,
    task,
    sampler,
    bestWeights: best,
  }
}

export function heldOutPairs({ heldOut }: FineTuneContext): CorrectedPair[] {
  return heldOut.map(({ item }) => item)
}

/** Writes a package of the model in training in the run's own folder, and returns where. @throws PackageError */
export function writeDraft(
  context: FineTuneContext,
  progress: FineTuneProgress,
  values: ReadonlyMap<string, Float32Array>,
): Promise<string> {
  const destination = { folder: join(context.run, RUN_FILES.draft), id: context.job.id, replace: true }
  return writeModel(context, progress, values, destination, null)
}

/** The parts of a run that its package is written from. */
export type PackagedRun = Pick<
  FineTuneContext,
  'run' | 'job' | 'parent' | 'setup' | 'trainingPairs' | 'heldOut'
> & {
  readonly task: FineTunedModel['task']
}

/** Writes a package of the model in training, and returns where. @throws PackageError */
export function writeModel(
  { run, job, parent, setup, trainingPairs, heldOut, task }: PackagedRun,
  { step, best, seconds }: FineTuneProgress,
  values: ReadonlyMap<string, Float32Array>,
  destination: PackageDestination,
  comparison: ModelComparison | null,
): Promise<string> {
  const { categories, newWords, newCategories } = setup
  mkdirSync(destination.folder, { recursive: true })
  return writeFineTunedPackage(
    destination,
    { parent: parent.manifest, categories, tokenizer: tokenizerFromJson(setup.tokenizer), values, task },
    job,
    {
      run: basename(resolve(run)),
      pairs: trainingPairs.length,
      heldOut: heldOut.length,
      changed: trainingPairs.filter(({ item }) => item.regions.length > 0).length,
      steps: step,
      bestStep: best?.step ?? 0,
      minutes: seconds / 60,
      newWords,
      newCategories,
      values: mappingInWords(trainingPairs[0]?.item.mapping ?? DEFAULT_MAPPING),
    },
    comparison,
  )
}
