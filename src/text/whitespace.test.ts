import { expect, test } from 'vitest'
import { pythonSplit } from './whitespace'

test('a no-break space separates words, empty words are left out', () => {
  expect(pythonSplit(' 5\u00A01/2  feet\u3000wide ')).toEqual(['5', '1/2', 'feet', 'wide'])
  expect(pythonSplit('')).toEqual([])
})
