import { asMarkdown } from '../../text/markdown'
import { bootstrapIntervals, meanScore } from '../../metrics/set-score'
import type { Interval } from '../../metrics/set-score'
import { contrastCells } from './contrasts'
import type { Contrast } from './contrasts'
import { contributionCells } from './contribution-table'
import type { ContributionRow } from './contribution-table'
import type { RunResult, TestScores } from './train-and-score'

/** One row of a table: a family or one without some of its parts, the mean over its seeds. */
export interface ResultRow {
  readonly title: string
  readonly family: string
  readonly ablation: string | null
  readonly seeds: readonly number[]
  readonly bleu4: number | null
  readonly meteor: number | null
  readonly rougeL: number | null
  readonly ciderD: number | null
  /** CIDEr-D over the pairs that changed, and over those that did not; null where there is none. */
  readonly ciderDChanged: number | null
  readonly ciderDUnchanged: number | null
  /** CIDEr-D of each seed, in the order of `seeds`. */
  readonly ciderDs: readonly number[]
  /** Of 95 % over the pairs: how far another draw of pairs would move it. Seeds are no part of it. */
  readonly ciderDInterval: Interval | null
  readonly maskIou: number | null
  readonly parameters: number
  readonly secondsPerStep: number | null
  readonly pairsPerSecond: number | null
}

export interface ResultTable {
  readonly set: string
  readonly pairs: number
  readonly rows: readonly ResultRow[]
  /** Conclusions from the rows as sentences. */
  readonly findings: readonly string[]
}

/** Of CCRC's CIDEr-D that another family must come to, to count as near. */
const NEAR_SHARE = 0.95

/** Of the pairs of each test set by its name, in their order: whether something changed. */
export type ChangedPairs = ReadonlyMap<string, readonly boolean[]>

/** One table for each test set, rows in the order of the results. */
export function resultTables(results: readonly RunResult[], changed: ChangedPairs): ResultTable[] {
  const sets = [...new Set(results.flatMap(({ tests }) => tests.map(({ set }) => set)))]
  return sets.map((set) => {
    const rows = groups(results).map((own) => rowOf(own, set, changed.get(set) ?? []))
    const pairs = results.flatMap(({ tests }) => tests).find((test) => test.set === set)?.pairs ?? 0
    return { set, pairs, rows, findings: findingsOf(rows) }
  })
}

/** Results of all seeds together; a family's parts before the whole. */
function groups(results: readonly RunResult[]): RunResult[][] {
  const byName = new Map<string, RunResult[]>()
  const families = [...new Set(results.map(({ family }) => family))]
  const ordered = families.flatMap((family) => {
    const own = results.filter((each) => each.family === family)
    return [
      ...own.filter(({ ablation }) => ablation !== null),
      ...own.filter(({ ablation }) => ablation === null),
    ]
  })
  for (const result of ordered) {
    const key = `${result.family}/${result.ablation ?? ''}`
    byName.set(key, [...(byName.get(key) ?? []), result])
  }
  return [...byName.values()]
}

function rowOf(own: readonly RunResult[], set: string, changed: readonly boolean[]): ResultRow {
  const tests = own.flatMap(({ tests }) => tests.filter((test) => test.set === set))
  const metric = (name: string): number | null =>
    mean(tests.map(({ captions }) => captions[name]).filter((value) => value !== undefined))
  const [{ title, family, ablation, parameters }] = own
  const ciderDOfPairs = meanOfPairs(tests.map((test) => test.ciderDOfPairs))
  return {
    title,
    family,
    ablation,
    parameters,
    seeds: own.map(({ seed }) => seed),
    bleu4: metric('BLEU-4'),
    meteor: metric('METEOR (no paraphrase)'),
    rougeL: metric('ROUGE-L'),
    ciderD: metric('CIDEr-D'),
    ciderDChanged: mean(ciderDOfPairs.filter((_, pair) => changed[pair])),
    ciderDUnchanged: mean(ciderDOfPairs.filter((_, pair) => !(changed[pair] ?? true))),
    ciderDs: tests.map(ciderOf),
    ciderDInterval: ciderDOfPairs.length === 0 ? null : bootstrapIntervals([meanScore(ciderDOfPairs)])[0],
    maskIou: mean(tests.map(({ maskIou }) => maskIou)),
    secondsPerStep: mean(
      own.flatMap(({ secondsPerStep }) => (secondsPerStep === null ? [] : [secondsPerStep])),
    ),
    pairsPerSecond: mean(tests.map(({ pairsPerSecond }) => pairsPerSecond)),
  }
}

/** Of each pair the mean over runs; empty where a run has none, or other pairs. */
function meanOfPairs(runs: readonly (readonly number[])[]): number[] {
  const [first = []] = runs
  return runs.every(({ length }) => length === first.length)
    ? first.map((_, pair) => runs.reduce((sum, run) => sum + run[pair], 0) / runs.length)
    : []
}

