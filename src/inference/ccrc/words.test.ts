import { expect, test, vi } from 'vitest'
import { TOKENS } from '../../systems/blocks/sizes'
import { LONGEST } from '../say'
import type { CcrcModel, Seen } from './model'
import { readBlind } from './words'

/** Each word is a token of its length; words of a caption point at the tokens with the same numbers. */
const model = {
  tokenizer: { encode: (text: string) => text.split(/[ ,]+/).map((word) => word.length) },
  tell: () => Promise.resolve({}),
  read: (_: unknown, ids: readonly number[]) => Promise.resolve(ids.slice(1)),
  point: (_: Seen, said: readonly number[]) =>
    Promise.resolve(
      Float32Array.from({ length: 2 * TOKENS }, (_unused, token) => (said.includes(token) ? 9 : -9)),
    ),
} as unknown as CcrcModel

async function pointedAt(caption: string): Promise<{ tokens: number[]; first: number }> {
  const { point, first } = await readBlind(model, {} as Seen, caption)
  return { tokens: [...point.keys()].filter((token) => point[token] > 0), first: first.length - 1 }
}

test('all clauses of a caption that is too long to be read at once point, and the first ones are kept', async () => {
  const clauses = ['a '.repeat(12), 'bb '.repeat(14), 'ccc '.repeat(9)].map((clause) => clause.trim())
  expect(await pointedAt(clauses.join(', '))).toEqual({ tokens: [1, 2, 3], first: 26 })
  expect(await pointedAt(clauses.slice(0, 2).join(', '))).toEqual({ tokens: [1, 2], first: 26 })
})

test('what a text means in a look is read once, and kept for the last 16 texts', async () => {
  const tell = vi.spyOn(model, 'tell')
  const read = vi.spyOn(model, 'read')
  const seen = {} as Seen
  const first = await readBlind(model, seen, 'a bb')
  for (let length = 1; length < 16; length++) await readBlind(model, seen, 'c'.repeat(length))
  expect(await readBlind(model, seen, 'a bb')).toBe(first)
  expect(read).toHaveBeenCalledTimes(16)
  await readBlind(model, seen, 'd d')
  await readBlind(model, seen, 'c')
  expect(read).toHaveBeenCalledTimes(18)
  expect(tell).toHaveBeenCalledTimes(1)
  await readBlind(model, {} as Seen, 'a bb')
  expect(tell).toHaveBeenCalledTimes(2)
})

test('a clause that is too long is cut', async () => {
  expect(await pointedAt(`${'a '.repeat(LONGEST)}bb, ccc`)).toEqual({ tokens: [1, 3], first: LONGEST })
})
