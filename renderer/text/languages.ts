import type { LanguageSetting } from '../../src/contract/work'
import type { Texts } from './texts'

/** A language of the screen, as a BCP 47 tag. */
export type Language = Exclude<LanguageSetting, 'system'>

/** In the order of the settings, each by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-Hans': '简体中文',
  de: 'Deutsch',
}

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

/** English made longer and accented, for tests of the screen. No setting names it. */
export const PSEUDO = 'pseudo'

/** Each is a file of its own, of which the page loads one. */
const catalogues: Readonly<Record<Language | typeof PSEUDO, () => Promise<Texts>>> = {
  en: async () => (await import('./en')).en,
  'zh-Hans': async () => (await import('./zh-Hans')).zhHans,
  de: async () => (await import('./de')).de,
  [PSEUDO]: async () => (await import('./pseudo')).pseudo,
}

export function loadTexts(language: Language | typeof PSEUDO): Promise<Texts> {
  return catalogues[language]()
}

/** @param preferred tags that the system prefers, best first, as in `navigator.languages` */
export function languageOf(setting: LanguageSetting, preferred: readonly string[]): Language {
  return setting === 'system' ? (preferred.map(languageOfTag).find((one) => one !== null) ?? 'en') : setting
}

/**
 * Tag for numbers and dates: the first that the system prefers in this language, which names a region, else the
 * language itself.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => languageOfTag(tag) === language) ?? language
}

/** `de-CH` is `de`. Traditional Chinese is not Simplified. Null for a language that there is no catalogue of. */
function languageOfTag(tag: string): Language | null {
  const wanted = maximized(tag)
  return (
    LANGUAGES.find((language) => {
      const offered = maximized(language)
      return wanted?.language === offered?.language && wanted?.script === offered?.script
    }) ?? null
  )
}

/** With the script that the language is usually written in. Null for what is no tag. */
function maximized(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return null
  }
}