function ciderOf({ captions }: TestScores): number {
  return captions['CIDEr-D'] ?? 0
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

function findingsOf(rows: readonly ResultRow[]): string[] {
  const whole = rows.filter(({ ablation }) => ablation === null)
  const findings = whole.flatMap((row) => {
    const parts = rows.filter(({ family, ablation }) => family === row.family && ablation !== null)
    return parts.length === 0 ? [] : [contribution(row, parts)]
  })
  const ccrcScore = whole.find(({ family }) => family === 'ccrc')?.ciderD ?? null
  const others = whole.filter(({ family, ciderD }) => family !== 'ccrc' && ciderD !== null)
  if (ccrcScore !== null && ccrcScore > 0 && others.length > 0) {
    const near = others
      .filter(({ ciderD }) => (ciderD ?? 0) >= NEAR_SHARE * ccrcScore)
      .map(({ title }) => title)
    const which = near.length === 0 ? 'none' : near.join(', ')
    findings.push(`Within 5 % of CCRC's CIDEr-D or above it: ${which}.`)
  }
  return findings
}

/** Whether a family beats itself without what it is known for, and each of the parts. */
function contribution(whole: ResultRow, parts: readonly ResultRow[]): string {
  const ladder = [...parts, whole]
    .map((row) => `${row.ablation ?? 'whole'} ${hundred(row.ciderD)}`)
    .join(', ')
  const [least] = parts
  const seeds = whole.seeds.filter((seed) => least.seeds.includes(seed))
  const at = (row: ResultRow, seed: number): number => row.ciderDs[row.seeds.indexOf(seed)]
  const above = seeds.filter((seed) => at(whole, seed) > at(least, seed)).length
  const beaten = parts.filter(({ ciderD }) => (whole.ciderD ?? 0) > (ciderD ?? 0)).length
  return `${whole.title}, CIDEr-D: ${ladder}. The whole beats "${least.ablation}" with ${above} of ${seeds.length} seeds, and ${beaten} of ${parts.length} of its parts in the mean.`
}

/** Times 100, two decimals. */
function hundred(value: number | null): string {
  return value === null ? '-' : (100 * value).toFixed(2)
}

const HEAD = [
  'system',
  'seeds',
  'BLEU-4',
  'METEOR (no paraphrase)',
  'ROUGE-L',
  'CIDEr-D',
  '95 % over pairs',
  'changed pairs',
  'unchanged',
  'mask IoU',
  'parameters',
  's a step',
  'proposals/s',
]

/** The rows as text, their head first. */
export function tableCells({ rows }: ResultTable): string[][] {
  return [
    HEAD,
    ...rows.map((row) => [
      row.ablation === null ? row.title : `${row.title}: ${row.ablation}`,
      String(row.seeds.length),
      ...[row.bleu4, row.meteor, row.rougeL, row.ciderD].map(hundred),
      row.ciderDInterval === null
        ? '-'
        : `${hundred(row.ciderDInterval.low)} to ${hundred(row.ciderDInterval.high)}`,
      hundred(row.ciderDChanged),
      hundred(row.ciderDUnchanged),
      hundred(row.maskIou),
      `${(row.parameters / 1e6).toFixed(2)} M`,
      row.secondsPerStep === null ? '-' : row.secondsPerStep.toFixed(2),
      row.pairsPerSecond === null ? '-' : row.pairsPerSecond.toFixed(1),
    ]),
  ]
}

/** What a comparison has found. */
export interface Findings {
  /** One for each test set. */
  readonly tables: readonly ResultTable[]
  readonly contrasts: readonly Contrast[]
  readonly contributions: readonly ContributionRow[]
}

/** All tables as Markdown; `budget` describes the budget of each run. */
export function tablesMarkdown({ tables, contrasts, contributions }: Findings, budget: string): string {
  const parts = tables.map((table) => {
    const [head, ...rows] = tableCells(table)
    return [
      `## ${asMarkdown(table.set)}, ${table.pairs} pairs`,
      '',
      ...markdownRows(head, rows),
      '',
      ...table.findings.map((finding) => `- ${finding}`),
    ].join('\n')
  })
  if (contrasts.length > 0) {
    parts.push(
      section('What each part adds to CIDEr-D (95 % over seeds and pairs)', contrastCells(contrasts)),
    )
  }
  if (contributions.length > 0) {
    parts.push(section('What the parts should raise, held-out pairs', contributionCells(contributions)))
  }
  return ['# Systems under one budget', '', budget, '', parts.join('\n\n'), ''].join('\n')
}

function section(title: string, [head, ...rows]: readonly (readonly string[])[]): string {
  return [`## ${title}`, '', ...markdownRows(head, rows)].join('\n')
}

function markdownRows(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [head, rule, ...rows.map((cells) => cells.map(asMarkdown))].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
}
