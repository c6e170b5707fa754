import { chooseTexts } from '../text/choice'
import { de } from '../text/de'

/** Before a test's own modules, which keep texts in constants. */
chooseTexts(de, 'de')
document.documentElement.lang = 'de'
