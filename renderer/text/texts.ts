import type { Translated } from '../../src/messages/catalogue'
import type { en } from './en'

/** Every text that the screen shows, by place. An entry that is missing or of another form is an error of types. */
export type Texts = Translated<typeof en>

/** One part of a catalogue, such as `queue`. */
export type TextsOf<Part extends keyof Texts> = Texts[Part]
