import type { RunResult } from './train-and-score'

/** A figure that a family's own part should raise, of one system: the mean over its seeds. */
export interface ContributionRow {
  readonly system: string
  readonly measured: string
  readonly value: number
  /** By chance, or without the part; null where there is no such figure. */
  readonly baseline: number | null
  /** Of each seed that has it. */
  readonly values: readonly number[]
}

/** In the order of the results; runs without such figures have no row. */
export function contributionRows(results: readonly RunResult[]): ContributionRow[] {
  const rows = new Map<
    string,
    { system: string; measured: string; own: RunResult['contributions'][string][] }
  >()
  for (const { title, ablation, contributions } of results) {
    const system = ablation === null ? title : `${title}: ${ablation}`
    for (const [measured, score] of Object.entries(contributions)) {
      const key = `${system}/${measured}`
      const row = rows.get(key) ?? { system, measured, own: [] }
      row.own.push(score)
      rows.set(key, row)
    }
  }
  return [...rows.values()].map(({ system, measured, own }) => {
    const values = own.map(({ value }) => value)
    const baselines = own.flatMap(({ baseline }) => (baseline === null ? [] : [baseline]))
    return {
      system,
      measured,
      value: mean(values),
      baseline: baselines.length < own.length ? null : mean(baselines),
      values,
    }
  })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const HEAD = ['system', 'measured', 'value', 'chance, or without', 'each seed']

/** The rows as text, their head first. */
export function contributionCells(rows: readonly ContributionRow[]): string[][] {
  return [
    HEAD,
    ...rows.map(({ system, measured, value, baseline, values }) => [
      system,
      measured,
      value.toFixed(3),
      baseline === null ? '-' : baseline.toFixed(3),
      values.map((each) => each.toFixed(3)).join(' / '),
    ]),
  ]
}
