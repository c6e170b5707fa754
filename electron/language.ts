import { app } from 'electron'
import type { LanguageSetting } from '../src/contract/work'
import { UserFiles } from '../src/engine/user-folder'
import type { Messages } from '../src/messages/catalogue'
import { messagesIn } from '../src/messages/catalogues'
import { languageOf } from '../src/messages/languages'
import { inLanguage, messageTextOf } from '../src/messages/message'
import type { MessageText } from '../src/messages/message'

let setting: LanguageSetting | null = null

/** The engine tells it when it starts, and when it changes. */
export function setLanguage(language: LanguageSetting): void {
  setting = language
}

/** In the language of the setting, which is read from its file until the engine tells it. */
export function messages(user: string): Messages {
  setting ??= storedSetting(user)
  return messagesIn[languageOf(setting, app.getPreferredSystemLanguages())]
}

/** What the file of settings says; that of the system where there is none, or it cannot be read. */
function storedSetting(user: string): LanguageSetting {
  try {
    return new UserFiles(user).getSettings().language
  } catch {
    return 'system'
  }
}

export function spellMessage(user: string, text: MessageText): string {
  return inLanguage(messages(user), text)
}

export function spellError(user: string, error: unknown): string {
  return spellMessage(user, messageTextOf(error))
}
