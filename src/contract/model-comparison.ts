import { z } from 'zod'
import { messageTextSchema } from '../messages/message'

export const comparisonOutcomeSchema = z.enum(['better', 'worse', 'cannot-tell'])
export type ComparisonOutcome = z.infer<typeof comparisonOutcomeSchema>

export const trainingMetricSchema = z.enum([
  'mask-iou',
  'mask-f1',
  'bleu-4',
  'rouge-l',
  'cider-d',
  'meteor',
  'change-accuracy',
])
export type TrainingMetric = z.infer<typeof trainingMetricSchema>

const interval = z.object({ low: z.number(), high: z.number() })

/** One score of both models on the held-out pairs. Intervals are bootstrap percentiles, 95 %. */
const metricComparisonSchema = z.object({
  metric: trainingMetricSchema,
  /** 0 to 1; CIDEr-D 0 to 10. */
  before: z.number(),
  after: z.number(),
  beforeInterval: interval,
  afterInterval: interval,
  /** After minus before, over the same pairs. */
  difference: interval,
  word: comparisonOutcomeSchema,
})
export type MetricComparison = z.infer<typeof metricComparisonSchema>

const pairScores = z.object({
  /** Null where neither truth nor proposal has a mask. */
  maskIou: z.number().nullable(),
  /** Null without a reference caption. */
  ciderD: z.number().nullable(),
  rougeL: z.number().nullable(),
  saysChange: z.boolean(),
  /** First caption. */
  caption: z.string(),
})

const pairComparisonSchema = z.object({
  pairId: z.int(),
  key: z.string(),
  /** Null where that is not known. */
  isChanged: z.boolean().nullable(),
  references: z.array(z.string()),
  /** Its masks are those that the old model proposed, and do not count. */
  isAsProposed: z.boolean().default(false),
  before: pairScores,
  after: pairScores,
  /**
   * Above 0: gained, below: lost. Mean of the changes of mask IoU, ROUGE-L and, where it is known, of "changed or not"
   * being correct; of mask IoU alone where the model learned no captions.
   */
  gain: z.number(),
})
export type PairComparison = z.infer<typeof pairComparisonSchema>

export const modelComparisonSchema = z.object({
  word: comparisonOutcomeSchema,
  /** One or two plain sentences. */
  sentence: messageTextSchema,
  pairCount: z.int(),
  /** Number of these that the verdict rests on; absent in older runs: all. */
  countedCount: z.int().optional(),
  /** Number of the pairs whose masks are those that the old model proposed. */
  asProposedCount: z.int().default(0),
  /** Of the pairs that count. */
  metrics: z.array(metricComparisonSchema),
  /** Most gained first. */
  rows: z.array(pairComparisonSchema),
  /** Of the ids compared. */
  before: z.string(),
  after: z.string(),
})
export type ModelComparison = z.infer<typeof modelComparisonSchema>
