/** Numbers below a count that are joined into sets. Each set is called by its least number. */
export class DisjointSets {
  /** Of each number another one of its set that is less, or itself. */
  private readonly less: Int32Array

  constructor(count: number) {
    this.less = Int32Array.from({ length: count }, (_, number) => number)
  }

  join(a: number, b: number): void {
    const [one, other] = [this.rootOf(a), this.rootOf(b)]
    this.less[Math.max(one, other)] = Math.min(one, other)
  }

  /** The least number of its set. */
  rootOf(number: number): number {
    const { less } = this
    let at = number
    while (less[at] !== at) {
      // the way is halved for whoever comes after
      less[at] = less[less[at]]
      at = less[at]
    }
    return at
  }
}
