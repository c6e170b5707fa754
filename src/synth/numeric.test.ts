import { expect, it } from 'vitest'
import { cosine, cubeRoot, encodeSrgb, exponential, logarithm, sine } from './numeric'

it('sine and cosine agree with the engine to 1e-12 over many turns', () => {
  for (let x = -900; x < 900; x += 0.37) {
    expect(Math.abs(sine(x) - Math.sin(x))).toBeLessThan(1e-12)
    expect(Math.abs(cosine(x) - Math.cos(x))).toBeLessThan(1e-12)
  }
})

it('the cube root cubed gives the number back to 1e-12', () => {
  for (const x of [1e-12, 1e-6, 0.001, 0.2, 0.5, 1]) {
    expect(Math.abs(cubeRoot(x) ** 3 - x)).toBeLessThan(1e-12)
  }
  expect(cubeRoot(0)).toBe(0)
})

it('the sRGB curve agrees with its definition to 1e-9 and joins where its parts meet', () => {
  for (let x = 0.004; x <= 1; x += 0.013) {
    expect(Math.abs(encodeSrgb(x) - (1.055 * x ** (1 / 2.4) - 0.055))).toBeLessThan(1e-9)
  }
  expect(Math.abs(encodeSrgb(0.0031308) - encodeSrgb(0.0031309))).toBeLessThan(1e-5)
})

it('the exponential and the logarithm agree with the engine to 1e-12', () => {
  for (const x of [-30, -2.5, -0.01, 0, 0.4, 1, 9.3, 40]) {
    expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(1e-12)
  }
  for (const x of [1e-6, 0.05, 0.7, 1, 1.5, 14, 1e6]) {
    expect(Math.abs(logarithm(x) - Math.log(x))).toBeLessThan(1e-12)
  }
})
