import type { WorkPart, WorkShare } from '../../contract/proposal'

/** Time that counts. */
const WINDOW_MILLISECONDS = 60_000
/** Stages of proposals by what they are; all others are the network. */
const PARTS: Readonly<Record<string, WorkPart>> = {
  decode: 'decoding',
  register: 'registration',
  light: 'registration',
  difference: 'registration',
  colours: 'regions',
  regions: 'regions',
  describe: 'regions',
  names: 'naming',
  store: 'storing',
}

/** Where the time of the last proposals went. */
export class WorkShares {
  private made: { readonly endedAt: number; readonly milliseconds: Readonly<Record<string, number>> }[] = []

  /** @param milliseconds of each stage; `total` is left out; @param endedAt milliseconds, as the next one's */
  add(milliseconds: Readonly<Record<string, number>>, endedAt: number): void {
    this.made = [...this.made, { endedAt, milliseconds }].filter(
      (one) => one.endedAt > endedAt - WINDOW_MILLISECONDS,
    )
  }

  /** Of the last minute, the largest first; shares of less than a hundredth are left out. */
  shares(now: number): WorkShare[] {
    const sums = new Map<WorkPart, number>()
    for (const { endedAt, milliseconds } of this.made) {
      if (endedAt <= now - WINDOW_MILLISECONDS) {
        continue
      }
      for (const [stage, spent] of Object.entries(milliseconds)) {
        if (stage !== 'total') {
          const part = PARTS[stage] ?? 'network'
          sums.set(part, (sums.get(part) ?? 0) + spent)
        }
      }
    }
    const total = [...sums.values()].reduce((sum, spent) => sum + spent, 0)
    return [...sums]
      .map(([part, spent]) => ({ part, share: spent / total }))
      .filter(({ share }) => share >= 0.01)
      .toSorted((a, b) => b.share - a.share)
  }
}
