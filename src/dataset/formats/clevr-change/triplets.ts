import type { PlannedPair } from '../../export/export-pair'
import { PairLeftOut } from '../../export/export-pair'
import { tokensOf } from '../levir-mci/sentences'
import { statesNoChange } from '../../../metrics/no-change'
import { groupBy } from '../../split'

/** What stands under a before image that has no unchanged pair, or one without caption. */
export const NO_CHANGE_SENTENCE = 'no change was made'

/**
 * Those with a word, as the loader stops at one without. @throws PairLeftOut where a changed pair has none
 */
export function captionsOf(pair: Pick<PlannedPair, 'content'>): string[] {
  const texts = pair.content.captions.map(({ text }) => text)
  const usable = texts.filter((text) => tokensOf(text).length > 0)
  if (usable.length === 0 && isChanged(pair)) {
    throw new PairLeftOut(
      texts.length === 0 ? 'it has regions and no caption: write one' : 'none of its captions has a word',
    )
  }
  return usable.length > 0 ? usable : [NO_CHANGE_SENTENCE]
}

/** A before image with a changed after image and, where there is one, an unchanged one. */
export interface Triplet {
  changed: PlannedPair
  unchanged: PlannedPair | null
}

interface Triplets {
  /** In the order of their changed pairs. */
  triplets: Triplet[]
  /** Unchanged pairs that are in no triplet, and why. */
  alone: Map<PlannedPair, string>
}

/** A region with a pixel, or a caption that tells of a change. */
export function isChanged({ content }: Pick<PlannedPair, 'content'>): boolean {
  return content.hasChange || content.captions.some(({ text }) => !statesNoChange(text))
}

/** Pairs that share a before image and a split belong together: each changed one takes one unchanged one. */
export function arrangeTriplets(pairs: readonly PlannedPair[]): Triplets {
  const alone = new Map<PlannedPair, string>()
  const triplets: Triplet[] = []
  for (const members of groupBy(pairs, ({ item, split }) => `${split} ${item.beforePath}`).values()) {
    const changed = members.filter(isChanged)
    const unchanged = members.filter((pair) => !isChanged(pair))
    for (const [index, pair] of changed.entries()) {
      triplets.push({ changed: pair, unchanged: unchanged[index] ?? null })
    }
    for (const pair of unchanged.slice(changed.length)) {
      alone.set(
        pair,
        changed.length === 0
          ? 'nothing changed in it, and CLEVR-Change has such a pair only beside a changed one of the same before image'
          : 'nothing changed in it, and another such pair has the place beside the changed one',
      )
    }
  }
  return { triplets: triplets.sort((a, b) => a.changed.number - b.changed.number), alone }
}
