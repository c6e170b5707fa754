import { expect, test } from 'vitest'
import { hasMasksOf, referencesFor } from './label-origins'

const base = { model: 'base', version: '1' }
const newer = { model: 'base', version: '2' }

test('masks are of a model and its version', () => {
  expect(hasMasksOf({ origins: { masks: [base], captions: [] } }, base)).toBe(true)
  expect(hasMasksOf({ origins: { masks: [newer], captions: [] } }, base)).toBe(false)
  expect(hasMasksOf({}, base)).toBe(false)
})

test('captions of people are the references where there are some, and never those of the model itself', () => {
  const captions = ['first', 'second', 'third']
  const by = (...makers: readonly (typeof base | null)[]) =>
    referencesFor({ captions, origins: { masks: [], captions: [...makers] } }, base)
  expect(by(base, null, newer)).toEqual(['second'])
  expect(by(base, newer, base)).toEqual(['second'])
  expect(by(base, base, base)).toEqual([])
  expect(referencesFor({ captions }, base)).toEqual(captions)
})
