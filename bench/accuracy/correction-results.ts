import { join } from 'node:path'
import { z } from 'zod'

const pairsSchema = z.array(z.object({ key: z.string(), group: z.string(), counts: z.array(z.number()) }))

/** What corrected pairs brought on the other pairs of a set (`bench/corrections.bench.ts`). */
export const correctionResultSchema = z.object({
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
