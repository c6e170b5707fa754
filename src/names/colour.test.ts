import { expect, test } from 'vitest'
import { chromaDistance, colourDistance, colourName } from './colour'
import type { Colour } from './colour'

const [black, white, grey]: Colour[] = [
  [0, 0, 0],
  [255, 255, 255],
  [119, 119, 119],
]

test('distances are those of CIELAB', () => {
  expect(colourDistance(black, white)).toBeCloseTo(100, 1)
  expect(colourDistance(black, grey)).toBeCloseTo(50, 0)
  expect(colourDistance([255, 0, 0], [0, 255, 0])).toBeCloseTo(170.6, 0)
  expect(colourDistance(grey, grey)).toBe(0)
})

test('greys differ in lightness alone', () => {
  expect(chromaDistance(black, white)).toBeLessThan(0.1)
  expect(chromaDistance([255, 0, 0], [128, 0, 0])).toBeGreaterThan(20)
})

test.each([
  [[10, 10, 12], 'black'],
  [[70, 72, 70], 'dark grey'],
  [[250, 250, 250], 'white'],
  [[200, 30, 30], 'red'],
  [[240, 220, 40], 'yellow'],
  [[30, 40, 200], 'blue'],
  [[20, 60, 20], 'dark green'],
  [[60, 200, 200], 'turquoise'],
  [[130, 80, 40], 'brown'],
  [[130, 40, 200], 'purple'],
  [[220, 60, 160], 'pink'],
] as const)('%j is %s', (colour, name) => {
  expect(colourName(colour)).toBe(name)
})
