/** The pairs of a sequence, from this place of the list on; null for those of none. */
export interface PairGroup {
  sequence: string | null
  start: number
}

/** Lines of the list: pairs, and where they are grouped one heading before each group, which begins a line anew. */
export class QueueLines {
  readonly count: number
  /** Line of the heading of each group. */
  private readonly headings: readonly number[]

  /** @param groups in order, the first from the first pair on; none for pairs without headings */
  constructor(
    private readonly pairCount: number,
    private readonly columns: number,
    private readonly groups: readonly PairGroup[],
  ) {
    const headings: number[] = []
    let line = groups.length === 0 ? Math.ceil(pairCount / columns) : 0
    for (const [index, { start }] of groups.entries()) {
      headings.push(line)
      line += 1 + Math.ceil(((groups[index + 1]?.start ?? pairCount) - start) / columns)
    }
    this.headings = headings
    this.count = line
  }

  /** The group that this line is the heading of; null for a line of pairs. */
  headingAt(line: number): PairGroup | null {
    const index = lastOf(this.headings, (heading) => heading <= line)
    return this.headings[index] === line ? this.groups[index] : null
  }

  /** Place of the first pair of a line; of a heading, of the first pair below it. */
  positionAt(line: number): number {
    const index = lastOf(this.headings, (heading) => heading <= line)
    const group = this.groups[index]
    if (group === undefined) {
      return line * this.columns
    }
    return group.start + Math.max(0, line - this.headings[index] - 1) * this.columns
  }

  /** Place after the last pair of a line of pairs. */
  endAt(line: number): number {
    const index = lastOf(this.headings, (heading) => heading <= line)
    return Math.min(this.positionAt(line) + this.columns, this.groups[index + 1]?.start ?? this.pairCount)
  }

  /** The pair above (-1) or below (1) one, as near to its column as the line goes; itself at either end. */
  beside(position: number, step: number): number {
    const line = this.lineOf(position)
    const next = line + step
    const target = this.headingAt(next) === null ? next : next + step
    if (step === 0 || target < 0 || target >= this.count) {
      return position
    }
    return Math.min(this.positionAt(target) + position - this.positionAt(line), this.endAt(target) - 1)
  }

  lineOf(position: number): number {
    const index = lastOf(this.groups, ({ start }) => start <= position)
    const group = this.groups[index]
    return group === undefined
      ? Math.floor(position / this.columns)
      : this.headings[index] + 1 + Math.floor((position - group.start) / this.columns)
  }
}

/** Place of the last of a list that this holds for, as it does for all before it; -1 where it holds for none. */
function lastOf<T>(list: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(list[middle])) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return low - 1
}
