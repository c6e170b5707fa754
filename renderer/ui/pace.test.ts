import { expect, test } from 'vitest'
import { paceOf, spellPace } from './pace'

test('rate and time left are told once there is something to tell them by', () => {
  expect(spellPace(paceOf(0, 300, 5))).toEqual([])
  expect(spellPace(paceOf(8, 300, 0.2))).toEqual([])
  expect(spellPace(paceOf(100, 300, 2))).toEqual(['50.0 a second', '4 s left'])
})
