import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Tokenizer } from '../text/bpe/tokenizer'
import { byteTokens, piecesOf } from '../text/bpe/vocabulary'
import { CaptionWords } from './caption-words'

const [blank, a, b] = byteTokens(' ab')
const tokenizer = new Tokenizer(
  [
    [blank, a],
    [a, b],
  ],
  [' bab'],
)
const captions = fc.string({ unit: fc.constantFrom('a', 'b', ' ', "'", 's', '1', '.', '\n', '\u00A0', 'é') })

test('tokens of a caption are counted as they are made, whatever stands between its words', () => {
  const words = new CaptionWords(tokenizer)
  fc.assert(
    fc.property(captions, (text) => {
      expect(words.tokenCount(text)).toBe(tokenizer.encode(text).length)
    }),
  )
})

test('words that take several tokens are those of its pieces, each once', () => {
  const words = new CaptionWords(tokenizer)
  fc.assert(
    fc.property(captions, (text) => {
      const pieces = piecesOf(text).filter((piece) => /^ ?[\p{L}\p{N}\p{M}]{2,30}$/u.test(piece))
      const several = pieces.filter((piece) => tokenizer.encodePiece(piece).length > 1)
      expect(words.several(text)).toEqual([...new Set(several.map((piece) => piece.trim()))])
    }),
  )
  expect(words.several('bab bab (aba aba')).toEqual(['aba'])
})
