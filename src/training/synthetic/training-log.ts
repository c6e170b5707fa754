import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { trainingLogFile, scoreLogFile, type TrainingLogEntry } from './synthetic-trainer'

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

const scoresSchema = z.object({
  step: z.number(),
  minutes: z.number(),
  maskIou: z.number(),
  accuracy: z.number(),
  /** Absent before captions are trained, and for CCRC. */
  'CIDEr-D': z.number().optional(),
})
export type ScoreLogEntry = z.infer<typeof scoresSchema>

/** The lines of a run's log, in their order. */
export function readTrainingLog(out: string): TrainingLogEntry[] {
  return readLines(join(out, trainingLogFile), lineSchema)
}

/** A run's scores on held-out pairs, one for each checkpoint. */
export function readScoreLog(out: string): ScoreLogEntry[] {
  return readLines(join(out, scoreLogFile), scoresSchema)
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}
