import { chosenTexts } from './choice'
import type { Texts } from './texts'

/** Every text that the screen shows, in the language that was chosen before this module was loaded. */
export const text: Texts = chosenTexts()
