import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenizerFromJson, tokenizerToJson, TokenizerError } from './json'
import { piecesOf, FIRST_MERGE_TOKEN, SPECIAL_NAMES, SPECIAL_TOKENS, fromUtf8, toUtf8 } from './vocabulary'
import { Tokenizer } from './tokenizer'
import { trainTokenizer } from './train'

const captions = [
  'the red cube left of the sphere is gone',
  'the red cylinder has moved',
  'a small green cube was added, behind the red cube',
  'the scene remains the same',
]
const tokenizer = trainTokenizer(captions, 330)
/** Any UTF-16 units at all, lone surrogates too, and text that the tokenizer knows. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('the', ' ', 'red', 'cube', '  ', '\n', 'é', "'s", '12', '🚗'))
    .map((parts) => parts.join('')),
)

test('any text comes back as it was', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

test('any text comes back as it was after words were added', () => {
  fc.assert(
    fc.property(texts, fc.array(texts), (text, words) => {
      const more = tokenizer.addWords(words)
      expect(more.decode(more.encode(text))).toBe(text)
      expect(more.decode(tokenizer.encode(text))).toBe(text)
    }),
  )
})

test('a tokenizer read from its JSON encodes as before', () => {
  fc.assert(
    fc.property(fc.array(texts), fc.array(texts), texts, (trained, words, text) => {
      const before = trainTokenizer(trained, 300).addWords(words)
      const after = tokenizerFromJson(JSON.parse(JSON.stringify(tokenizerToJson(before))))
      expect(after.size).toBe(before.size)
      expect(after.encode(text)).toEqual(before.encode(text))
    }),
  )
})

test('spans lie in the decoded text, in order, and spell it but for blanks', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const spans = tokenizer.words(tokenizer.encode(text))
      const covered = new Set<number>()
      let last = 0
      for (const { start, end } of spans) {
        expect(start).toBeGreaterThanOrEqual(last)
        last = start
        for (let unit = start; unit < end; unit++) {
          covered.add(unit)
        }
      }
      const missed = [...text.matchAll(/\S/g)].filter(({ index }) => !covered.has(index))
      expect(missed).toEqual([])
    }),
  )
})

test('any ids decode, and every id has a span', () => {
  const ids = fc.array(fc.integer({ min: 0, max: tokenizer.size - 1 }))
  fc.assert(
    fc.property(ids, (some) => {
      const text = tokenizer.decode(some)
      const spans = tokenizer.words(some)
      expect(spans).toHaveLength(some.length)
      for (const { start, end } of spans) {
        expect(start).toBeLessThanOrEqual(end)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }),
  )
})

test('a word is the same token at the beginning and further on, and lights as a whole', () => {
  const ids = tokenizer.encode('red, the red umbrella')
  expect(ids[0]).toBe(ids[3])
  const words = tokenizer.words(ids)
  expect(words[0]).toEqual({ start: 0, end: 3, word: 0 })
  expect(words[3]).toEqual({ start: 9, end: 12, word: 3 })
  const umbrella = words.filter(({ word }) => word === 4)
  expect(umbrella.length).toBeGreaterThan(1)
  expect([umbrella[0].start, umbrella.at(-1)?.end]).toEqual([13, 21])
})

test('specials are never encoded, decode to nothing and have an empty span', () => {
  expect(SPECIAL_NAMES[SPECIAL_TOKENS.mask]).toBe('<mask>')
  const ids = tokenizer.encode('<end>')
  expect(ids.every((id) => id > SPECIAL_TOKENS.mask)).toBe(true)
  expect(tokenizer.decode([SPECIAL_TOKENS.start, ...ids, SPECIAL_TOKENS.end, SPECIAL_TOKENS.pad])).toBe(
    '<end>',
  )
  const spans = tokenizer.words([SPECIAL_TOKENS.start, ...tokenizer.encode('red'), SPECIAL_TOKENS.end])
  expect(spans).toEqual([
    { start: 0, end: 0, word: -1 },
    { start: 0, end: 3, word: 0 },
    { start: 3, end: 3, word: -1 },
  ])
})

test('the commonest pair is merged first, within words only', () => {
  const trained = trainTokenizer(['abab ab', 'cab'], FIRST_MERGE_TOKEN + 2)
  expect(trained.piece(FIRST_MERGE_TOKEN)).toBe('ab')
  expect(trained.piece(FIRST_MERGE_TOKEN + 1)).toBe(' ab')
  const pieces = new Set(captions.flatMap(piecesOf))
  for (let id = FIRST_MERGE_TOKEN; id < tokenizer.size; id++) {
    expect([...pieces].some((piece) => piece.includes(tokenizer.piece(id)))).toBe(true)
  }
})

test('the order of the captions does not matter', () => {
  const backwards = trainTokenizer([...captions].reverse(), 330)
  expect(backwards.merges).toEqual(tokenizer.merges)
})

test('training ends when every word is one token', () => {
  const trained = trainTokenizer(['red cube'], 4096)
  expect(trained.encode('red cube')).toHaveLength(2)
  expect(trained.size).toBeLessThan(280)
})

test('added words are one token each, and nothing else changes', () => {
  const more = tokenizer.addWords(['excavator', 'tower-crane', 'red'])
  expect(more.size).toBe(tokenizer.size + 3)
  expect(more.encode('an excavator')).toEqual([...tokenizer.encode('an'), tokenizer.size])
  expect(more.encode('tower-crane')).toHaveLength(3)
  for (const caption of [...captions, 'excavators']) {
    expect(more.encode(caption)).toEqual(tokenizer.encode(caption))
  }
  expect(more.addWords(['excavator']).size).toBe(more.size)
})

test('10,000 captions give a vocabulary of the size asked for', () => {
  const colours = ['red', 'green', 'blue', 'purple', 'yellow', 'grey', 'brown', 'cyan']
  const shapes = ['cube', 'sphere', 'cylinder', 'building', 'road', 'tree', 'pool', 'car']
  const many = Array.from({ length: 10_000 }, (_, i) => {
    const other = shapes[(i >> 3) % 8]
    return `the ${colours[i % 8]} ${shapes[(i >> 6) % 8]} number ${i} near the ${other} has been added${i % 97}`
  })
  expect(trainTokenizer(many, 512).size).toBe(512)
})

test('a long word without blanks is encoded', () => {
  const long = 'redcube'.repeat(3000)
  expect(tokenizer.decode(tokenizer.encode(long))).toBe(long)
})

test('bytes that are no character become replacement characters', () => {
  expect(fromUtf8([0x61, 0xff, 0xc3, 0x28, 0xe2, 0x82]).text).toBe('a��(��')
  expect(fromUtf8(toUtf8('é🚗')).text).toBe('é🚗')
  expect(toUtf8('é🚗')).toEqual([...new TextEncoder().encode('é🚗')])
})

/** 'a' twice, that twice, and so on. */
function doubling(count: number): [number, number][] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? [4, 4] : [259 + at, 259 + at]))
}

