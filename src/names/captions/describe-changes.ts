import type { ChangeFact } from './change-fact'
import { clauseOf } from './clauses'
import { groupChanges } from './groups'
import type { ChangeGroup } from './groups'
import { merged } from './merging'
import { Mentions } from './mentions'
import { numberWord } from './nouns'
import { joined, plain, sentenceOf } from './pieces'
import type { Link, Piece } from './pieces'
import { shortTelling } from './short-telling'
import { fullWording } from './group-wording'

export interface DescribedCaption {
  /** `measured`: the full one, with the size of what each clause tells of. */
  readonly length: 'full' | 'short' | 'measured'
  readonly text: string
  readonly links: readonly Link[]
}

/** How many groups are told one by one; the rest is counted. */
const MAX_GROUPS = 3

const NO_CHANGE = 'No change was found.'

/** What changed, in one sentence of each length: full, short, measured. Without a change a full one alone. */
export function describeChanges(facts: readonly ChangeFact[]): DescribedCaption[] {
  if (facts.length === 0) {
    return [{ length: 'full', text: NO_CHANGE, links: [] }]
  }
  const groups = groupChanges(facts)
  const full = sentenceOf(fullPieces(groups, false))
  const short = sentenceOf(shortPieces(facts))
  return [
    { length: 'full', ...full },
    { length: 'short', ...(short.text.length <= full.text.length ? short : full) },
    { length: 'measured', ...sentenceOf(fullPieces(groups, true)) },
  ]
}

function fullPieces(groups: readonly ChangeGroup[], isMeasured: boolean): Piece[] {
  const told = groups.slice(0, MAX_GROUPS)
  const measure = (share: number): string => (isMeasured ? `(${percent(share)} of the image)` : '')
  const telling = { mentions: new Mentions(), measure }
  const clauses = merged(told.map(fullWording)).map((clause) => clauseOf(clause, telling))
  const rest = restClause(told, groups.slice(MAX_GROUPS))
  return joined([...clauses, ...rest], ', ', ', and ')
}

function shortPieces(facts: readonly ChangeFact[]): Piece[] {
  const telling = { mentions: new Mentions(), measure: () => '' }
  const clauses = merged(shortTelling(facts)).map((clause) => clauseOf(clause, telling))
  return joined(clauses, ', ', ' and ')
}

function restClause(told: readonly ChangeGroup[], rest: readonly ChangeGroup[]): Piece[][] {
  const count = rest.reduce((sum, { facts }) => sum + facts.length, 0)
  if (count === 0) {
    return []
  }
  const least = Math.min(...told.map(largestShare))
  const size = rest.every((group) => largestShare(group) <= least) ? 'smaller' : 'other'
  const text = count === 1 ? `there is one ${size} change` : `there are ${numberWord(count)} ${size} changes`
  return [[plain(text)]]
}

const largestShare = ({ facts }: ChangeGroup): number => Math.max(...facts.map(({ share }) => share))

/** Of a share, 0 to 1. */
function percent(share: number): string {
  const value = 100 * Math.min(share, 1)
  if (value < 0.1) {
    return 'less than 0.1 %'
  }
  return `${value < 0.95 ? value.toFixed(1) : Math.round(value)} %`
}
