import { z } from 'zod'
import { captionSchema, regionSchema } from '../../../domain/document'
import type { Region } from '../../../domain/document'
import { statesNoChange } from '../../../metrics/no-change'
import { rleArea } from '../../../mask/rle'
import type { ImportedRegion, RawItem } from '../item'

/** One line of the file between the process that reads predictions and the one that stores them. */
export const stagedPredictionSchema = z.object({
  pairId: z.int(),
  score: z.number().min(0).max(1),
  regions: z.array(regionSchema),
  captions: z.array(captionSchema),
})
export type StagedPrediction = z.output<typeof stagedPredictionSchema>

export function stagedPrediction(
  pairId: number,
  { score }: Pick<RawItem, 'score'>,
  imported: readonly ImportedRegion[],
  texts: readonly string[],
): StagedPrediction {
  const regions = imported.map(({ category, mask, beforeMask, score: own }, index): Region => ({
    id: `import-${index + 1}`,
    category,
    status: 'proposed',
    mask,
    beforeMask,
    source: { kind: 'imported' },
    score: own,
  }))
  const captions = texts.map((text, rank) => ({
    id: `import-caption-${rank + 1}`,
    text,
    rank,
    source: { kind: 'imported' } as const,
    logProbability: null,
  }))
  return { pairId, score: score ?? changeScore(regions, texts), regions, captions }
}

/** Of a prediction that gives none: its most certain region; else whether it states any change. */
function changeScore(regions: readonly Region[], texts: readonly string[]): number {
  const scores = regions.flatMap(({ score }) => (score === null ? [] : [score]))
  if (scores.length > 0) {
    return scores.reduce((highest, score) => Math.max(highest, score), 0)
  }
  const hasPixels = regions.some(
    ({ mask, beforeMask }) => rleArea(mask) > 0 || (beforeMask !== null && rleArea(beforeMask) > 0),
  )
  return hasPixels || (regions.length === 0 && texts.some((text) => !statesNoChange(text))) ? 1 : 0
}