test('words over the limit of a token are learned and added in parts', () => {
  const long = 'ab'.repeat(2000)
  const trained = trainTokenizer([long], 300)
  expect(Math.max(...trained.encode(long).map((id) => trained.bytesOf(id).length))).toBe(256)
  expect(trained.decode(trained.encode(long))).toBe(long)
  expect(trained.addWords([long, 'cd']).added).toEqual([' cd'])
})

test.each([
  ['another format', { format: 2, kind: 'byte-bpe', merges: [], added: [] }, /format/],
  ['no object', [], /root/],
  ['a merge of later tokens', { format: 1, kind: 'byte-bpe', merges: [[4, 260]], added: [] }, /260/],
  ['a merge of specials', { format: 1, kind: 'byte-bpe', merges: [[0, 4]], added: [] }, /damaged/],
  [
    'a merge twice',
    {
      format: 1,
      kind: 'byte-bpe',
      merges: [
        [4, 5],
        [4, 5],
      ],
      added: [],
    },
    /twice/,
  ],
  [
    'tokens that double',
    { format: 1, kind: 'byte-bpe', merges: doubling(64), added: [] },
    /token 268 .* 256/,
  ],
  ['a word without end', { format: 1, kind: 'byte-bpe', merges: [], added: ['é'.repeat(129)] }, /256 bytes/],
  ['a word twice', { format: 1, kind: 'byte-bpe', merges: [], added: ['a', 'a'] }, /twice/],
])('a tokenizer file with %s is refused', (_, json, reason) => {
  expect(() => tokenizerFromJson(json)).toThrow(TokenizerError)
  expect(() => tokenizerFromJson(json)).toThrow(reason)
})

test('unknown ids and impossible sizes are refused', () => {
  expect(() => tokenizer.decode([tokenizer.size])).toThrow(/no token/)
  expect(() => trainTokenizer([], 100)).toThrow(RangeError)
  expect(new Tokenizer([]).size).toBe(FIRST_MERGE_TOKEN)
})

test('more tokens than a vocabulary may have are refused with their number', () => {
  const words = Array.from({ length: 65_536 }, (_, at) => `w${at}`)
  const count = new Tokenizer([]).size + words.length
  expect(() => new Tokenizer([], words)).toThrow(
    new RangeError(`a vocabulary has at most 65536 tokens, not ${count}`),
  )
})

test('more pieces than are remembered are encoded alike', () => {
  const own = trainTokenizer(captions, 330)
  const first = own.encode('the red cube')
  for (let at = 0; at < 20_001; at += 1) {
    own.encodePiece(`x${at}`)
  }
  expect(own.encode('the red cube')).toEqual(first)
})
