/** The lower factor of a symmetric positive definite matrix, row-major, over its lower half; the upper half stays. */
function factorInPlace(matrix: Float64Array, size: number): void {
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const sum = matrix[row * size + column] - rowsProduct(matrix, row * size, matrix, column * size, column)
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / matrix[column * size + column]
    }
  }
}

/** x with factor * x = values. */
function solveLower(factor: Float64Array, values: Float64Array): Float64Array {
  const size = values.length
  const result = values.slice()
  for (let row = 0; row < size; row += 1) {
    const sum = result[row] - rowsProduct(factor, row * size, result, 0, row)
    result[row] = sum / factor[row * size + row]
  }
  return result
}

/** x with (transposed factor) * x = values. */
function solveUpper(factor: Float64Array, values: Float64Array): Float64Array {
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

/**
 * Inner product of `count` values, from `start` on in `a`, and from `other` on in `b`. Four sums at once, for speed.
 */
function rowsProduct(a: Float64Array, start: number, b: Float64Array, other: number, count: number): number {
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

/**
 * Share of the scatter that is taken to be the same in every direction. There are fewer examples than features, so
 * that some must be; between .03 and .9 it makes no difference to the names (docs/decisions/102-names-by-example.md).
 */
const SHRINKAGE = 0.3

/** Of the summed squares of all examples: least scatter that is assumed where they are equal within their words. */
const LEAST_SCATTER = 1e-6

/** Inner products of examples: `values[a * size + b]`, of vectors with `features` values each. */
export interface Gram {
  readonly size: number
  readonly features: number
  readonly values: Float64Array
}

/**
 * Linear discriminant analysis in the dual: distances by the scatter of the examples about their word's mean, shrunk
 * towards the same in every direction. Directions that vary within words count little, those that do not count much.
 * Computed from inner products with the examples, in their order.
 */
export class WordMetric {
  /**
   * Squared distance beyond which the metric says nothing of how far others may lie: where the examples are equal
   * within their words, that of the scatter assumed instead. Infinite where they differ.
   */
  readonly reach: number
  private readonly factor: Float64Array
  /** Factor of the inner products of solved vectors, which are subtracted, and the divisor of all. */
  private readonly weight: number
  private readonly floor: number
  /** By word: indices of its examples. */
  private readonly members: readonly (readonly number[])[]
  /** By word: inner products of its mean, centred and solved. */
  private readonly solvedMeans: Float64Array[]
  private readonly meanSquares: number[]

  /**
   * @param wordOf index of each example's word
   * @param words number of words; some may have no example
   */
  constructor(
    private readonly gram: Gram,
    wordOf: readonly number[],
    words: number,
  ) {
    const { size, features, values } = gram
    this.members = Array.from({ length: words }, (_, word) =>
      wordOf.flatMap((own, index) => (own === word ? [index] : [])),
    )
    const scatter = this.centredGram()
    let trace = 0
    let whole = 0
    for (let at = 0; at < size * size; at += size + 1) {
      trace += scatter[at]
      whole += values[at]
    }
    const least = LEAST_SCATTER * whole
    const spread = Math.max(trace, least) / (size * features)
    this.floor = SHRINKAGE * (spread > 0 ? spread : 1)
    this.reach = trace > least ? Infinity : least / this.floor
    this.weight = (1 - SHRINKAGE) / size
    for (let at = 0; at < scatter.length; at += 1) {
      scatter[at] *= this.weight
    }
    for (let at = 0; at < scatter.length; at += size + 1) {
      scatter[at] += this.floor
    }
    factorInPlace(scatter, size)
    this.factor = scatter
    const means = this.members.map((own) => this.meanProducts(own))
    this.solvedMeans = means.map((products) => this.solved(products))
    this.meanSquares = means.map((products, word) => this.withMean(products, word))
  }

  /**
   * Squared distances to the means of the words; infinite for a word without an example.
   * @param products inner products of the region with the examples
   * @param square its inner product with itself
   */
  toWords(products: Float64Array, square: number): Float64Array {
    const own = this.squareOf(products, square)
    return Float64Array.from(this.members, ({ length }, word) =>
      length === 0 ? Infinity : own - 2 * this.withMean(products, word) + this.meanSquares[word],
    )
  }

  /** Squared distances to the examples, less a constant. @param squares `ownSquares()` */
  toExamples(products: Float64Array, squares: Float64Array): Float64Array {
    const { size, values } = this.gram
    const solved = this.solved(products)
    return squares.map((own, index) => {
      const shared = rowsProduct(values, index * size, solved, 0, size)
      return own - (2 * (products[index] - this.weight * shared)) / this.floor
    })
  }

  /** By example: its inner product with itself in this metric. */
  ownSquares(): Float64Array {
    const { size, values } = this.gram
    return Float64Array.from({ length: size }, (_, index) =>
      this.squareOf(values.slice(index * size, (index + 1) * size), values[index * size + index]),
    )
  }

  private squareOf(products: Float64Array, square: number): number {
    const half = solveLower(this.factor, this.centred(products))
    return (square - this.weight * dot(half, half)) / this.floor
  }

  private withMean(products: Float64Array, word: number): number {
    const own = this.members[word]
    const mean = own.reduce((sum, index) => sum + products[index], 0) / own.length
    return (mean - this.weight * dot(products, this.solvedMeans[word])) / this.floor
  }

  private solved(products: Float64Array): Float64Array {
    const half = solveLower(this.factor, this.centred(products))
    return this.centred(solveUpper(this.factor, half))
  }

  /** Values less the mean of each word. */
  private centred(values: Float64Array): Float64Array {
    const result = values.slice()
    for (const own of this.members) {
      const mean = own.reduce((sum, index) => sum + values[index], 0) / own.length
      for (const index of own) {
        result[index] -= mean
      }
    }
    return result
  }

  private meanProducts(own: readonly number[]): Float64Array {
    const { size, values } = this.gram
    const result = new Float64Array(size)
    for (const index of own) {
      for (let at = 0; at < size; at += 1) {
        result[at] += values[index * size + at] / own.length
      }
    }
    return result
  }

  /** Inner products of the examples less their words' means. */
  private centredGram(): Float64Array {
    const { size, values } = this.gram
    const rows = new Float64Array(size * size)
    for (let row = 0; row < size; row += 1) {
      rows.set(this.centred(values.subarray(row * size, (row + 1) * size)), row * size)
    }
    const column = new Float64Array(size)
    for (let at = 0; at < size; at += 1) {
      for (let row = 0; row < size; row += 1) {
        column[row] = rows[row * size + at]
      }
      this.centred(column).forEach((value, row) => {
        rows[row * size + at] = value
      })
    }
    return rows
  }
}
