import { countPhrase } from './nouns'
import type { Noun } from './nouns'

/** Things that a sentence has named so far, so that a second car becomes "another car". */
export class Mentions {
  readonly #changed: Noun[] = []
  readonly #near: Noun[] = []

  /** Phrase for things that changed. */
  phrase(noun: Noun, count: number): string {
    return countPhrase(noun, count, this.note(noun))
  }

  /** Notes things that changed. @returns whether they were named before */
  note(noun: Noun): boolean {
    const isAgain = this.has(noun)
    this.#changed.push(noun)
    return isAgain
  }

  has(noun: Noun): boolean {
    return isAmong([...this.#changed, ...this.#near], noun)
  }

  /** Phrase for an unchanged thing. If the same one comes twice, it is not "another". */
  nearPhrase(noun: Noun): string {
    return countPhrase(noun, 1, this.noteNear(noun))
  }

  /** Notes an unchanged thing. @returns whether one like it changed */
  noteNear(noun: Noun): boolean {
    const isAgain = isAmong(this.#changed, noun)
    this.#near.push(noun)
    return isAgain
  }
}

function isAmong(told: readonly Noun[], { word, colour }: Noun): boolean {
  return told.some(
    (other) =>
      other.word.toLowerCase() === word.toLowerCase() && (colour === null || other.colour === colour),
  )
}

/** A part of a sentence; `regionIds`: the regions that it refers to. */
export interface Piece {
  readonly text: string
  readonly regionIds: readonly string[]
}

/** Span of a sentence that refers to a region, in UTF-16 code units, `end` exclusive. */
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

/** One sentence of the pieces: a capital, a full stop, and the span of each region. */
export function sentenceOf(pieces: readonly Piece[], stop = '.'): { text: string; links: Link[] } {
  const links: Link[] = []
  let text = ''
  for (const piece of pieces) {
    const [start, end] = [text.length, text.length + piece.text.length]
    links.push(...piece.regionIds.map((regionId) => ({ start, end, regionId })))
    text += piece.text
  }
  const first = text.charAt(0).toUpperCase()
  // some letters have two capitals, which would move all links
  return { text: `${first.length === 1 ? first : text.charAt(0)}${text.slice(1)}${stop}`, links }
}
