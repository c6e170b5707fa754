import type { Language } from '../../src/messages/languages'
import type { Texts } from './texts'

/** In the order of the settings, each by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-Hans': '简体中文',
  de: 'Deutsch',
}

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
