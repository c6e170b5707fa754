import type { CaptionLanguage } from '../../contract/project'
import type { NameWords } from '../../contract/names'
import type { Caption, Link, Source } from '../../domain/document'
import { changeFacts } from '../change-facts'
import type { DescribedRegion } from '../change-facts'
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
    id: `names-${length}`,
    text,
    rank,
    source,
    logProbability: null,
  }))
  const links = texts.flatMap(({ length, links: spans }) =>
    withoutDoubles(spans).map(({ start, end, regionId }, at): Link => ({
      id: `names-${length}-${at + 1}`,
      captionId: `names-${length}`,
      start,
      end,
      regionId,
    })),
  )
  return { captions, links }
}

/** A region of several things has one link for a phrase that counts them. */
function withoutDoubles<T extends { start: number; regionId: string }>(spans: readonly T[]): T[] {
  return [...new Map(spans.map((span) => [`${span.start} ${span.regionId}`, span])).values()]
}
