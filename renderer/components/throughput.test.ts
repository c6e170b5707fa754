import { expect, test } from 'vitest'
import { throughputOf, spellThroughput } from './throughput'

test('rate and time left are told once there is something to tell them by', () => {
  expect(spellThroughput(throughputOf(0, 300, 5))).toEqual([])
  expect(spellThroughput(throughputOf(8, 300, 0.2))).toEqual([])
  expect(spellThroughput(throughputOf(100, 300, 2))).toEqual(['50.0 a second', '4 s left'])
})
