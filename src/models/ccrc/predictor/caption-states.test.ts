import { expect, test, vi } from 'vitest'
import { TOKENS } from '../../layers/sizes'
import { MAX_CAPTION_TOKENS } from '../../decode-captions'
import type { CcrcModel, SceneEncoding } from './model'
import { groundText } from './caption-states'

/** Each word is a token of its length; words of a caption point at the tokens with the same numbers. */
const model = {
  tokenizer: { encode: (text: string) => text.split(/[ ,]+/).map((word) => word.length) },
  encodeContext: () => Promise.resolve({}),
  hiddenStates: (_: unknown, ids: readonly number[]) => Promise.resolve(ids.slice(1)),
  ground: (_: SceneEncoding, tokens: readonly number[]) =>
    Promise.resolve(
      Float32Array.from({ length: 2 * TOKENS }, (_unused, token) => (tokens.includes(token) ? 9 : -9)),
    ),
} as unknown as CcrcModel

async function groundedTokens(caption: string): Promise<{ tokens: number[]; first: number }> {
  const { logits, first } = await groundText(model, {} as SceneEncoding, caption)
  return { tokens: [...logits.keys()].filter((token) => logits[token] > 0), first: first.length - 1 }
}

test('all clauses of a caption that is too long for the decoder are grounded, and the states of the first ones are returned', async () => {
  const clauses = ['a '.repeat(12), 'bb '.repeat(14), 'ccc '.repeat(9)].map((clause) => clause.trim())
  expect(await groundedTokens(clauses.join(', '))).toEqual({ tokens: [1, 2, 3], first: 26 })
  expect(await groundedTokens(clauses.slice(0, 2).join(', '))).toEqual({ tokens: [1, 2], first: 26 })
})

test('a text is grounded in a view once, and cached for the last 16 texts', async () => {
  const encodeContext = vi.spyOn(model, 'encodeContext')
  const read = vi.spyOn(model, 'hiddenStates')
  const encoding = {} as SceneEncoding
  const first = await groundText(model, encoding, 'a bb')
  for (let length = 1; length < 16; length++) {
    await groundText(model, encoding, 'c'.repeat(length))
  }
  expect(await groundText(model, encoding, 'a bb')).toBe(first)
  expect(read).toHaveBeenCalledTimes(16)
  await groundText(model, encoding, 'd d')
  await groundText(model, encoding, 'c')
  expect(read).toHaveBeenCalledTimes(18)
  expect(encodeContext).toHaveBeenCalledTimes(1)
  await groundText(model, {} as SceneEncoding, 'a bb')
  expect(encodeContext).toHaveBeenCalledTimes(2)
})

test('a clause that is too long is cut', async () => {
  expect(await groundedTokens(`${'a '.repeat(MAX_CAPTION_TOKENS)}bb, ccc`)).toEqual({
    tokens: [1, 3],
    first: MAX_CAPTION_TOKENS,
  })
})
