/** The pairs of a sequence, from this place of the list on; null for those of none. */
export interface PairGroup {
  sequence: string | null
  start: number
}

/** Lines of the list: pairs, and where they are grouped one heading before each group. */
export class QueueLines {
  readonly count: number

  /** @param groups in order; there is one pair a line then */
  constructor(
    pairCount: number,
    private readonly columns: number,
    private readonly groups: readonly PairGroup[],
  ) {
    this.count = Math.ceil(pairCount / columns) + groups.length
  }

  /** The group that this line is the heading of; null for a line of pairs. */
  headingAt(line: number): PairGroup | null {
    const index = this.lastGroup((group, number) => group.start + number <= line)
    const group = this.groups[index]
    return group !== undefined && group.start + index === line ? group : null
  }

  /** Place of the first pair of a line; of a heading, of the first pair below it. */
  positionAt(line: number): number {
    const headings = this.lastGroup((group, number) => group.start + number < line) + 1
    return (line - headings) * this.columns
  }

  lineOf(position: number): number {
    return Math.floor(position / this.columns) + this.lastGroup(({ start }) => start <= position) + 1
  }

  /** Place of the last group that this holds for, as it does for all before it; -1 where it holds for none. */
  private lastGroup(holds: (group: PairGroup, number: number) => boolean): number {
    let [low, high] = [0, this.groups.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (holds(this.groups[middle], middle)) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low - 1
  }
}
