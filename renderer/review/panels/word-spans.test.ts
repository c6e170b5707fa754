import { expect, it } from 'vitest'
import { regionsAtOffset, wordSpans } from './word-spans'

const link = (start: number, end: number, regionId: string) => ({
  id: `${start} ${regionId}`,
  captionId: 'c',
  start,
  end,
  regionId,
})

it('cuts a caption where links begin and end, and loses no letter', () => {
  const text = 'the cube and the ball moved'
  const spans = wordSpans(text, [link(4, 8, 'a'), link(17, 21, 'b'), link(17, 27, 'c')])
  expect(spans.map((span) => span.text).join('')).toBe(text)
  expect(spans.filter(({ regionIds }) => regionIds.length > 0)).toEqual([
    { start: 4, text: 'cube', regionIds: ['a'] },
    { start: 17, text: 'ball', regionIds: ['b', 'c'] },
    { start: 21, text: ' moved', regionIds: ['c'] },
  ])
})

it('takes links that reach past the end, and a caption without text', () => {
  expect(wordSpans('ball', [link(0, 9, 'a')])).toEqual([{ start: 0, text: 'ball', regionIds: ['a'] }])
  expect(wordSpans('', [])).toEqual([])
})

it('finds what the word at the cursor speaks of, at both of its ends too', () => {
  const links = [link(4, 8, 'a'), link(4, 8, 'b')]
  expect([3, 4, 8, 9].map((offset) => regionsAtOffset(links, offset))).toEqual([
    [],
    ['a', 'b'],
    ['a', 'b'],
    [],
  ])
})
