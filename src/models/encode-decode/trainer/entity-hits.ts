import { entityName, phraseTexts } from '../../../text/entities'
import type { TrainingPair } from '../../../training/data/training-set'
import type { ContributionScore } from '../../../training/task'

/** Names in a pair's captions that mean something that changed: their subjects, or all of their noun phrases. */
export function changedNames({ record }: TrainingPair, from: 'subjects' | 'nouns'): ReadonlySet<string> {
  return new Set(
    record.captions.flatMap((caption) => {
      const { text, spans } = caption
      const changed = spans.filter(({ regions }) => regions.length > 0)
      if (from === 'nouns') {
        return changed
          .filter(({ kind }) => kind === 'noun')
          .map(({ start, end }) => entityName(text.slice(start, end)))
      }
      const { subject } = phraseTexts(caption)
      return subject !== null && changed.some(({ kind }) => kind === 'subject') ? [entityName(subject)] : []
    }),
  )
}

/**
 * Share of the pairs that have a changed name among the retrieved ones, and the share if every pair got the `count`
 * commonest names instead, which needs no look at a pair. Pairs of which no name could be retrieved do not count.
 * @param names that can be retrieved, the commonest first
 * @param retrieved indices of them, for each pair
 * @param changed the names of what changed, for each pair
 */
export function entityHits(
  names: readonly string[],
  retrieved: readonly (readonly number[])[],
  changed: readonly ReadonlySet<string>[],
  count: number,
): ContributionScore | null {
  let [pairs, hits, common] = [0, 0, 0]
  for (const [pair, own] of changed.entries()) {
    if (!names.some((name) => own.has(name))) {
      continue
    }
    pairs++
    hits += retrieved[pair].slice(0, count).some((entity) => own.has(names[entity])) ? 1 : 0
    common += names.slice(0, count).some((name) => own.has(name)) ? 1 : 0
  }
  return pairs === 0 ? null : { value: hits / pairs, baseline: common / pairs }
}
