import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { rules } from './rules'
import { tokenizePtb } from './tokenize'

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
    { numRuns: 2000 },
  )
})
