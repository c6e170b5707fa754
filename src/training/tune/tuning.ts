import { availableParallelism } from 'node:os'
import { mkdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { trainingDefaults, type TrainingLine, type Verdict } from '../../contract/training'
import type { ModelPackage } from '../../packages/read-package'
import { tokenizerFromJson } from '../../text/bpe/json'
import { BestWeights } from './best-weights'
import type { TuneItem } from './item'
import type { TuneLesson } from './lesson'
import { Mix } from './mix'
import { openLesson } from './open-lesson'
import type { PreparedPair } from './prepare'
import type { Progress } from './progress'
import { Replay } from './replay'
import { runFiles, type TuneJob } from './run-folder'
import { writeTuned, type TunedModel, type TunedPlace } from './tune-package'
import type { Setup } from './tune-setup'

export interface TuneOutside {
  say: (line: TrainingLine) => void
  /** Asked between steps. */
  wantsPause: () => boolean
}

/** The run was asked to pause; everything that it needs to go on is on the disk. */
export class Paused extends Error {
  override readonly name = 'Paused'
}

/** @throws Paused */
export function pauseIfAsked({ wantsPause }: TuneOutside): void {
  if (wantsPause()) throw new Paused('paused')
}

/** What the parts of a run share. */
export interface Tuning {
  /** The run's folder. */
  readonly run: string
  readonly job: TuneJob
  readonly parent: ModelPackage
  readonly setup: Setup
  readonly learned: readonly PreparedPair[]
  readonly heldOut: readonly PreparedPair[]
  readonly outside: TuneOutside
  readonly batch: number
  readonly threads: number
  readonly lesson: TuneLesson
  readonly mix: Mix
  readonly best: BestWeights
}

/** @throws PackageError for a model that cannot be trained here */
export async function openTuning(
  run: string,
  job: TuneJob,
  parent: ModelPackage,
  setup: Setup,
  pairs: readonly PreparedPair[],
  outside: TuneOutside,
): Promise<Tuning> {
  const { categories, replicas } = setup
  const tokenizer = tokenizerFromJson(setup.tokenizer)
  const { advanced } = job.options
  const threads = advanced.threads ?? availableParallelism()
  const batch = advanced.batch ?? trainingDefaults.batch
  const lesson = await openLesson(parent, tokenizer, { categories, batch, replicas, threads })
  const [learned, heldOut] = [false, true].map((side) => pairs.filter(({ item }) => item.isHeldOut === side))
  const mix = new Mix(learned, new Replay(job.replay, parent.manifest), lesson, {
    batch,
    replay: advanced.replay ?? trainingDefaults.replay,
    seed: advanced.seed,
    isUpright: advanced.isUpright,
  })
  const best = new BestWeights(run, lesson.parameters)
  return { run, job, parent, setup, learned, heldOut, outside, batch, threads, lesson, mix, best }
}

export function heldOutItems({ heldOut }: Tuning): TuneItem[] {
  return heldOut.map(({ item }) => item)
}

/** Writes a package of the model in training in the run's own folder, and returns where. @throws PackageError */
export function writeDraft(
  tuning: Tuning,
  progress: Progress,
  values: ReadonlyMap<string, Float32Array>,
): Promise<string> {
  const place = { folder: join(tuning.run, runFiles.draft), id: tuning.job.id, replace: true }
  return writeModel(tuning, progress, values, place, null)
}

/** What of a run goes into its package. */
export type Packaged = Pick<Tuning, 'run' | 'job' | 'parent' | 'setup' | 'learned' | 'heldOut'> & {
  readonly lesson: TunedModel['lesson']
}

/** Writes a package of the model in training, and returns where. @throws PackageError */
export function writeModel(
  { run, job, parent, setup, learned, heldOut, lesson }: Packaged,
  { step, best, seconds }: Progress,
  values: ReadonlyMap<string, Float32Array>,
  place: TunedPlace,
  verdict: Verdict | null,
): Promise<string> {
  const { categories, newWords, newCategories } = setup
  mkdirSync(place.folder, { recursive: true })
  return writeTuned(
    place,
    { parent: parent.manifest, categories, tokenizer: tokenizerFromJson(setup.tokenizer), values, lesson },
    job,
    {
      run: basename(resolve(run)),
      pairs: learned.length,
      heldOut: heldOut.length,
      changed: learned.filter(({ item }) => item.regions.length > 0).length,
      steps: step,
      bestStep: best?.step ?? 0,
      minutes: seconds / 60,
      newWords,
      newCategories,
    },
    verdict,
  )
}
