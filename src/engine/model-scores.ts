import { z } from 'zod'
import type { ModelScore } from '../contract/models'
import { trainingMetricSchema } from '../contract/training'

const interval = z.object({ low: z.number(), high: z.number() })
/** As fine-tuning writes them: of the parent and of the model, on the same held-out pairs. */
const comparedSchema = z.object({
  before: z.number(),
  after: z.number(),
  afterInterval: interval.optional(),
})
const scoresSchema = z.record(z.string(), z.unknown()).catch({})

/** What a package says it reached: by metric a number, or a comparison with its parent. All else is passed over. */
export function readScores(scores: unknown): ModelScore[] {
  const given = scoresSchema.parse(scores)
  return trainingMetricSchema.options.flatMap((name) => readScore(name, given[name]))
}

function readScore(name: string, given: unknown): ModelScore[] {
  if (typeof given === 'number') {
    return [{ name, value: given, low: null, high: null, parent: null }]
  }
  const { data } = comparedSchema.safeParse(given)
  if (data === undefined) {
    return []
  }
  const { after, before, afterInterval } = data
  return [
    {
      name,
      value: after,
      low: afterInterval?.low ?? null,
      high: afterInterval?.high ?? null,
      parent: before,
    },
  ]
}
