import { expect, test } from 'vitest'
import { plainAgreement } from './plain-agreement'

test('what is said and what is marked contradict each other in words', () => {
  expect(plainAgreement(0, ' ')).toEqual({ score: 1, remark: null })
  expect(plainAgreement(0, 'nothing changed')).toEqual({ score: 1, remark: null })
  expect(plainAgreement(1, ' ')).toEqual({ score: 0, remark: 'No caption tells of what is marked.' })
  expect(plainAgreement(2, 'nothing changed')?.remark).toBe(
    'The caption says that nothing changed, and 2 regions are marked.',
  )
  expect(plainAgreement(0, 'the cube is gone')?.remark).toBe(
    'The caption tells of a change, and no region is marked.',
  )
  expect(plainAgreement(1, 'the cube is gone')).toBeNull()
})
