/** One metric over a set of items. */
export interface SetScore {
  /** Over the whole set. */
  corpus: number
  /** Of each item by itself. */
  perItem: readonly number[]
  /**
   * Over the items with these numbers, repeats allowed: what resampling needs. Weights that come from the whole
   * set (CIDEr's document frequencies) are kept.
   */
  ofSample(items: ArrayLike<number>): number
}

/** A metric whose value over a set is the mean over its items. */
export function meanScore(perItem: readonly number[]): SetScore {
  function ofSample(items: ArrayLike<number>): number {
    let sum = 0
    for (let index = 0; index < items.length; index++) {
      sum += perItem[items[index]]
    }
    return sum / items.length
  }
  return { corpus: ofSample(perItem.map((_, index) => index)), perItem, ofSample }
}

/**
 * A metric that is a formula on statistics summed over the items, one row each. A row by itself gives the
 * value of its item.
 */
export function pooledScore(
  rows: readonly Float64Array[],
  formula: (total: Float64Array) => number,
): SetScore {
  const width = rows[0]?.length ?? 0
  // One block of memory: resampling reads the rows millions of times.
  const block = new Float64Array(rows.length * width)
  for (const [item, row] of rows.entries()) {
    block.set(row, item * width)
  }
  const total = new Float64Array(width)
  function ofSample(items: ArrayLike<number>): number {
    total.fill(0)
    for (let index = 0; index < items.length; index++) {
      const start = items[index] * width
      for (let column = 0; column < width; column++) {
        total[column] += block[start + column]
      }
    }
    return formula(total)
  }
  return { corpus: ofSample([...rows.keys()]), perItem: rows.map((row) => formula(row)), ofSample }
}
