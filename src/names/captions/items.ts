import type { Mentions } from './mentions'
import { areColoursApart, hasNumber, pronounPhrase, takesPluralVerb } from './nouns'
import type { Noun } from './nouns'
import { joined } from './pieces'
import type { Piece } from './pieces'
import { settingKey } from './settings'
import type { Setting } from './settings'
import { commonColour, commonSetting, countOf, isNear, isPair } from './group-wording'
import type { GroupWording } from './group-wording'

/** What changed alike at one place. */
export interface Item {
  /** Called once, when the sentence comes to it. Nothing for snow at its second place. */
  readonly subjects: (mentions: Mentions) => Piece[]
  readonly setting: Setting
  /** Whether its subjects hold an "and". */
  readonly isCompound: boolean
  /** Whether its verb is "are". */
  readonly isPlural: boolean
  /** Of the image, 0 to 1. */
  readonly share: number
}

/** In the order in which they are told. Two things of a word at two places are two items. */
export function itemsOf(told: readonly GroupWording[]): Item[] {
  const items = new Map<string, GroupWording[]>()
  const result: Item[] = []
  for (const one of told) {
    const key = isPair(one) ? `pair ${items.size}` : settingKey(commonSetting(one))
    items.set(key, [...(items.get(key) ?? []), one])
  }
  let last: Noun | null = null
  for (const group of items.values()) {
    result.push(...(isPair(group[0]) ? pairItems(group[0], last) : [placeItem(group, last)]))
    last = lastNoun(group)
  }
  return result
}

/** "a person and two dogs" */
function placeItem(told: readonly GroupWording[], last: Noun | null): Item {
  const subjects = (mentions: Mentions): Piece[] =>
    joined(
      told.map((one, index) => [subject(one, index === 0 ? last : lastNoun(told.slice(0, index)), mentions)]),
      ', ',
      ' and ',
    )
  const share = told.reduce((sum, { group }) => sum + group.share, 0)
  const isPlural = told.length > 1 || takesPluralVerb(told[0].group.word, countOf(told[0]))
  return { subjects, setting: commonSetting(told[0]), isCompound: told.length > 1, isPlural, share }
}

/** "a red car" and "another", "a red car" and "a blue one", or "snow" and nothing. */
function pairItems(told: GroupWording, last: Noun | null): readonly Item[] {
  const { word, facts } = told.group
  const ids = facts.map(({ regionId }) => regionId)
  const [colour, other] = told.colours
  const isApart = areColoursApart(word, colour, other)
  const isOne = hasNumber(word)
  const noun = { word, colour: isApart ? colour : commonColour(told) }
  // "another car on the left and one on the right"
  let second = ''
  const first = (mentions: Mentions): Piece[] => {
    second = mentions.has(noun) ? 'one' : 'another'
    const text = nounText(noun, 1, last, mentions)
    return [{ text, regionIds: isOne ? ids.slice(0, 1) : ids }]
  }
  const next = (mentions: Mentions): Piece[] => {
    const nextNoun = isApart ? { word, colour: other } : noun
    // after "next to a bus", "another" would be a bus
    const saidNoun = isApart && !isNear(told.settings[0]) ? noun : null
    const isSaid = isApart || isNear(told.settings[0])
    const text = isSaid ? nounText(nextNoun, 1, saidNoun, mentions) : second
    return isOne ? [{ text, regionIds: ids.slice(1) }] : []
  }
  const isPlural = takesPluralVerb(word, 1)
  const [start, end] = told.settings.map((setting) => setting ?? commonSetting(told))
  return [
    { subjects: first, setting: start, isCompound: false, isPlural, share: facts[0].share },
    { subjects: next, setting: end, isCompound: false, isPlural, share: facts[1].share },
  ]
}

function subject(told: GroupWording, last: Noun | null, mentions: Mentions): Piece {
  const { kind, word, facts } = told.group
  const regionIds = facts.map(({ regionId }) => regionId)
  if (kind === 'view') {
    return { text: 'most of the view', regionIds }
  }
  const noun = { word, colour: commonColour(told) }
  const text = nounText(noun, facts.length, last, mentions)
  return { text: told.isElliptic ? pronounPhrase(noun.colour, facts.length) : text, regionIds }
}

/** A noun that was just said in another colour is not said again. */
function nounText(noun: Noun, count: number, last: Noun | null, mentions: Mentions): string {
  const isSaid = last !== null && last.word === noun.word
  const text = mentions.phrase(noun, count)
  return isSaid && areColoursApart(noun.word, last.colour, noun.colour)
    ? pronounPhrase(noun.colour, count)
    : text
}

function lastNoun(told: readonly GroupWording[]): Noun | null {
  const one = told.at(-1)
  if (one === undefined || one.group.kind === 'view') {
    return null
  }
  const { word } = one.group
  const [colour, other] = one.colours
  const isApart = isPair(one) && areColoursApart(word, colour, other)
  return { word, colour: isApart ? other : commonColour(one) }
}
