import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SetScore } from './scoring'

const pairsSchema = z.array(z.object({ key: z.string(), group: z.string(), counts: z.array(z.number()) }))

/** What corrected pairs brought on the other pairs of a set (`bench/corrections.bench.ts`). */
const correctionResultSchema = z.object({
  measure: z.enum(['iou', 'marked', 'boxes']),
  /** How many pairs were corrected. */
  corrected: z.int(),
  shipped: pairsSchema,
  threshold: pairsSchema,
  tuned: pairsSchema,
  /** Of each fold; null for the model's own. */
  thresholds: z.array(z.number().nullable()),
  /** Of one run, in the mean. */
  minutes: z.number(),
})

export function resultPath(folder: string, set: string, corrected: number): string {
  return join(folder, `${set}-${corrected}.json`)
}

/** Null where there is none. */
export function readResult(path: string): z.infer<typeof correctionResultSchema> | null {
  return existsSync(path) ? correctionResultSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

/** For the run with the most corrected pairs: before and after, on pairs that were not corrected. */
export function describeCorrections(folder: string, set: string): string {
  const counts = readdirSync(folder)
    .filter((file) => file.startsWith(`${set}-`) && file.endsWith('.json'))
    .map((file) => Number(file.slice(set.length + 1, -'.json'.length)))
    .filter(Number.isInteger)
  const result = readResult(resultPath(folder, set, Math.max(0, ...counts)))
  if (result === null) {
    return '-'
  }
  const [shipped, tuned] = [result.shipped, result.tuned].map((pairs) => new SetScore(result.measure, pairs))
  return `${result.corrected}: ${shipped.toString()} -> ${tuned.withIntervals()} on ${result.shipped.length}`
}
