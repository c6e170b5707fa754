import { chooseTexts } from '../text/choice'
import { pseudo } from '../text/pseudo'

/** Before a test's own modules, which keep texts in constants. */
chooseTexts(pseudo, 'en')
document.documentElement.lang = 'en-XA'
