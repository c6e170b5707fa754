import { languageSchema } from '../../src/contract/work'
import type { LanguageSetting } from '../../src/contract/work'
import { PSEUDO } from './languages'

/**
 * The setting as the page knew it last. The page needs it before the engine answers, which has the setting itself.
 */
const KEY = 'deltascribe.language'

/** `system` where nothing usable is stored. `pseudo` is put there by tests alone. */
export function storedLanguage(): LanguageSetting | typeof PSEUDO {
  const stored = read()
  return stored === PSEUDO ? PSEUDO : (languageSchema.safeParse(stored).data ?? 'system')
}

/** Returns false where the page may not store anything, or is held to a language by a test. */
export function storeLanguage(setting: LanguageSetting): boolean {
  if (read() === PSEUDO) {
    return false
  }
  try {
    window.localStorage.setItem(KEY, setting)
  } catch {
    return false
  }
  return read() === setting
}

function read(): string | null {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}
