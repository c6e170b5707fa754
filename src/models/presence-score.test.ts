import { expect, test } from 'vitest'
import { presenceScore } from './model-proposer'

test('a contradiction of caption and masks gets a remark', () => {
  expect(presenceScore(0, ' ')).toEqual({ score: 1, remark: null })
  expect(presenceScore(0, 'nothing changed')).toEqual({ score: 1, remark: null })
  expect(presenceScore(1, ' ')).toEqual({ score: 0, remark: 'No caption tells of what is marked.' })
  expect(presenceScore(2, 'nothing changed')?.remark).toBe(
    'The caption says that nothing changed, and 2 regions are marked.',
  )
  expect(presenceScore(0, 'the cube is gone')?.remark).toBe(
    'The caption tells of a change, and no region is marked.',
  )
  expect(presenceScore(1, 'the cube is gone')).toBeNull()
})
