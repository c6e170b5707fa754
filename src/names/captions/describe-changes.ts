import type { ChangeFact } from './change-fact'
import type { ChangeGroup } from './groups'
import { groupChanges } from './groups'
import { clauseOf } from './clauses'
import { Mentions, joined, plain, sentenceOf } from './mentions'
import type { Link, Piece } from './mentions'
import { numberWord, areColoursApart, hasNumber } from './nouns'
import {
  fullWording,
  commonColour,
  commonSetting,
  canBeListed,
  isNear,
  isPair,
  isScattered,
} from './group-wording'
import { settingOf, isShortMove } from './settings'
import type { GroupWording } from './group-wording'
import { VERBS } from './verbs'
import { percentOf } from './languages/percent'

export interface DescribedCaption {
  /** `measured`: the full one, with the size of the thing in each clause. */
  readonly length: 'full' | 'short' | 'measured'
  readonly text: string
  readonly links: readonly Link[]
}

/** Number of groups that are described one by one; of the rest the caption has the number. */
const MAX_GROUPS = 3

const NO_CHANGE = 'No change was found.'

/** A sentence of each length for the changes: full, short, measured. Without a change only a full one. */
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
  const described = groups.slice(0, MAX_GROUPS)
  const measure = (share: number): string => (isMeasured ? measureOf(share) : '')
  const telling = { mentions: new Mentions(), measure }
  const clauses = merged(described.map(fullWording)).map((clause) => clauseOf(clause, telling))
  const rest = restClause(described, groups.slice(MAX_GROUPS))
  return joined([...clauses, ...rest], ', ', ', and ')
}

function shortPieces(facts: readonly ChangeFact[]): Piece[] {
  const telling = { mentions: new Mentions(), measure: () => '' }
  const clauses = merged(shortTelling(facts)).map((clause) => clauseOf(clause, telling))
  return joined(clauses, ', ', ' and ')
}

function restClause(described: readonly ChangeGroup[], rest: readonly ChangeGroup[]): Piece[][] {
  const count = rest.reduce((sum, { facts }) => sum + facts.length, 0)
  if (count === 0) {
    return []
  }
  const least = Math.min(...described.map(largestShare))
  const size = rest.every((group) => largestShare(group) <= least) ? 'smaller' : 'other'
  const text = count === 1 ? `there is one ${size} change` : `there are ${numberWord(count)} ${size} changes`
  return [[plain(text)]]
}

const largestShare = ({ facts }: ChangeGroup): number => Math.max(...facts.map(({ share }) => share))

function measureOf(share: number): string {
  const percent = percentOf(share)
  return percent === null ? '' : `(${percent} % of the image)`
}

const MAX_SHORT_GROUPS = 2

/**
 * The two main changes in few words, as people write about two pictures: the change, without a place. What most of the
 * view did stands alone.
 */
function shortTelling(facts: readonly ChangeFact[]): GroupWording[] {
  const groups = groupChanges(facts.map(withoutVanished)).slice(0, MAX_SHORT_GROUPS)
  const [first, second] = groups.map(briefly)
  if (second === undefined || first.group.kind === 'view') {
    return [first]
  }
  return isOneWord(first.group, second.group) ? toldApart(first, second) : [first, second]
}

/** In short captions "is gone" stands for both. */
function withoutVanished(fact: ChangeFact): ChangeFact {
  return fact.kind === 'vanished' ? { ...fact, kind: 'no longer visible' } : fact
}

function briefly(group: ChangeGroup): GroupWording {
  const verb = group.kind === 'no longer visible' ? VERBS.gone : group.verb
  // a thing without a name is identified by its colour alone
  const colours = group.isNamed ? group.colours.map(() => null) : group.colours
  return { group, verb, colours, settings: group.facts.map(() => null), isElliptic: false }
}

function isOneWord(first: ChangeGroup, second: ChangeGroup): boolean {
  const isThing = [first, second].every(({ kind }) => kind !== 'replaced' && kind !== 'view')
  return isThing && first.word === second.word
}

