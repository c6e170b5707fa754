import { DEFAULT_SETTINGS } from '../../src/contract/work'
import type { LanguageSetting } from '../../src/contract/work'
import { engine } from '../engine'
import { storeEverything } from '../review/commands/unsaved-work'
import { text } from '../text/chosen'
import { languageOf } from '../../src/messages/languages'
import { preferredLanguages } from '../text/preferred-languages'
import { storedLanguage, storeLanguage } from '../text/stored-language'
import { useEngineState } from '../state/engine-state'
import { notify } from '../state/notices'

/**
 * The language of the page follows the setting of the engine. The page shows another language by loading itself anew.
 * Returns the function that ends this.
 */
export function followLanguage(reload: () => void = () => window.location.reload()): () => void {
  const forget = engine.on('settings.changed', ({ language }) => void showIn(language, reload))
  const stop = useEngineState.subscribe(({ isLoaded, settings }) => {
    if (isLoaded) {
      stop()
      // where the engine did not tell its settings, the page stays as it is
      if (settings !== DEFAULT_SETTINGS) {
        void showIn(settings.language, reload)
      }
    }
  })
  return () => {
    forget()
    stop()
  }
}

async function showIn(setting: LanguageSetting, reload: () => void): Promise<void> {
  const before = storedLanguage()
  if (before === setting || !storeLanguage(setting)) {
    return
  }
  if (document.documentElement.lang === languageOf(setting, preferredLanguages())) {
    return
  }
  if (await storeEverything()) {
    reload()
  } else {
    notify('info', text.settings.languageLater)
  }
}
