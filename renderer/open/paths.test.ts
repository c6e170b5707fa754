import { expect, it } from 'vitest'
import { pathIn } from './paths'

it('joins with the separator that the folder has', () => {
  expect(pathIn('/home/ada', 'pairs')).toBe('/home/ada/pairs')
  expect(pathIn('/', 'pairs')).toBe('/pairs')
  expect(pathIn('C:\\data', 'pairs')).toBe('C:\\data\\pairs')
  expect(pathIn('C:\\', 'pairs')).toBe('C:\\pairs')
})
