import type { Link } from '../../../src/domain/document'

/** A piece of a caption, and the regions that it is linked to. */
export interface WordSpan {
  /** UTF-16 offset. */
  start: number
  text: string
  regionIds: readonly string[]
}

/** The whole text in pieces, cut wherever a link begins or ends. */
export function wordSpans(text: string, links: readonly Link[]): WordSpan[] {
  const cuts = new Set([0, text.length])
  for (const { start, end } of links) {
    cuts.add(Math.min(start, text.length)).add(Math.min(end, text.length))
  }
  const ordered = [...cuts].sort((a, b) => a - b)
  return ordered.slice(1).map((end, at) => {
    const start = ordered[at]
    const regionIds = links
      .filter((link) => link.start <= start && link.end >= end)
      .map(({ regionId }) => regionId)
    return { start, text: text.slice(start, end), regionIds: [...new Set(regionIds)] }
  })
}

/** The regions that the word at this offset is linked to; a word's end belongs to it. */
export function regionsAtOffset(links: readonly Link[], offset: number): string[] {
  const here = links.filter(({ start, end }) => start <= offset && offset <= end)
  return [...new Set(here.map(({ regionId }) => regionId))]
}
