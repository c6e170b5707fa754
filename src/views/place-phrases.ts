import type { Rect } from '../mask/bitmap'

const ROWS = ['top', 'middle', 'bottom'] as const
const COLUMNS = ['left', 'middle', 'right'] as const

const HEIGHT = '(?:top|bottom|upper|lower)'
const SIDE = '(?:left|right)(?:[ -]hand)?'
const MIDDLE = '(?:middle|center|centre)'
const PART = '(?:corner|part|side|half|area|portion|section|edge|third|quarter|quadrant)'
const PICTURE = '(?:picture|image|scene|photo|photograph|frame|view)'
/** A part of something else ("the bottom of the road", "on the top") is none. */
const SPOT = [
  `(?:at|in|on) the (?:far )?(?:${HEIGHT}|${MIDDLE})[ -](?:${SIDE}|${MIDDLE})(?: ${PART})?`,
  `(?:at|in) the (?:far )?(?:${HEIGHT}|${MIDDLE}) ${PART}`,
  `(?:at|in|on) the (?:far )?${SIDE} ${PART}`,
  `(?:at|on) the (?:far )?${SIDE}`,
  'at the (?:top|bottom)',
  `(?:at|in) the ${MIDDLE}`,
].join('|')
const PLACE = `(?:${SPOT})(?: (?:of|in) the (?:whole )?${PICTURE})?`

/** Words that name the place of a caption's subject in its image, up to the end of the clause. */
const PLACE_WORDS = new RegExp(
  `(,? ?)\\b${PLACE}(?: and ${PLACE})*(?= ?[,;.]| and (?!(?:the )?(?:${HEIGHT}|${SIDE})\\b)|$)`,
  'gi',
)

/** "at the top left", "on the right", "in the middle": where the middle of a box lies in its image. */
export function placeOf(box: Rect, image: { width: number; height: number }): string {
  const row = ROWS[third(box.y + box.height / 2, image.height)]
  const column = COLUMNS[third(box.x + box.width / 2, image.width)]
  if (row === 'middle') {
    return column === 'middle' ? 'in the middle' : `on the ${column}`
  }
  return column === 'middle' ? `at the ${row}` : `at the ${row} ${column}`
}

/** Part of a text: [start, end) in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Restates a caption of a window for the whole image: its own places are removed, the true one is added. The typed
 * text in `begin` is unchanged; where that names a place, none is added.
 */
export function withImagePlace(caption: string, place: string, begin = ''): string {
  const withoutOwn = withoutSpans(caption, placeSpans(caption, begin))
  const text = begin + withoutOwn.slice(begin.length).trimEnd()
  if (placeSpans(text).some(({ start }) => start < begin.length)) {
    return text
  }
  const [stop] = /\s*\.$/.exec(text.slice(begin.length)) ?? ['']
  const clause = text.slice(0, text.length - stop.length)
  const link = /\s$/.test(clause) ? '' : /[,;]$/.test(clause) ? ' ' : ', '
  return clause + link + place + stop
}

/** A caption without the words that name the place of its subject. */
export function withoutPlaces(caption: string): string {
  return withoutSpans(caption, placeSpans(caption)).trim()
}

/** Words of place that come behind `begin`, each with the blank that goes with it. */
export function placeSpans(caption: string, begin = ''): Span[] {
  return [...caption.matchAll(PLACE_WORDS)].flatMap(({ 0: words, 1: lead, index }) => {
    if (index + lead.length < begin.length) {
      return []
    }
    const start = Math.max(index, begin.length)
    const end = index + words.length
    const isBlankBefore = start === 0 || /\s/.test(caption[start - 1])
    const [behind] = (start === 0 ? /^[,;]? ?/ : /^ ?/).exec(caption.slice(end)) ?? ['']
    return [{ start, end: isBlankBefore ? end + behind.length : end }]
  })
}

export function withoutSpans(text: string, spans: readonly Span[]): string {
  return spans.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}

/** Of the image's side, how far a box on the other half may reach into what a caption calls a side. */
const SIDE_TOLERANCE = 0.1

/** Between parts of a caption; what continues with a place or with what became of its subject is the same part. */
const BETWEEN = / and (?!(?:at|in|on) the )|,(?! ?(?:(?:at|in|on) the|is|are|was|were|has|have) )|[.;] ?/g

/** Parts of a caption that each may name a place of their own; a place in front belongs to what comes behind it. */
export function partsWithPlaces(caption: string): Span[] {
  const parts: Span[] = []
  let [start, lead] = [0, -1]
  const add = (end: number): void => {
    const words = caption.slice(start, end)
    if (words.trim() === '') {
      return
    }
    const from = lead < 0 ? start : lead
    if (withoutPlaces(words) === '' && end < caption.length) {
      lead = from
    } else {
      parts.push({ start: from, end })
      lead = -1
    }
  }
  for (const { 0: between, index } of caption.matchAll(BETWEEN)) {
    add(index)
    start = index + between.length
  }
  add(caption.length)
  return parts
}

/** Whether a box may be at the place that a caption names; a part that names no place matches any box. */
export function isAtNamedPlace(
  caption: string,
  box: Rect,
  image: { width: number; height: number },
): boolean {
  const parts = partsWithPlaces(caption).map(({ start, end }) => caption.slice(start, end))
  const places = parts.map((part) => placeSpans(part).map(({ start, end }) => part.slice(start, end)))
  if (places.some((named) => named.length === 0)) {
    return true
  }
  const across = (box.x + box.width / 2) / image.width
  const down = (box.y + box.height / 2) / image.height
  return places
    .flat()
    .flatMap((named) => named.split(' and '))
    .some(
      (named) =>
        isOn(named, ['left'], ['right'], across) && isOn(named, ['top', 'upper'], ['bottom', 'lower'], down),
    )
}

/** @param at 0 at the low side, 1 at the high one */
function isOn(words: string, low: readonly string[], high: readonly string[], at: number): boolean {
  const names = (sides: readonly string[]): boolean =>
    sides.some((side) => words.toLowerCase().includes(side))
  return (!names(low) || at < 0.5 + SIDE_TOLERANCE) && (!names(high) || at > 0.5 - SIDE_TOLERANCE)
}

function third(at: number, side: number): 0 | 1 | 2 {
  return at < side / 3 ? 0 : at < (2 * side) / 3 ? 1 : 2
}
