/** The lower factor of a symmetric positive definite matrix, row-major, over its lower half; the upper half stays. */
export function factorInPlace(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column]
      for (let at = 0; at < column; at += 1) {
        sum -= matrix[row * size + at] * matrix[column * size + at]
      }
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / matrix[column * size + column]
    }
  }
}

/** x with factor * x = values. */
export function solveLower(factor: Float64Array, values: Float64Array): Float64Array {
  const size = values.length
  const result = values.slice()
  for (let row = 0; row < size; row += 1) {
    let sum = result[row]
    for (let at = 0; at < row; at += 1) {
      sum -= factor[row * size + at] * result[at]
    }
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

export function dot(a: Float64Array | Float32Array, b: Float64Array | Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) {
    sum += a[at] * b[at]
  }
  return sum
}
