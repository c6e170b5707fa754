import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Of a run's folder: a line for each `logEvery` steps, and one for each checkpoint that was scored. */
const TRAINING_LOG_FILE = 'log.jsonl'
const SCORE_LOG_FILE = 'scores.jsonl'

export interface TrainingLogEntry {
  readonly step: number
  readonly minutes: number
  readonly pairsPerSecond: number
  readonly rate: number
  readonly loss: number
  readonly terms: Readonly<Record<string, number>>
}

export function appendTrainingLog(out: string, entry: TrainingLogEntry): void {
  appendLine(out, TRAINING_LOG_FILE, entry)
}

export function appendScoreLog(out: string, entry: object): void {
  appendLine(out, SCORE_LOG_FILE, entry)
}

function appendLine(out: string, file: string, value: object): void {
  appendFileSync(join(out, file), `${JSON.stringify(value)}\n`)
}

/** JSON has no infinity and no NaN: a run that went wrong has null there. */
const figure = z
  .number()
  .nullable()
  .transform((value) => value ?? NaN)

const lineSchema = z.object({
  step: z.number(),
  minutes: z.number(),
  pairsPerSecond: z.number(),
  rate: z.number(),
  loss: figure,
  terms: z.record(z.string(), figure),
})

/** `ContributionScores` as they are stored. */
export const contributionScoresSchema = z.record(
  z.string(),
  z.object({ value: figure, baseline: z.number().nullable() }),
)

const scoresSchema = z.object({
  step: z.number(),
  minutes: z.number(),
  maskIou: z.number(),
  accuracy: z.number(),
  /** Absent before captions are trained, and for a family that is scored on masks alone. */
  'CIDEr-D': z.number().optional(),
  contributions: contributionScoresSchema.optional(),
})
export type ScoreLogEntry = z.infer<typeof scoresSchema>

/** The lines of a run's log, in their order. */
export function readTrainingLog(out: string): TrainingLogEntry[] {
  return readLines(join(out, TRAINING_LOG_FILE), lineSchema)
}

/** A run's scores on held-out pairs, one for each checkpoint. */
export function readScoreLog(out: string): ScoreLogEntry[] {
  return readLines(join(out, SCORE_LOG_FILE), scoresSchema)
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(path)) {
    return []
  }
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}
