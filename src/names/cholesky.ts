/** The lower factor of a symmetric positive definite matrix, row-major, over its lower half; the upper half stays. */
export function factorInPlace(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const sum = matrix[row * size + column] - rowsProduct(matrix, row * size, matrix, column * size, column)
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / matrix[column * size + column]
    }
  }
}

/** x with factor * x = values. */
export function solveLower(factor: Float64Array, values: Float64Array): Float64Array {
  const size = values.length
  const result = values.slice()
  for (let row = 0; row < size; row += 1) {
    const sum = result[row] - rowsProduct(factor, row * size, result, 0, row)
    result[row] = sum / factor[row * size + row]
  }
  return result
}

/** x with (transposed factor) * x = values. */
export function solveUpper(factor: Float64Array, values: Float64Array): Float64Array {
  const size = values.length
  const result = values.slice()
  for (let row = size - 1; row >= 0; row -= 1) {
    const value = result[row] / factor[row * size + row]
    result[row] = value
    for (let at = 0; at < row; at += 1) {
      result[at] -= factor[row * size + at] * value
    }
  }
  return result
}

/** Of `count` values from `start` on in `a`, and from `other` on in `b`. Four sums at once, for the time it takes. */
export function rowsProduct(
  a: Float64Array,
  start: number,
  b: Float64Array,
  other: number,
  count: number,
): number {
  let [first, second, third, fourth] = [0, 0, 0, 0]
  let at = 0
  for (; at + 3 < count; at += 4) {
    first += a[start + at] * b[other + at]
    second += a[start + at + 1] * b[other + at + 1]
    third += a[start + at + 2] * b[other + at + 2]
    fourth += a[start + at + 3] * b[other + at + 3]
  }
  for (; at < count; at += 1) {
    first += a[start + at] * b[other + at]
  }
  return first + second + (third + fourth)
}

export const dot = (a: Float64Array, b: Float64Array): number => rowsProduct(a, 0, b, 0, a.length)
