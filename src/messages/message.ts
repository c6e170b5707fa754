import { z } from 'zod'
import type { Messages } from './catalogue'
import { english } from './en'

/** Place of an entry in the catalogue: `problems.empty`. */
export type MessageId = {
  [Subject in keyof Messages]: `${Subject}.${keyof Messages[Subject] & string}`
}[keyof Messages]

type EntryAt<Id extends MessageId> = Id extends `${infer Subject extends keyof Messages}.${infer Name}`
  ? Messages[Subject][Name & keyof Messages[Subject]]
  : never

/** A text among the values may be a message itself. */
type ValuesOf<Entry> = Entry extends (values: infer Values) => string
  ? { [Name in keyof Values]: string extends Values[Name] ? MessageText : Values[Name] }
  : Record<never, never>

/** What a message is made from, for who shows it in another language. */
export interface MessageEntry {
  /** A `MessageId`, of this version or of another one. */
  id: string
  values: Record<string, MessageValue>
}

type MessageValue = string | number | Message

/** A sentence for the user, in English and as its entry of the catalogue. */
export interface Message extends MessageEntry {
  text: string
}

/** A plain string has no entry: words of other programs, and what older versions stored. */
export type MessageText = string | Message

/** Characters of a value: a path has 4096 at most. What is longer is cut. */
const MOST_CHARACTERS = 5000
/** Messages inside of messages. A deeper one is told as plain English. */
const MOST_LEVELS = 4

const plainValue = z.union([z.string().max(MOST_CHARACTERS), z.number()])

function entrySchemaOf(level: number): z.ZodType<MessageEntry> {
  const value: z.ZodType<MessageValue> =
    level === 0
      ? plainValue
      : z.union([plainValue, z.intersection(z.object({ text: z.string() }), entrySchemaOf(level - 1))])
  return z.object({ id: z.string().max(80), values: z.record(z.string().max(40), value) })
}

export const messageEntrySchema = entrySchemaOf(MOST_LEVELS)
export const messageTextSchema: z.ZodType<MessageText> = z.union([
  z.string(),
  z.intersection(z.object({ text: z.string() }), messageEntrySchema),
])

/** A message of the catalogue. */
export function message<Id extends MessageId>(
  id: Id,
  ...[values]: keyof ValuesOf<EntryAt<Id>> extends never ? [] : [ValuesOf<EntryAt<Id>>]
): Message {
  return made(id, values ?? {})
}

/** @param otherwise text of an entry that this version does not have */
function made(id: string, values: Record<string, MessageValue>, otherwise: string = id): Message {
  const given = Object.entries(values).map(
    ([name, value]) => [name, boundedValue(value, MOST_LEVELS)] as const,
  )
  const entry = { id, values: Object.fromEntries(given) }
  return { text: sentenceOf(english, entry) ?? otherwise, ...entry }
}

/** The message with other values in the place of some; a plain text stays as it is. */
export function withValues(text: MessageText, values: Record<string, MessageValue>): MessageText {
  return typeof text === 'string' ? text : made(text.id, { ...text.values, ...values })
}

/** With another text in the place of one, as of the path of a copy. */
export function withReplaced(text: MessageText, from: string, to: string): MessageText {
  return typeof text === 'string' ? text.replaceAll(from, () => to) : replacedIn(text, from, to)
}

function replacedIn({ id, text, values }: Message, from: string, to: string): Message {
  const replaced = Object.entries(values).map(([name, value]): [string, MessageValue] => [
    name,
    typeof value === 'string'
      ? value.replaceAll(from, () => to)
      : typeof value === 'number'
        ? value
        : replacedIn(value, from, to),
  ])
  return made(
    id,
    Object.fromEntries(replaced),
    text.replaceAll(from, () => to),
  )
}

/** With a full stop at its end, if it has none. */
export function asSentence(text: MessageText): MessageText {
  return /[.!?]$/.test(englishOf(text)) ? text : message('joining.sentence', { text })
}

/** Whole sentences after each other. Null for none. */
export function joinSentences(texts: readonly MessageText[]): MessageText | null {
  const [first, ...others] = texts
  return first === undefined
    ? null
    : others.reduce<MessageText>(
        (all, next) => message('joining.sentences', { first: all, second: next }),
        first,
      )
}

function boundedValue(value: MessageValue, levels: number): MessageValue {
  if (typeof value === 'string') {
    return value.slice(0, MOST_CHARACTERS)
  }
  if (typeof value === 'number') {
    return value
  }
  if (levels === 0) {
    return value.text.slice(0, MOST_CHARACTERS)
  }
  const { id, text, values } = value
  const inner = Object.entries(values).map(([name, one]) => [name, boundedValue(one, levels - 1)] as const)
  return { id, text, values: Object.fromEntries(inner) }
}

/** For the log, the command line, and whoever has no catalogue. */
export function englishOf(text: MessageText): string {
  return typeof text === 'string' ? text : text.text
}

/** The English text of a message; any other value as it is. */
export function inEnglish(value: unknown): unknown {
  const found = messageTextSchema.safeParse(value)
  return found.success ? englishOf(found.data) : value
}

/** In the language of the catalogue; in English where it has no such entry, as of another version. */
export function inLanguage(messages: Messages, text: MessageText): string {
  return typeof text === 'string' ? text : (sentenceOf(messages, text) ?? text.text)
}

/** Null for an entry that the catalogue does not have, or that takes other values there. */
function sentenceOf(messages: Messages, { id, values }: MessageEntry): string | null {
  const [subject, name] = id.split('.', 2)
  const entries: Readonly<Record<string, unknown>> | null = Object.hasOwn(messages, subject)
    ? messages[subject as keyof Messages]
    : null
  const entry = entries !== null && Object.hasOwn(entries, name) ? entries[name] : null
  if (typeof entry === 'string') {
    return entry
  }
  const spelled = Object.entries(values).map(
    ([key, value]) => [key, typeof value === 'object' ? inLanguage(messages, value) : value] as const,
  )
  try {
    return typeof entry === 'function'
      ? String(Reflect.apply(entry, null, [strict(Object.fromEntries(spelled))]))
      : null
  } catch {
    return null
  }
}

/** An entry of another version may take values that did not come. */
function strict(values: Record<string, string | number>): Record<string, string | number> {
  return new Proxy(values, {
    get(target, name) {
      if (typeof name !== 'string' || !Object.hasOwn(target, name)) {
        throw new Error(`The message has no value ${String(name)}.`)
      }
      return target[name]
    },
  })
}

/** A text and its entry as two fields: of a failure, and of a pair's problem. */
export function messageFields(text: MessageText): { message: string; entry?: MessageEntry } {
  if (typeof text === 'string') {
    return { message: text }
  }
  const { id, values } = text
  return { message: text.text, entry: { id, values } }
}

/** The reverse of `messageFields`. */
export function messageIn(fields: { message: string; entry?: MessageEntry | undefined }): MessageText {
  return fields.entry === undefined ? fields.message : { text: fields.message, ...fields.entry }
}

/** An error whose message is for the user. */
export class MessageError extends Error {
  readonly text: MessageText

  constructor(text: MessageText, options?: ErrorOptions) {
    super(englishOf(text), options)
    this.text = text
  }
}

/** Message of any thrown value, with its entry where it has one. */
export function messageTextOf(error: unknown): MessageText {
  if (error instanceof MessageError) {
    return error.text
  }
  return error instanceof Error ? error.message : String(error)
}
