import type { ContentFacts, CountedPair } from '../../export/export-pair'
import { requireUnchanged } from '../../export/chosen-captions'
import { PairLeftOut } from '../../export/export-pair'
import { tokenCount } from '../levir-mci/sentences'
import { statesNoChange } from '../../../metrics/no-change'
import { groupBy } from '../../../basics/group-by'
import { message } from '../../../messages/message'
import type { MessageText } from '../../../messages/message'

/** Sentence for a before image that has no unchanged pair, or one without caption. */
export const NO_CHANGE_SENTENCE = 'no change was made'

/** Captions with a word, because the loader stops at one without. @throws PairLeftOut if a changed pair has none */
export function captionsOf(pair: Pick<CountedPair, 'content'>): string[] {
  const texts = pair.content.captions.map(({ text }) => text)
  const usable = texts.filter((text) => tokenCount(text) > 0)
  if (texts.length === 0) {
    requireUnchanged(pair.content)
  } else if (usable.length === 0 && isChanged(pair)) {
    throw new PairLeftOut(message('exports.noWord'))
  }
  return usable.length > 0 ? usable : [NO_CHANGE_SENTENCE]
}

/** A before image with a changed after image and, where there is one, an unchanged one. */
export interface Triplet<P extends CountedPair> {
  changed: P
  unchanged: P | null
}

interface Triplets<P extends CountedPair> {
  /** In the order of their changed pairs. */
  readonly triplets: readonly Triplet<P>[]
  /** Unchanged pairs that are in no triplet, with the reason. */
  readonly alone: ReadonlyMap<P, MessageText>
}

/** Whether a region has a pixel, or a caption states a change. */
export function isChanged({ content }: Pick<CountedPair, 'content'>): boolean {
  return content.hasChange || stateChange(content.captions)
}

/** Of lists of captions: a project that is counted again has the same ones, and the rule takes long. */
const statedChanges = new WeakMap<ContentFacts['captions'], boolean>()

function stateChange(captions: ContentFacts['captions']): boolean {
  const known = statedChanges.get(captions)
  if (known !== undefined) {
    return known
  }
  const isStated = captions.some(({ text }) => !statesNoChange(text))
  statedChanges.set(captions, isStated)
  return isStated
}

/** Pairs that share a before image and a split form triplets: each changed one takes one unchanged one. */
export function arrangeTriplets<P extends CountedPair>(pairs: readonly P[]): Triplets<P> {
  const alone = new Map<P, MessageText>()
  const triplets: Triplet<P>[] = []
  for (const members of membersOf(pairs)) {
    const changed = members.filter(isChanged)
    const unchanged = changed.length === members.length ? [] : members.filter((pair) => !isChanged(pair))
    for (const [index, pair] of changed.entries()) {
      triplets.push({ changed: pair, unchanged: unchanged[index] ?? null })
    }
    for (const pair of unchanged.slice(changed.length)) {
      alone.set(pair, changed.length === 0 ? message('exports.besideChanged') : message('exports.placeTaken'))
    }
  }
  return { triplets: triplets.sort((a, b) => a.changed.number - b.changed.number), alone }
}

/** Those of one before image and split together. Most have one of their own: a text of both for each takes long. */
function* membersOf<P extends CountedPair>(pairs: readonly P[]): Generator<P[]> {
  for (const sharing of groupBy(pairs, ({ item }) => item.beforePath).values()) {
    if (sharing.length === 1) {
      yield sharing
    } else {
      yield* groupBy(sharing, ({ split }) => split).values()
    }
  }
}
