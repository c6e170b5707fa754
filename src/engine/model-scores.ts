import { z } from 'zod'
import type { ModelScore } from '../contract/models'

const measured = z.object({
  value: z.number(),
  low: z.number().nullable().optional(),
  high: z.number().nullable().optional(),
  /** Of the parent, on the same pairs. */
  parent: z.number().nullable().optional(),
})
const scoresSchema = z.record(z.string(), z.unknown()).catch({})

/** What a package says it reached: by name a number, or a number with its interval. All else is passed over. */
export function readScores(scores: unknown): ModelScore[] {
  return Object.entries(scoresSchema.parse(scores)).flatMap(([name, given]) => {
    const { success, data } = measured.safeParse(typeof given === 'number' ? { value: given } : given)
    if (!success) {
      return []
    }
    const { value, low = null, high = null, parent = null } = data
    return [{ name, value, low, high, parent }]
  })
}
