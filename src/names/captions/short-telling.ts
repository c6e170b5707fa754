import type { ChangeFact } from './change-fact'
import { groupChanges } from './groups'
import type { ChangeGroup } from './groups'
import { areColoursApart, hasNumber } from './nouns'
import { settingOf } from './settings'
import { commonColour, commonSetting } from './group-wording'
import type { GroupWording } from './group-wording'
import { VERBS } from './verbs'

const MAX_GROUPS = 2

/** The two main changes in few words, as people write of two pictures: what happened, and no place. */
export function shortTelling(facts: readonly ChangeFact[]): GroupWording[] {
  const groups = groupChanges(facts.map(withoutVanished)).slice(0, MAX_GROUPS)
  const [first, second] = groups.map(briefly)
  if (second === undefined) {
    return [first]
  }
  return isOneWord(first.group, second.group) ? toldApart(first, second) : [first, second]
}

/** "is gone" says both. */
function withoutVanished(fact: ChangeFact): ChangeFact {
  return fact.kind === 'vanished' ? { ...fact, kind: 'no longer visible' } : fact
}

function briefly(group: ChangeGroup): GroupWording {
  const verb = group.kind === 'no longer visible' ? VERBS.gone : group.verb
  // what has no name is known by its colour alone
  const colours = group.isNamed ? group.colours.map(() => null) : group.colours
  return { group, verb, colours, settings: group.facts.map(() => null), isElliptic: false }
}

function isOneWord(first: ChangeGroup, second: ChangeGroup): boolean {
  const isThing = [first, second].every(({ kind }) => kind !== 'replaced' && kind !== 'view')
  return isThing && first.word === second.word
}

/** By colour, else by place: "a red car appeared and a blue one is gone". */
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

function placeKey(told: GroupWording): string {
  const { beside, after } = commonSetting(told)
  return JSON.stringify(beside ?? after)
}

function isSameVerb(first: GroupWording, second: GroupWording): boolean {
  return first.verb.one === second.verb.one
}

function withEllipsis([first, second]: readonly GroupWording[]): GroupWording[] {
  return [first, { ...second, isElliptic: hasNumber(second.group.word) }]
}
