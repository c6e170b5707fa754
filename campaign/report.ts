import type { CampaignResult } from './campaign'
import { tableOf } from './table'

/** The table, figures, and the first loss with how to repeat it. */
export function reportOf({ rows, found, notes }: CampaignResult, seed: number): string {
  const lines = [tableOf(rows), ...[...notes].map(([name, text]) => `${name}: ${text}`)]
  if (found === null) {
    lines.push('No loss.')
  } else {
    const { attack, turn, loss } = found
    lines.push(
      `LOSS (${loss.kind}) in ${attack}, turn ${turn}: ${loss.message}`,
      `Again: npm run campaign -- --seed ${seed} --only ${attack} --turn ${turn}`,
    )
  }
  return lines.join('\n')
}
