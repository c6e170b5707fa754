import { runBootstrap } from '../../metrics/set-score'
import type { Interval } from '../../metrics/set-score'
import type { RunResult } from './train-and-score'

/** What a family gains between two of its systems on one test set. */
export interface Contrast {
  readonly set: string
  /** As its authors call the family. */
  readonly title: string
  /** Names of ablations; null for the whole family. */
  readonly from: string | null
  readonly to: string | null
  /** Of CIDEr-D, `to` minus `from`, for each seed that both have. */
  readonly differences: readonly number[]
  /** Of 95 % over seeds and pairs; null with one seed, or where results do not hold the scores of their pairs. */
  readonly interval: Interval | null
}

/** Within each family every two systems of which the second has all parts of the first and more, on each set. */
export function contrastsOf(results: readonly RunResult[]): Contrast[] {
  const sets = [...new Set(results.flatMap(({ tests }) => tests.map(({ set }) => set)))]
  const families = [...new Set(results.map(({ family }) => family))]
  return families.flatMap((family) => {
    const own = results.filter((each) => each.family === family)
    return additions(own).flatMap(([from, to]) => sets.map((set) => contrast(own, set, from, to)))
  })
}

function additions(results: readonly RunResult[]): (readonly [from: string | null, to: string | null])[] {
  const systems = [...new Map(results.map((result) => [result.ablation, result])).values()]
  return systems.flatMap((from) =>
    systems
      .filter(
        ({ without }) =>
          without.length < from.without.length && without.every((part) => from.without.includes(part)),
      )
      .map((to) => [from.ablation, to.ablation] as const),
  )
}

function contrast(own: readonly RunResult[], set: string, from: string | null, to: string | null): Contrast {
  const testsOf = (ablation: string | null) =>
    new Map(
      own
        .filter((result) => result.ablation === ablation)
        .flatMap(({ seed, tests }) => tests.filter((test) => test.set === set).map((test) => [seed, test])),
    )
  const [first, second] = [testsOf(from), testsOf(to)]
  const both = [...first].flatMap(([seed, test]) => {
    const other = second.get(seed)
    return other === undefined ? [] : [[test, other] as const]
  })
  const ofPairs = both.map(([a, b]) => b.ciderDOfPairs.map((score, pair) => score - a.ciderDOfPairs[pair]))
  const [{ length }] = ofPairs.length === 0 ? [[]] : ofPairs
  const isComplete =
    both.length > 1 &&
    length > 0 &&
    both.every(([a, b]) => a.ciderDOfPairs.length === length && b.ciderDOfPairs.length === length)
  return {
    set,
    title: own[0].title,
    from,
    to,
    differences: both.map(([a, b]) => (b.captions['CIDEr-D'] ?? 0) - (a.captions['CIDEr-D'] ?? 0)),
    interval: isComplete ? runBootstrap(ofPairs) : null,
  }
}

/** One row for each step of a family, one column for each set; differences times 100. */
export function contrastCells(contrasts: readonly Contrast[]): string[][] {
  const sets = [...new Set(contrasts.map(({ set }) => set))]
  const rows = new Map<string, Contrast[]>()
  for (const each of contrasts) {
    const name = `${each.title}: ${each.from ?? 'whole'} to ${each.to ?? 'whole'}`
    rows.set(name, [...(rows.get(name) ?? []), each])
  }
  return [
    ['what is added', 'seeds', ...sets],
    ...[...rows].map(([name, own]) => [
      name,
      String(Math.max(...own.map(({ differences }) => differences.length))),
      ...sets.map((set) => cell(own.find((each) => each.set === set))),
    ]),
  ]
}

/** Such as "+12.3 (4.0 to 20.1)"; a star where the interval excludes zero. */
function cell(contrast: Contrast | undefined): string {
  if (contrast === undefined || contrast.differences.length === 0) {
    return '-'
  }
  const { differences, interval } = contrast
  const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length
  const text = `${mean < 0 ? '' : '+'}${hundred(mean)}`
  if (interval === null) {
    return text
  }
  const star = interval.low > 0 || interval.high < 0 ? ' *' : ''
  return `${text} (${hundred(interval.low)} to ${hundred(interval.high)})${star}`
}

function hundred(value: number): string {
  return (100 * value).toFixed(1)
}
