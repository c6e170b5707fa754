import type { Rect } from '../../mask/bitmap'

const ROWS = ['top', 'middle', 'bottom'] as const
const COLUMNS = ['left', 'middle', 'right'] as const

/** Words that say where in its picture a caption's subject is. */
const PLACE_WORDS =
  / ?\b(?:at the (?:top|bottom)(?: (?:left|right))?|on the (?:left|right)|in the middle)(?: of the (?:picture|image|scene))?(?=,| and |$)/g

/** "at the top left", "on the right", "in the middle": where the middle of a box lies in its image. */
export function placeOf(box: Rect, image: { width: number; height: number }): string {
  const row = ROWS[third(box.y + box.height / 2, image.height)]
  const column = COLUMNS[third(box.x + box.width / 2, image.width)]
  if (row === 'middle') return column === 'middle' ? 'in the middle' : `on the ${column}`
  return column === 'middle' ? `at the ${row}` : `at the ${row} ${column}`
}

/** Part of a text: [start, end) in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * A caption of a window said of the whole image: its own places go, the true one is added. The text in `begin`, which
 * somebody typed, stays as it is; where that names a place, none is added.
 */
export function placeInWhole(caption: string, place: string, begin = ''): string {
  const said = withoutSpans(caption, placeSpans(caption, begin))
  const kept = begin + said.slice(begin.length).trimEnd()
  if (placeSpans(kept).some(({ start }) => start < begin.length)) return kept
  return /\s$/.test(kept) ? kept + place : `${kept}, ${place}`
}

/** A caption without the words that say where in its picture its subject is. */
export function withoutPlaces(caption: string): string {
  return withoutSpans(caption, placeSpans(caption)).trim()
}

/** Words of place that come behind `begin`, each with the blank that goes with it. */
export function placeSpans(caption: string, begin = ''): Span[] {
  return [...caption.matchAll(PLACE_WORDS)].flatMap(({ 0: words, index }) => {
    const end = index + words.length
    if (index + words.length - words.trimStart().length < begin.length) return []
    const start = Math.max(index, begin.length)
    const isBlankBefore = start === 0 || /\s/.test(caption[start - 1])
    return [{ start, end: isBlankBefore && caption[end] === ' ' ? end + 1 : end }]
  })
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  return spans.toReversed().reduce((kept, { start, end }) => kept.slice(0, start) + kept.slice(end), text)
}

function third(at: number, side: number): 0 | 1 | 2 {
  return at < side / 3 ? 0 : at < (2 * side) / 3 ? 1 : 2
}
