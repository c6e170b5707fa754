import type { CaptionChoice } from '../../contract/export-choices'
import { statesNoChange } from '../../metrics/no-change'
import { message } from '../../messages/message'
import { PairLeftOut } from './export-pair'
import type { ContentFacts, ExportedCaption } from './export-pair'

// Which captions of a pair are written.

/** @param choice all captions if absent */
export function withChosenCaptions<C extends ContentFacts>(content: C, choice: CaptionChoice = 'all'): C {
  const { captions } = content
  if (choice === 'all') {
    return content
  }
  const isChosen: Record<
    Exclude<CaptionChoice, 'all'>,
    (caption: ExportedCaption, place: number) => boolean
  > = {
    first: (_, place) => place === 0,
    people: ({ isOfPerson }) => isOfPerson,
  }
  const chosen = captions.filter(isChosen[choice])
  return chosen.length === captions.length
    ? content
    : { ...content, captions: chosen, unchosen: captions.filter((caption) => !chosen.includes(caption)) }
}

/**
 * The captions of a pair; for a pair without change and without caption, a sentence that says so.
 * @throws PairLeftOut if something changed and there is no caption
 */
export function sentencesOf(content: ContentFacts, noChange: string): string[] {
  const { captions } = content
  if (captions.length === 0) {
    requireUnchanged(content)
  }
  return captions.length > 0 ? captions.map(({ text }) => text) : [noChange]
}

/** @throws PairLeftOut if a pair without a caption to write changed, also by the words of those that are left out */
export function requireUnchanged({ hasChange, unchosen = [] }: ContentFacts): void {
  if (hasChange || unchosen.some(({ text }) => !statesNoChange(text))) {
    throw new PairLeftOut(message(unchosen.length > 0 ? 'exports.noChosenCaption' : 'exports.noCaption'))
  }
}
