import { chooseTexts } from '../text/choice'
import { zhHans } from '../text/zh-Hans'

/** Before a test's own modules, which keep texts in constants. */
chooseTexts(zhHans, 'zh-Hans')
document.documentElement.lang = 'zh-Hans'
