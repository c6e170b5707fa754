/** Languages of the screen, as BCP 47 tags, in the order of the settings. */
export const LANGUAGES = ['en', 'zh-Hans', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** @param preferred tags that the system prefers, best first, as in `navigator.languages` */
export function languageOf(setting: Language | 'system', preferred: readonly string[]): Language {
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
