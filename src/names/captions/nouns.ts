import { withArticle } from './articles'
import { nounForm, pluralOf } from './noun-forms'

/** A thing as it is told: its word as `plainWord` gives it, and the colour that is said of it. */
export interface Noun {
  readonly word: string
  readonly colour: string | null
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** In words up to ten. */
export function numberWord(count: number): string {
  return NUMBERS.at(count) ?? String(count)
}

/**
 * "a red car", "two people", "a pair of scissors", "snow".
 * @param isAgain one of that word was told of before: "another car", "two other people"
 */
export function countPhrase({ word, colour }: Noun, count: number, isAgain: boolean): string {
  const form = nounForm(word)
  const coloured = (text: string): string => (colour === null ? text : `${colour} ${text}`)
  if (form === 'mass' || form === 'plural') {
    return coloured(word)
  }
  const one = form === 'pair' ? `pair of ${coloured(word)}` : coloured(word)
  if (count === 1) {
    return isAgain ? `another ${one}` : withArticle(one)
  }
  const many = form === 'pair' ? `pairs of ${coloured(word)}` : coloured(pluralOf(word))
  return `${numberWord(count)} ${isAgain ? 'other ' : ''}${many}`
}

/** Whether its verb is "are". */
export function takesPluralVerb(word: string, count: number): boolean {
  const form = nounForm(word)
  return form === 'plural' || (form !== 'mass' && count > 1)
}

/** Whether there is one and another of it. */
export function hasNumber(word: string): boolean {
  const form = nounForm(word)
  return form === 'counted' || form === 'pair'
}

/** In place of a noun that was just said: "another", "a blue one", "two others". */
export function pronounPhrase(colour: string | null, count: number): string {
  if (colour === null) {
    return count === 1 ? 'another' : `${numberWord(count)} others`
  }
  return count === 1 ? `${withArticle(colour)} one` : `${numberWord(count)} ${colour} ones`
}

/** Whether two are told apart by their colours: "a red car and a blue one". */
export function areColoursApart(word: string, one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other && nounForm(word) === 'counted'
}
