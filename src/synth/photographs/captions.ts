import type { ChangeFact } from '../../names/captions/change-fact'
import { describeChanges } from '../../names/captions/describe-changes'
import type { DescribedCaption } from '../../names/captions/describe-changes'
import type { CaptionSpan, SyntheticCaption } from '../pair'

/**
 * Different sentences, the fullest first: in full, by neighbours where the facts have them and by places alone, and in
 * short. Those with measures tell shares of the picture, which no one sees, and are left out.
 */
export function captionsOf(facts: readonly ChangeFact[]): SyntheticCaption[] {
  const told = [facts, facts.map((fact) => ({ ...fact, near: null }))]
    .flatMap(describeChanges)
    .filter(({ length }) => length !== 'measured')
    .toSorted((a, b) => rank(a) - rank(b))
  const captions = new Map(told.map((caption) => [caption.text, asCaption(caption)]))
  return [...captions.values()]
}

const rank = ({ length }: DescribedCaption): number => (length === 'full' ? 0 : 1)

/** Words that several regions share are one span. */
function asCaption({ text, links }: DescribedCaption): SyntheticCaption {
  const spans = new Map<string, CaptionSpan>()
  for (const { start, end, regionId } of links) {
    const key = `${start} ${end}`
    const regions = [...(spans.get(key)?.regions ?? []), Number(regionId)]
    spans.set(key, { kind: 'noun', start, end, regions })
  }
  return { text, spans: [...spans.values()] }
}
