import { expect, it } from 'vitest'
import { developPicture } from './degrade'
import type { Degradation } from './degrade'

const CLEAN: Degradation = { defocus: 0, noise: 0, jpeg: null }
const WIDTH = 60
const HEIGHT = 43

/** A picture of soft waves with a sharp bright square. */
function picture(): Float32Array {
  const light = new Float32Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < light.length; i++) {
    const x = Math.floor(i / 3) % WIDTH
    const y = Math.floor(i / 3 / WIDTH)
    light[i] = x > 20 && x < 34 && y > 10 && y < 24 ? 220 : 100 + ((x * 7 + y * 3 + (i % 3) * 11) % 40)
  }
  return light
}

function deviation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    sum += (a[i] - b[i]) ** 2
  }
  return Math.sqrt(sum / a.length)
}

function mean(a: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    sum += a[i]
  }
  return sum / a.length
}

it('leaves a picture alone when nothing is asked for', () => {
  expect(deviation(developPicture(picture(), WIDTH, HEIGHT, CLEAN, 1, 1), picture())).toBe(0)
})

it('adds noise of the deviation asked for, within 5 %, another for another stream', () => {
  const grey = new Float32Array(3 * 100 * 100).fill(100)
  const a = developPicture(grey, 100, 100, { ...CLEAN, noise: 4 }, 1, 1)
  expect(Math.abs(deviation(a, grey) / 4 - 1)).toBeLessThan(0.05)
  expect(developPicture(grey, 100, 100, { ...CLEAN, noise: 4 }, 1, 2)).not.toEqual(a)
})

it('defocus keeps the mean within 1 level and lowers contrast', () => {
  const sharp = picture()
  const soft = developPicture(sharp, WIDTH, HEIGHT, { ...CLEAN, defocus: 12 }, 1, 1)
  expect(Math.abs(mean(soft) - mean(sharp))).toBeLessThan(1)
  const flat = new Float32Array(sharp.length).fill(mean(sharp))
  expect(deviation(soft, flat)).toBeLessThan(0.9 * deviation(sharp, flat))
})

it('JPEG loses more the lower its quality, and little at 95', () => {
  const loss = [95, 70, 40, 10].map((jpeg) =>
    deviation(developPicture(picture(), WIDTH, HEIGHT, { ...CLEAN, jpeg }, 1, 1), picture()),
  )
  expect(loss[0]).toBeLessThan(5)
  expect([...loss].sort((a, b) => a - b)).toEqual(loss)
})
