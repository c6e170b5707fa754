import { afterEach, expect, test } from 'vitest'
import { chooseLocale, spellSigned } from './spelling'

afterEach(() => chooseLocale('en'))

test.each([
  ['en', ['+0.04', '−0.04', '0.00', '0.00', '+1.00']],
  ['de', ['+0,04', '−0,04', '0,00', '0,00', '+1,00']],
  ['zh-Hans', ['+0.04', '−0.04', '0.00', '0.00', '+1.00']],
])('a difference has its sign, and none where it rounds to nothing, in %s', (locale, spelled) => {
  chooseLocale(locale)
  expect([0.04, -0.04, 0.004, -0.004, 1].map((value) => spellSigned(value, 2))).toEqual(spelled)
})
