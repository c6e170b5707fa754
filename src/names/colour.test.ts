import { expect, test } from 'vitest'
import { chromaDistance, colourDistance } from './colour'
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
