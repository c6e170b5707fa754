import type { Caption, Source } from '../../domain/document'
import type { MeasuredChange } from '../../names/captions/languages/caption-grammar'
import { measuredTexts } from '../../names/captions/languages/caption-grammars'

export { pairSentence, regionSentence } from '../../names/captions/languages/en-measured'

/**
 * The pair's sentence, and those of its first regions if there are several.
 * @param name of the proposer, for the captions' ids
 */
export function measuredCaptions(
  measurements: readonly MeasuredChange[],
  { name, source }: { name: string; source: Source },
): Caption[] {
  return measuredTexts(measurements, 'en').map((text, rank) => ({
    id: `${name}-${rank + 1}`,
    text,
    rank,
    source,
    logProbability: null,
  }))
}
