import { textTable } from '../src/cli/output'
import type { Tally } from './attack'
import type { LossKind } from './loss'

/** What became of one attack. */
export interface Row extends Tally {
  name: string
  seconds: number
  losses: Record<LossKind, number>
  /** Why it did not run; null where it did. */
  skipped: string | null
}

const HEAD = ['attack', 'attempts', 'kills', 'lost', 'doubled', 'dead/hung', 'left processes', 'seconds']

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ name, attempts, kills, losses, seconds, skipped }) =>
    skipped === null
      ? [name, attempts, kills, losses.lost, losses.doubled, losses.dead, losses.left, Math.round(seconds)]
      : [name, 'skipped'],
  )
  return textTable([HEAD, ...lines.map((line) => line.map(String))])
}
