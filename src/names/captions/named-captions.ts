import type { CaptionLanguage } from '../../contract/project'
import type { NameWords } from '../../contract/names'
import type { Caption, Link, NamedMasks, Source } from '../../domain/document'
import { changeFacts } from '../change-facts'
import type { DescribedRegion } from '../change-facts'
import type { RegionChange } from '../claim'
import type { StillThing } from '../still-things'
import { captionGrammars } from './languages/caption-grammars'

export interface CaptionsWithLinks {
  captions: Caption[]
  links: Link[]
}

/**
 * Captions of each length about named regions, with links to them.
 * @param still named things that did not change, as landmarks
 */
export function namedCaptions(
  described: readonly DescribedRegion[],
  still: readonly StillThing[],
  { words, language = 'en' }: { words: NameWords; language?: CaptionLanguage | undefined },
  source: Source,
): CaptionsWithLinks {
  const { describeChanges } = captionGrammars[language]
  const written = describeChanges(changeFacts(described, still, words))
  const texts = [...new Map(written.map((caption) => [caption.text, caption])).values()]
  const captions = texts.map(({ text, length }, rank): Caption => ({
    id: `caption-${length}`,
    text,
    rank,
    source,
    logProbability: null,
  }))
  const links = texts.flatMap(({ length, links: spans }) =>
    withoutDoubles(spans).map(({ start, end, regionId }, at): Link => ({
      id: `caption-${length}-${at + 1}`,
      captionId: `caption-${length}`,
      start,
      end,
      regionId,
    })),
  )
  return { captions, links }
}

/**
 * The same about regions that no detector has looked at: their names are their categories.
 * @param changes of the regions, in their order
 */
export function measuredCaptions(
  regions: readonly (NamedMasks & { readonly score?: number | null })[],
  changes: readonly RegionChange[],
  source: Source,
  language?: CaptionLanguage,
): CaptionsWithLinks {
  const described = regions.map((region, at) => ({ region, change: changes[at], named: null }))
  return namedCaptions(described, [], { words: {}, language }, source)
}

/** A region of several things has one link for a phrase that counts them. */
function withoutDoubles<T extends { start: number; regionId: string }>(spans: readonly T[]): T[] {
  return [...new Map(spans.map((span) => [`${span.start} ${span.regionId}`, span])).values()]
}
