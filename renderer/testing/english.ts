import { chooseTexts } from '../text/choice'
import { en } from '../text/en'

/** Before a test's own modules, which keep texts in constants. */
chooseTexts(en, 'en')
