/** A part of a sentence; `regionIds`: the regions that it speaks of. */
export interface Piece {
  readonly text: string
  readonly regionIds: readonly string[]
}

/** Where a sentence speaks of a region, in UTF-16 code units, `end` exclusive. */
export interface Link {
  readonly start: number
  readonly end: number
  readonly regionId: string
}

export const plain = (text: string): Piece => ({ text, regionIds: [] })

/** Parts with a space between those that are not empty. */
export function spaced(...parts: readonly (readonly Piece[])[]): Piece[] {
  return joined(
    parts.filter(({ length }) => length > 0),
    ' ',
    ' ',
  )
}

/** Parts with `separator` between them, and `last` before the last one. */
export function joined(parts: readonly (readonly Piece[])[], separator: string, last: string): Piece[] {
  return parts.flatMap((part, index) => {
    const between = index === parts.length - 1 ? last : separator
    return index === 0 ? part : [plain(between), ...part]
  })
}

/** One sentence of the pieces: a capital, a full stop, and where each region is spoken of. */
export function sentenceOf(pieces: readonly Piece[]): { text: string; links: Link[] } {
  const links: Link[] = []
  let text = ''
  for (const piece of pieces) {
    const [start, end] = [text.length, text.length + piece.text.length]
    links.push(...piece.regionIds.map((regionId) => ({ start, end, regionId })))
    text += piece.text
  }
  const first = text.charAt(0).toUpperCase()
  // some letters have two capitals, which would move all links
  return { text: `${first.length === 1 ? first : text.charAt(0)}${text.slice(1)}.`, links }
}
