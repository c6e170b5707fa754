import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSentence, tokenCount, tokensOf, toSentence } from './sentences'

const odd = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', '?', ';', ',', '\n', '\u00A0', 'İ') })

test('the number of tokens is that of the tokens', () => {
  fc.assert(
    fc.property(odd, (text) => {
      expect(tokenCount(text)).toBe(tokensOf(text).length)
    }),
  )
})

test('a text is a sentence where its tokens in lower case fit the loader', () => {
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 50 }), (texts) => {
      const text = texts.join(' ')
      const { length } = tokensOf(text.toLowerCase().replace(/\s+/g, ' ').trim())
      expect(isSentence(text)).toBe(length > 0 && length <= 39)
      expect(toSentence(text) !== null).toBe(isSentence(text))
    }),
  )
})
