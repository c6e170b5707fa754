import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { providerNameSchema } from '../contract/proposal'
import { trainingOptionsSchema } from '../contract/training'
import { correctedPairSchema, FineTuneError } from './data/corrected-pair'
import type { CorrectedPair } from './data/corrected-pair'
import { message } from '../messages/message'

/**
 * The folder of a run. `run.json`, `items.jsonl` and `job.json` are written before the trainer starts, `lines.jsonl`
 * while it runs; `lock` is held by the program that trains it; the rest is its own: `cuts/`, `setup.json`, `checkpoints/`, `best-STEP.safetensors`, `draft/`,
 * `compare/`, `verdict.json`.
 */
export const RUN_FILES = {
  job: 'job.json',
  items: 'items.jsonl',
  crops: 'cuts',
  setup: 'setup.json',
  checkpoints: 'checkpoints',
  draft: 'draft',
  compare: 'compare',
  verdict: 'verdict.json',
  lines: 'lines.jsonl',
} as const

/** The job of a trainer. */
export const fineTuneJobSchema = z.object({
  options: trainingOptionsSchema,
  /** The package to begin with. */
  from: z.string(),
  /** Of the package that is made, and the folder for it. */
  id: z.string(),
  models: z.string(),
  /** Ids that it may not have where another model has taken its own meanwhile. */
  taken: z.array(z.string()).default([]),
  /** For the card and the record: the project's name. */
  data: z.string(),
  /** Folder of synthetic pairs, reused by later runs. */
  replay: z.string(),
  /** Package of the detector, for models that read its features; null where there is none. */
  detector: z.string().nullable().default(null),
  /** A device that passed its test here, and may be tried; null where there is none. */
  device: providerNameSchema.nullable().default(null),
  /** What the family's last run here trained on, which need not be tried again; null where that is unknown. */
  lastProvider: providerNameSchema.nullable().default(null),
})
export type FineTuneJob = z.infer<typeof fineTuneJobSchema>

/** @throws FineTuneError */
export function readJob(run: string): FineTuneJob {
  return parse(join(run, RUN_FILES.job), fineTuneJobSchema, readText(join(run, RUN_FILES.job)))
}

/** @throws FineTuneError */
export function readItems(run: string): CorrectedPair[] {
  return readLines(join(run, RUN_FILES.items), correctedPairSchema)
}

/** The lines of a file; an empty list where there is none. @throws FineTuneError */
export function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(path)) {
    return []
  }
  return readText(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parse(path, schema, line))
}

/** Null where there is none. @throws FineTuneError */
export function readOptional<T>(path: string, schema: z.ZodType<T>): T | null {
  return existsSync(path) ? parse(path, schema, readText(path)) : null
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new FineTuneError(message('training.cannotBeRead', { path }), path, { cause: error })
  }
}

function parse<T>(path: string, schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new FineTuneError(message('training.damaged', { path }), path, { cause: error })
  }
}
