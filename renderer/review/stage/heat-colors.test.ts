import { expect, test } from 'vitest'
import { colorHeat, colorOver, DIMMED } from './heat-colors'

/** All values of a difference over one colour. */
function colored(color: readonly [number, number, number]): { over: number[][]; alone: number[][] } {
  const values = Array.from({ length: 256 }, (_, value) => value)
  const below = Uint8ClampedArray.from(values.flatMap(() => [...color, 255]))
  const difference = Uint8ClampedArray.from(values.flatMap((value) => [value, value, value, 255]))
  colorOver(below, difference)
  colorHeat(difference)
  const rows = (data: Uint8ClampedArray): number[][] =>
    values.map((value) => [...data.subarray(value * 4, value * 4 + 4)])
  return { over: rows(below), alone: rows(difference) }
}

test('where nothing differs the image is there, grey and dimmed', () => {
  const { over } = colored([200, 100, 50])
  const light = (0.3 * 200 + 0.59 * 100 + 0.11 * 50) * DIMMED
  for (const channel of over[0].slice(0, 3)) {
    expect(Math.abs(channel - light)).toBeLessThanOrEqual(1.5)
  }
  expect(over[0][3]).toBe(255)
})

test.each([[[0, 0, 0]], [[255, 255, 255]], [[30, 180, 250]]] as const)(
  'over %j each value has the colour that blending gives',
  (color) => {
    const { over, alone } = colored(color)
    const light = (0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]) * DIMMED
    over.forEach((pixel, value) => {
      const [red, green, blue, alpha] = alone[value]
      const opacity = alpha / 255
      const wanted = [red, green, blue].map((channel) => channel * opacity + light * (1 - opacity))
      wanted.forEach((channel, place) => expect(Math.abs(pixel[place] - channel)).toBeLessThanOrEqual(3))
      expect(pixel[3]).toBe(255)
    })
  },
)
