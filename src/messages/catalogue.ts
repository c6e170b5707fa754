import type { english } from './en'

/** The English entry with any other words: texts stay texts, and functions keep what they take. */
export type Translated<Entry> = Entry extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Entry extends string
    ? string
    : { [Key in keyof Entry]: Translated<Entry[Key]> }

/** Messages of the engine in one language, by subject. A missing one is an error of types. */
export type Messages = Translated<typeof english>

/** Messages of one subject, such as `problems`. */
export type MessagesOf<Subject extends keyof Messages> = Messages[Subject]
