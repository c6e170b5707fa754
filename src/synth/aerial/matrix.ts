import type { Matrix } from './render'

export function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 9 }, (_, k) => {
    const r = 3 * Math.floor(k / 3)
    const c = k % 3
    return a[r] * b[c] + a[r + 1] * b[c + 3] + a[r + 2] * b[c + 6]
  })
}

/** Inverse of a 3 x 3 matrix that has one, scaled so that the last entry is 1. */
export function invert(m: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i] = m
  const out = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  return out.map((v) => v / out[8])
}
