import { expect, it } from 'vitest'
import { categoryColor } from './categories'

it('gives a category the same colour every time', () => {
  expect(categoryColor('building')).toBe(categoryColor('building'))
  expect(categoryColor('building')).toMatch(/^#[0-9a-f]{6}$/)
})

it('tells apart the categories that proposers give', () => {
  const names = ['change', 'appeared', 'vanished', 'moved', 'brighter', 'darker']
  expect(new Set(names.map(categoryColor)).size).toBe(names.length)
})

it('takes any text, the names of object members too', () => {
  expect(categoryColor('constructor')).toMatch(/^#[0-9a-f]{6}$/)
  expect(categoryColor('')).toMatch(/^#[0-9a-f]{6}$/)
})
