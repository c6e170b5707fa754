import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { manyOrFew } from '../../../build/testing/draws'
import { rules } from './rules'
import { tokenizePtb, cocoTokens } from './tokenize'

/** The rules alone: the longest match at each place, the first rule among equals. */
function tokenizeByRules(text: string): string[] {
  const line = `${text}\n`
  const tokens: string[] = []
  for (let position = 0; position < line.length;) {
    let best = { matched: 0, taken: 1, token: '' }
    for (const { pattern, write, giveBack = 0 } of rules) {
      pattern.lastIndex = position
      const match = pattern.exec(line)
      if (match && match[0].length > best.matched) {
        const text = match[1].slice(0, match[1].length - giveBack)
        best = { matched: match[0].length, taken: text.length, token: write ? write(text) : text }
      }
    }
    if (best.matched > 0) {
      tokens.push(best.token)
    }
    position += best.taken
  }
  return tokens
}

const pieces = constantFrom(
  ..."a A I b.c. car Car St st. Mr. wash Wash. U.S. cannot gonna Cannot y o l t-shirt n't 's 'em 5 1/2 1,000 25% #".split(
    ' ',
  ),
  ...'. , ; : - -- ... ? ! " \' `` ( ) [ ] / & &amp; * @ _ $ www.x.com x.jpg é 日本 “ ’ \t The In'.split(' '),
  ' ',
  '  ',
  '. ',
  ', ',
  ' . ',
)

test('the short cuts read what the rules read', () => {
  assert(
    property(array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      expect(tokenizePtb(text)).toEqual(tokenizeByRules(text))
    }),
    { numRuns: manyOrFew(2000, 400) },
  )
})

test.each([
  [
    'contractions are split',
    "It's what they don't, can't or won't; we'll and I'm",
    "it 's what they do n't ca n't or wo n't we 'll and i 'm",
  ],
  ['typographic apostrophes count', 'the dog’s bone', "the dog 's bone"],
  ['words that are two', 'cannot gonna wanna', 'can not gon na wan na'],
  ['possessives and plurals', "The batter's; the students' books", "the batter 's the students books"],
  [
    'elisions stay whole',
    "o'clock O'Malley d'art rock 'n' roll '90s",
    "o'clock o'malley d'art rock 'n' roll '90s",
  ],
  ['quotes go', 'a "Store" sign, \'stop\' “go”', 'a store sign stop go'],
  ['an opening quote may be read as a short word', "the 'emergency' exit", "the 'em ergency exit"],
  [
    'sentence marks go, repeated ones stay',
    'Wow! Why? No... so -- yes: ok; wow!!!',
    'wow why no so yes ok wow !!!',
  ],
  [
    'hyphened words stay whole',
    'a half-full, mid-air 2.5-inch T-shirt',
    'a half-full mid-air 2.5-inch t-shirt',
  ],
  ['a missing blank before a hyphened word joins two', 'a shirt,t-shirt', 'a shirt,t-shirt'],
  ['abbreviations keep their stop', 'at 11th St. and Main Rd.', 'at 11th st. and main rd.'],
  ['common words do so in one case only', 'the car wash. the Wash.', 'the car wash the wash.'],
  ['acronyms', 'a U.S. plane at 5 a.m. in the U.S.', 'a u.s. plane at 5 a.m. in the u.s.'],
  ['a stop before a comma stays', 'with a bat., and', 'with a bat. and'],
  ['abbreviations before numbers', 'No. 7, fig. 3; he says no.', 'no. 7 fig. 3 he says no'],
  ['a lone letter keeps its stop', 'vitamin c.', 'vitamin c.'],
  ['but not before a sentence', 'vitamin C. The end', 'vitamin c the end'],
  ['numbers and times', '5:55, 1,000.5 -3 50%', '5:55 1,000.5 -3 50 %'],
  ['hash marks', '#25 #tag', '# 25 #tag'],
  ['slashes are escaped', 'black/white 1/2 and/or', 'black\\/white 1\\/2 and\\/or'],
  ['a mixed fraction is one token', '5 1/2 feet', '5\u00A01\\/2 feet'],
  ['fraction signs and currencies', '½ £5 €6 10¢ $7', '1\\/2 # 5 $ 6 10 cents $ 7'],
  ['brackets have names, which stay', '(a) [b] {c}', '-lrb- a -rrb- -lsb- b -rsb- -lcb- c -rcb-'],
  ['ampersands', 'salt &amp; pepper, R&B', 'salt & pepper r&b'],
  ['addresses', 'see www.example.com/foo or me@x.org', 'see www.example.com\\/foo or me@x.org'],
  ['file names', 'photo.jpg', 'photo.jpg'],
  ['other alphabets', 'Café テスト, мир', 'café テスト мир'],
  ['emoji are left out', 'a 😀 face', 'a face'],
  ['line breaks are blanks', 'a red\ncar', 'a red car'],
  ['nothing from nothing', ' . ', ''],
])('%s', (_, caption, tokens) => {
  expect(cocoTokens(caption)).toBe(tokens)
})

test('tokens keep their case before the evaluation lowers it', () => {
  expect(tokenizePtb('Big Ben (London).')).toEqual(['Big', 'Ben', '-LRB-', 'London', '-RRB-', '.'])
})

test('British spelling is kept', () => {
  expect(cocoTokens('a grey theatre')).toBe('a grey theatre')
})
