import { chooseLocale } from './spelling'
import type { Texts } from './texts'

let chosen: Texts | null = null

/** Must come before a module is loaded that shows texts: those keep theirs in constants. @param locale BCP 47 */
export function chooseTexts(texts: Texts, locale: string): void {
  chosen = texts
  chooseLocale(locale)
}

/** @throws Error where `chooseTexts` was not called */
export function chosenTexts(): Texts {
  if (chosen === null) {
    throw new Error('No language was chosen before a module with texts was loaded.')
  }
  return chosen
}
