type Vector = readonly number[]

/** Shares of retrieval within batches, summed up. */
export class RetrievalScore {
  private hits = 0
  private chances = 0
  private queries = 0

  /**
   * Each query of a batch takes the target of the largest inner product, of those that count. It is right where both
   * mean the same phrase.
   * @param queries a vector of each item
   * @param targets as many vectors of the same length
   * @param phrases of each item; items of an empty phrase neither ask nor answer
   */
  add(queries: readonly Vector[], targets: readonly Vector[], phrases: readonly string[]): void {
    const counted = [...phrases.keys()].filter((item) => phrases[item] !== '')
    if (counted.length < 2) {
      return
    }
    for (const query of counted) {
      const likenesses = counted.map((target) => product(queries[query], targets[target]))
      const best = counted[likenesses.indexOf(Math.max(...likenesses))]
      const same = counted.filter((target) => phrases[target] === phrases[query]).length
      this.queries++
      this.hits += phrases[best] === phrases[query] ? 1 : 0
      this.chances += same / counted.length
    }
  }

  /** 0 to 1; null where nothing was asked. */
  score(): { value: number; baseline: number } | null {
    const { hits, chances, queries } = this
    return queries === 0 ? null : { value: hits / queries, baseline: chances / queries }
  }
}

function product(a: Vector, b: Vector): number {
  return a.reduce((sum, value, at) => sum + value * b[at], 0)
}
