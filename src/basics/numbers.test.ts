import { expect, test } from 'vitest'
import { spellBytes } from './numbers'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [11_128, '11 kB'],
  [37_334, '37 kB'],
  [99_999, '100 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [4_560_000, '4.6 MB'],
  [9_960_000, '10 MB'],
  [156_300_000, '156 MB'],
  [2_000_000_000, '2.0 GB'],
])('%i bytes are %s', (bytes, spelt) => {
  expect(spellBytes(bytes)).toBe(spelt)
})
