import { countPhrase } from './nouns'
import type { Noun } from './nouns'

/** What a sentence spoke of so far, so that a second car becomes "another car". */
export class Mentions {
  readonly #changed: Noun[] = []
  readonly #near: Noun[] = []

  /** Of things that changed. */
  phrase(noun: Noun, count: number): string {
    const isAgain = this.has(noun)
    this.#changed.push(noun)
    return countPhrase(noun, count, isAgain)
  }

  has(noun: Noun): boolean {
    return isAmong([...this.#changed, ...this.#near], noun)
  }

  /** Of an unchanged thing. It may be the same one twice, which then is no other. */
  nearPhrase(noun: Noun): string {
    const isAgain = isAmong(this.#changed, noun)
    this.#near.push(noun)
    return countPhrase(noun, 1, isAgain)
  }
}

function isAmong(told: readonly Noun[], { word, colour }: Noun): boolean {
  return told.some(
    (other) =>
      other.word.toLowerCase() === word.toLowerCase() && (colour === null || other.colour === colour),
  )
}
