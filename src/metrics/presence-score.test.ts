import { expect, test } from 'vitest'
import { presenceScore } from './presence-score'

test('a contradiction of caption and masks gets a remark', () => {
  expect(presenceScore(0, ' ')).toEqual({ score: 1, remark: null })
  expect(presenceScore(0, 'nothing changed')).toEqual({ score: 1, remark: null })
  expect(presenceScore(1, ' ')).toEqual({ score: 0, remark: 'No caption tells of what is marked.' })
  expect(presenceScore(2, 'nothing changed')?.remark).toEqual(
    'The caption says that nothing changed, but 2 regions are marked.',
  )
  expect(presenceScore(0, 'the cube is gone')?.remark).toEqual(
    'The caption tells of a change, but no region is marked.',
  )
  expect(presenceScore(1, 'the cube is gone')).toBeNull()
})
