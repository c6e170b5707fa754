import './no-eval'
import '@mantine/core/styles.css'
import './shell/global.css'
import { connectEngine } from './engine'
import { reportErrors } from './report-errors'
import { chooseTexts } from './text/choice'
import { loadTexts, PSEUDO } from './text/languages'
import { languageOf, localeOf } from '../src/messages/languages'
import { preferredLanguages } from './text/preferred-languages'
import { storedLanguage } from './text/stored-language'

/** Loads the catalogue of one language, then the window. The engine may connect meanwhile: its port comes once. */
async function show(root: HTMLElement): Promise<void> {
  const setting = storedLanguage()
  const preferred = preferredLanguages()
  const language = setting === PSEUDO ? 'en' : languageOf(setting, preferred)
  chooseTexts(await loadTexts(setting === PSEUDO ? PSEUDO : language), localeOf(language, preferred))
  document.documentElement.lang = language
  const { start } = await import('./start')
  start(root)
}

reportErrors()
connectEngine()

const root = document.getElementById('root')
if (root !== null) {
  void show(root)
}
