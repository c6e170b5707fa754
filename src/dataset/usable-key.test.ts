import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyOutside } from './inside'
import { usableKey } from './usable-key'

test.each([
  ['street/A_1', 'street/A_1'],
  ['../../up', '__/__/up'],
  ['/abs', 'abs'],
  ['a:b*c', 'a_b_c'],
  [' a / b ', 'a/b'],
  ['%2e%2e/x', '_2e_2e/x'],
  ['50% of it', '50% of it'],
  ['東京/é', '東京/é'],
  ['', 'pair'],
])('%s becomes the key %s', (name, key) => {
  expect(usableKey(name)).toBe(key)
})

test('any text becomes a key that stays below its folder, is not too long, and stays as it is from then on', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const key = usableKey(name)
      expect(whyOutside(key)).toBeNull()
      expect(key.length > 0 && key.length <= 200 && key === key.trim()).toBe(true)
      expect(usableKey(key)).toBe(key)
    }),
  )
})
