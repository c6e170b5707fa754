import type { Messages } from './catalogue'
import { german } from './de'
import { english } from './en'
import type { Language } from './languages'
import { simplifiedChinese } from './zh-Hans'

/** For programs that hold all languages; the page loads one of them. */
export const messagesIn: Readonly<Record<Language, Messages>> = {
  en: english,
  'zh-Hans': simplifiedChinese,
  de: german,
}