/** Distinguished by colour, else by place: "a red car appeared and a blue one is gone". */
function toldApart(first: GroupWording, second: GroupWording): GroupWording[] {
  const coloured = [first, second].map((one) => ({ ...one, colours: one.group.colours }))
  const [one, other] = coloured.map(commonColour)
  if (areColoursApart(first.group.word, one, other)) {
    return isSameVerb(first, second) ? coloured : withEllipsis(coloured)
  }
  if (first.group.kind === 'turned' && second.group.kind === 'turned') {
    return withEllipsis([first, second])
  }
  const placed = [first, second].map((one) => ({
    ...one,
    settings: one.group.facts.map((fact) => settingOf(goneFrom(one.group), fact)),
  }))
  const isApart = new Set(placed.map(placeKey)).size > 1
  const isSingle = placed.every(({ settings }) => settings.length === 1 && settings[0] !== null)
  return withEllipsis(isApart && isSingle ? placed : [first, second])
}

/** "is gone from the left", like "vanished from the left" */
function goneFrom(group: ChangeGroup): ChangeGroup {
  return group.kind === 'no longer visible' ? { ...group, kind: 'vanished' } : group
}

function placeKey(wording: GroupWording): string {
  const { beside, after } = commonSetting(wording)
  return JSON.stringify(beside ?? after)
}

function isSameVerb(first: GroupWording, second: GroupWording): boolean {
  return first.verb.one === second.verb.one
}

function withEllipsis([first, second]: readonly GroupWording[]): GroupWording[] {
  return [first, { ...second, isElliptic: hasNumber(second.group.word) }]
}

/** Groups of equal changes share a clause, in the order of the first of each. */
function merged(wordings: readonly GroupWording[]): GroupWording[][] {
  const clauses = new Map<string, GroupWording[]>()
  for (const [index, one] of wordings.entries()) {
    const key = clauseKey(one) ?? String(index)
    clauses.set(key, [...(clauses.get(key) ?? []), one])
  }
  return withNearLast([...clauses.values()])
}

/** Groups of one key share a clause. Null for one that has its own. */
function clauseKey(wording: GroupWording): string | null {
  const { kind } = wording.group
  if (kind === 'replaced' || kind === 'view' || wording.isElliptic) {
    return null
  }
  if (isListed(wording)) {
    return JSON.stringify([wording.verb.one, 'listed'])
  }
  return isPair(wording) ? null : JSON.stringify([wording.verb.one, commonSetting(wording)])
}

/**
 * Things next to another one end the list of their verb, if they are the only ones: "a car appeared next to a bus and a
 * dog on the left" could be next to both.
 */
function withNearLast(clauses: readonly GroupWording[][]): GroupWording[][] {
  const result: GroupWording[][] = []
  for (const clause of clauses) {
    const index = result.findIndex(([other]) => other.verb.one === clause[0].verb.one)
    const other = result.at(index)
    if (index === -1 || other === undefined) {
      result.push(clause)
    } else if (isNearEnd(clause) && other.every(isListed)) {
      result[index] = [...other, ...clause]
    } else if (isNearEnd(other) && clause.every(isListed)) {
      result[index] = [...clause, ...other]
    } else {
      result.push(clause)
    }
  }
  return result
}

function isNearEnd([told]: readonly GroupWording[]): boolean {
  const [setting] = told.settings
  return isNear(setting) && canBeListed(setting) && !isScattered(told) && clauseKey(told) !== null
}

/** "a cow moved up and a dog from the left to the right" is no list. */
function isDirection({ group }: GroupWording): boolean {
  return (
    group.kind === 'moved' && group.facts.some(({ from, place }) => from !== null && isShortMove(from, place))
  )
}

function isListed(wording: GroupWording): boolean {
  const isPlaced = isPair(wording) || (!isScattered(wording) && canBeListed(wording.settings[0]))
  return isPlaced && !isDirection(wording) && !wording.settings.some(isNear)
}
