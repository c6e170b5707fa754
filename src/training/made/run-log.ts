import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { logFile, scoresFile, type MadeLogLine } from './made-run'

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
  /** Absent before captions are learned, and for CCRC. */
  'CIDEr-D': z.number().optional(),
})
export type ScoresLine = z.infer<typeof scoresSchema>

/** The lines of a run's log, in their order. */
export function readLog(out: string): MadeLogLine[] {
  return readLines(join(out, logFile), lineSchema)
}

/** A run's scores on held-out pairs, one for each checkpoint. */
export function readScores(out: string): ScoresLine[] {
  return readLines(join(out, scoresFile), scoresSchema)
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}
