import { expect, test } from 'vitest'
import { parsePicturePath } from './picture'

test('an address names a whole picture or a tile of it', () => {
  expect(parsePicturePath('/picture/12/after-thumbnail')).toEqual({
    pairId: 12,
    kind: 'after-thumbnail',
    tile: null,
  })
  expect(parsePicturePath('/picture/12/after/2/3/1')).toEqual({
    pairId: 12,
    kind: 'after',
    tile: { level: 2, column: 3, row: 1 },
  })
})

test.each([
  '/picture/12',
  '/picture/0/after',
  '/picture/12/nothing',
  '/picture/12/after/2/3',
  '/picture/12/after/2/3/1/4',
  '/picture/12/after/-2/3/1',
  '/picture/12/after/2/3/../1',
  '/picture/12/after/2/3/1234567',
  '/picture/12/after-thumbnail/2/3/1',
  '/picture/12/probabilities/0/0/0',
])('%s is no address', (path) => {
  expect(parsePicturePath(path)).toBeNull()
})
