import { expect, it } from 'vitest'
import { categoryColor } from './colors'

it('gives a category the same colour every time', () => {
  expect(categoryColor('building')).toBe(categoryColor('building'))
  expect(categoryColor('building')).toMatch(/^#[0-9a-f]{6}$/)
})

it.each([
  ['measured difference gives', ['change', 'appeared', 'vanished', 'moved', 'brighter', 'darker']],
  ['are seen among things', ['add', 'drop', 'move', 'color', 'material', 'size', 'rotate']],
  ['are seen from above', ['building', 'road', 'trees', 'water']],
])('tells apart the categories that %s', (_, names) => {
  expect(new Set(names.map(categoryColor)).size).toBe(names.length)
})

it('takes any text, the names of object members too', () => {
  expect(categoryColor('constructor')).toMatch(/^#[0-9a-f]{6}$/)
  expect(categoryColor('')).toMatch(/^#[0-9a-f]{6}$/)
})
