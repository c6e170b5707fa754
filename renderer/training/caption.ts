import type { Caption } from '../../src/domain/caption'
import { text } from '../text/en'

/** The first caption of a proposal, in words where there is none. */
export function captionOf({ captions }: { captions: readonly Caption[] }): string {
  const [first] = captions.toSorted((a, b) => a.rank - b.rank)
  return first === undefined || first.text === '' ? text.training.examples.noCaption : first.text
}
