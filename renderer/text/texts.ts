import type { en } from './en'

/** The English entry with any other words: texts stay texts, and functions keep what they take. */
type Translated<Entry> = Entry extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Entry extends string
    ? string
    : { [Key in keyof Entry]: Translated<Entry[Key]> }

/** Every text that the screen shows, by place. An entry that is missing or of another form is an error of types. */
export type Texts = Translated<typeof en>

/** One part of a catalogue, such as `queue`. */
export type TextsOf<Part extends keyof Texts> = Texts[Part]
