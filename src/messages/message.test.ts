import { expect, test } from 'vitest'
import { german } from './de'
import {
  asSentence,
  inEnglish,
  inLanguage,
  joinSentences,
  message,
  MessageError,
  messageFields,
  messageIn,
  messageTextOf,
  messageTextSchema,
  withReplaced,
  withValues,
} from './message'
import { simplifiedChinese } from './zh-Hans'

const empty = message('problems.empty', { name: 'x.png' })

test('a message is English text, and its entry for other languages', () => {
  expect(empty).toEqual({
    id: 'problems.empty',
    text: 'x.png is empty (0 bytes): copy it again from its source',
    values: { name: 'x.png' },
  })
  expect(inLanguage(german, empty)).toBe(
    'x.png ist leer (0 Bytes): Kopieren Sie die Datei noch einmal von ihrer Quelle',
  )
  expect(inLanguage(simplifiedChinese, empty)).toBe('x.png 是空文件（0 字节）：请从来源重新复制')
  expect(messageTextSchema.parse(empty)).toEqual(empty)
})

test('numbers are written as the language writes them', () => {
  const large = message('problems.tooManyBytes', { name: 'x.tif', gibibytes: 2.26 })
  expect(large.text).toContain('2.3 GiB')
  expect(inLanguage(german, large)).toContain('2,3 GiB')
})

test('a message in a message is in the language too, and sentences keep one full stop', () => {
  const text = message('problems.notAcceptable', { key: 'town', problem: asSentence(empty) })
  expect(text.text).toBe('town cannot be accepted: x.png is empty (0 bytes): copy it again from its source.')
  expect(inLanguage(german, text)).toBe(
    'town lässt sich nicht annehmen: x.png ist leer (0 Bytes): Kopieren Sie die Datei noch einmal von ihrer Quelle.',
  )
  const two = joinSentences([message('folders.noneOpen'), message('engine.cancelled')])
  expect(inLanguage(german, two ?? '')).toBe('Kein Ordner ist geöffnet. Abgebrochen.')
})

test.each([
  ['of another version', { id: 'problems.melted', values: { name: 'x.png' } }],
  ['of no subject', { id: 'constructor.name', values: {} }],
  ['with other values', { id: 'problems.empty', values: { file: 'x.png' } }],
])('an entry %s is shown in English', (_, entry) => {
  expect(inLanguage(german, { text: 'It has melted.', ...entry })).toBe('It has melted.')
})

test('words of other programs stay as they are', () => {
  expect(inLanguage(german, 'No route to host')).toBe('No route to host')
  expect(messageTextOf(new Error('EIO'))).toBe('EIO')
  expect(messageTextOf(new MessageError(empty))).toEqual(empty)
})

test('an entry travels beside the text, and comes back', () => {
  const fields = messageFields(empty)
  expect(fields).toEqual({ message: empty.text, entry: { id: empty.id, values: empty.values } })
  expect(messageIn(fields)).toEqual(empty)
  expect(messageIn({ message: 'stored long ago' })).toBe('stored long ago')
})

test('values are replaced in the message, however deep', () => {
  const inner = message('models.missing', { path: '/copy/model.json' })
  const outer = message('models.unusable', { path: '/copy', reason: inner })
  expect(withReplaced(outer, '/copy', '/given')).toMatchObject({
    text: 'The model in /given cannot be used: /given/model.json is missing. Copy the whole folder of the model again.',
  })
  // what a replacement may mean to `replaceAll` is a text here
  expect(withReplaced(empty, empty.values.name as string, '$&.png')).toMatchObject({
    values: { name: '$&.png' },
  })
  const ofAnother = { id: 'problems.molten', text: '/copy has melted.', values: { name: '/copy' } }
  expect(withReplaced(ofAnother, '/copy', '/given')).toEqual({
    id: 'problems.molten',
    text: '/given has melted.',
    values: { name: '/given' },
  })
  expect(withValues(empty, { name: 'B/x.png' })).toMatchObject({ values: { name: 'B/x.png' } })
})

test('long values are cut, and depth is bounded', () => {
  const long = message('problems.missing', { name: 'x'.repeat(100_000) })
  expect(messageTextSchema.safeParse(long).success).toBe(true)
  let deep = empty
  for (let level = 0; level < 20; level += 1) {
    deep = message('folders.cannotBeListed', { path: '/x', reason: deep })
  }
  expect(messageTextSchema.safeParse(deep).success).toBe(true)
  expect(inLanguage(german, deep)).toContain('/x lässt sich nicht lesen: /x lässt sich')
})

test('documents for programs hold the English text', () => {
  const printed = JSON.stringify({ problems: [empty, 'plain'] }, (_, one: unknown) => inEnglish(one))
  expect(JSON.parse(printed)).toEqual({ problems: [empty.text, 'plain'] })
})
