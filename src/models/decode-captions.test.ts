import { expect, test } from 'vitest'
import { trainTokenizer } from '../text/bpe/train'
import type { NextLogits } from '../text/decoding/decoder'
import { MAX_CAPTION_TOKENS, decodeCaptions } from './decode-captions'

const tokenizer = trainTokenizer(['the red cube is gone'], 300)

/** Every word has the same probability; records the longest prefix. */
function evenModel(): { next: NextLogits; longest: () => number } {
  let longest = 0
  const next: NextLogits = (prefixes) => {
    longest = Math.max(longest, ...prefixes.map(({ length }) => length))
    return Promise.resolve(prefixes.map(() => new Float32Array(tokenizer.size)))
  }
  return { next, longest: () => longest }
}

/** So many words of one token each. */
const words = (count: number): string => Array.from({ length: count }, () => 'red').join(' ')

test.each([1, 3])('with %i wanted, a typed text that fills a caption is not continued', async (count) => {
  for (const begin of [words(MAX_CAPTION_TOKENS + 1), words(2 * MAX_CAPTION_TOKENS)]) {
    const { next, longest } = evenModel()
    expect(await decodeCaptions(next, tokenizer, { count, begin })).toEqual([])
    expect(longest()).toBe(0)
  }
})

test.each([1, 3])('with %i wanted, no caption cuts the last typed word short', async (count) => {
  const { next, longest } = evenModel()
  // the open word takes more tokens than are left
  const begin = `${words(MAX_CAPTION_TOKENS - 2)} unheardofthing`
  expect(await decodeCaptions(next, tokenizer, { count, begin })).toEqual([])
  expect(longest()).toBeLessThanOrEqual(MAX_CAPTION_TOKENS + 1)
  const shorter = await decodeCaptions(next, tokenizer, { count, begin: words(10) })
  expect(shorter).toHaveLength(count)
  for (const { text } of shorter) {
    expect(text.startsWith(words(10))).toBe(true)
  }
})
