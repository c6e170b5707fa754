import { expect, test } from 'vitest'
import { emptyRle } from '../../mask/rle'
import { correctedPairSchema } from './corrected-pair'

const old = {
  pairId: 1,
  key: 'pair',
  before: '/b',
  after: '/a',
  regions: [],
  captions: [],
  links: [],
  isHeldOut: false,
}
const region = { category: 'change', mask: emptyRle(2, 2), beforeMask: null }

test.each([
  [true, 'nothing is said', {}],
  [true, 'it is said', { captions: ['a road', 'nothing has changed'] }],
  [false, 'a caption describes a change', { captions: ['a tree fell'] }],
  [false, 'it has a region', { regions: [region] }],
  [false, 'it is stored otherwise', { isUnchanged: false }],
  [true, 'it is stored', { captions: ['a tree fell'], isUnchanged: true }],
])('that a pair is unchanged is %s where %s', (isUnchanged, _, given) => {
  expect(correctedPairSchema.parse({ ...old, ...given }).isUnchanged).toBe(isUnchanged)
})
