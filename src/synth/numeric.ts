// Sine and cosine from the four IEEE operations only. ECMAScript leaves Math.sin, Math.cos and Math.pow
// to the engine, and V8 changed its own between Node 20 and Node 24; these give the same bits everywhere.

const TAU = 2 * Math.PI
const HALF_PI = Math.PI / 2

/** Cosine of an angle in radians; absolute error below 1e-12 for |angle| < 1000. */
export function cosine(angleRad: number): number {
  return sine(angleRad + HALF_PI)
}

/** Sine of an angle in radians; absolute error below 1e-12 for |angle| < 1000. */
export function sine(angleRad: number): number {
  let x = angleRad - Math.floor(angleRad / TAU + 0.5) * TAU
  if (x > HALF_PI) {
    x = 2 * HALF_PI - x
  } else if (x < -HALF_PI) {
    x = -2 * HALF_PI - x
  }
  const x2 = x * x
  let term = x
  let sum = x
  for (let n = 1; n <= 10; n++) {
    term = (-term * x2) / (2 * n * (2 * n + 1))
    sum += term
  }
  return sum
}

/** Cube root of a number in [0, 1] by Newton's iteration. */
export function cubeRoot(x: number): number {
  if (x <= 0) {
    return 0
  }
  let y = x < 1e-3 ? 0.1 : 0.7
  for (let i = 0; i < 24; i++) {
    y = (2 * y + x / (y * y)) / 3
  }
  return y
}

/** The sRGB transfer curve: linear light in [0, 1] to a display value in [0, 1] (IEC 61966-2-1). */
export function encodeSrgb(linear: number): number {
  if (linear <= 0.0031308) {
    return 12.92 * linear
  }
  // x^(1/2.4) = x^(5/12): the twelfth root is two square roots of a cube root.
  const fifth = linear * linear * linear * linear * linear
  return 1.055 * Math.sqrt(Math.sqrt(cubeRoot(fifth))) - 0.055
}

/** e to the power x, |x| < 700; relative error below 1e-14. */
export function exponential(x: number): number {
  const halvings = Math.floor(x / Math.LN2 + 0.5)
  const rest = x - halvings * Math.LN2
  let term = 1
  let sum = 1
  for (let n = 1; n <= 14; n++) {
    term = (term * rest) / n
    sum += term
  }
  const factor = halvings < 0 ? 0.5 : 2
  for (let n = 0; n < Math.abs(halvings); n++) {
    sum *= factor
  }
  return sum
}

/** Natural logarithm of x > 0 by Newton's iteration; absolute error below 1e-12 for x in [1e-6, 1e6]. */
export function logarithm(x: number): number {
  let mantissa = x
  let doublings = 0
  while (mantissa > 1.5) {
    mantissa /= 2
    doublings += 1
  }
  while (mantissa < 0.75) {
    mantissa *= 2
    doublings -= 1
  }
  let y = mantissa - 1
  for (let n = 0; n < 8; n++) {
    y += mantissa / exponential(y) - 1
  }
  return y + doublings * Math.LN2
}
