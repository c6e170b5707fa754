import type { Mentions, Piece } from './mentions'
import { joined, plain, spaced } from './mentions'
import { hasNumber, numberWord, takesPluralVerb, areColoursApart, pronounPhrase } from './nouns'
import { captionColour } from './caption-colours'
import { whereText, settingKey } from './settings'
import type { Where, Setting } from './settings'
import { commonColour, commonSetting, countOf, isNear, isPair } from './group-wording'
import type { GroupWording } from './group-wording'
import type { Verb } from './verbs'
import type { Noun } from './nouns'

/** State of a sentence: the things that it has named so far, and the measures after each item. */
interface Telling {
  readonly mentions: Mentions
  /** Text for a share of the image, 0 to 1. */
  readonly measure: (share: number) => string
}

/** The clause of groups that share a `clauseKey`, or of one group. */
export function clauseOf(wordings: readonly GroupWording[], telling: Telling): Piece[] {
  const [{ group, verb }] = wordings
  if (group.kind === 'replaced') {
    return replacedClause(wordings[0], telling)
  }
  const items = itemsOf(wordings)
  if (items.length === 1) {
    return oneItem(items[0], verb, telling)
  }
  // snow at two places still "is"
  const isMany = wordings.length > 1 || takesPluralVerb(group.word, items.length)
  const isAfterVerb =
    group.kind !== 'no longer visible' && items.every(({ setting }) => setting.after !== null)
  return isAfterVerb ? gapped(items, verb, telling) : compound(items, verb, isMany, telling)
}

function oneItem({ subjects, setting, isPlural, share }: Item, verb: Verb, telling: Telling): Piece[] {
  return spaced(
    subjects(telling.mentions),
    where(setting.before, telling),
    [plain(isPlural ? verb.many : verb.one)],
    where(setting.after, telling),
    measured(share, telling),
  )
}

/** "a person appeared on the left, another on the right and a dog in the centre" */
function gapped(items: readonly Item[], verb: Verb, telling: Telling): Piece[] {
  const parts = items.map(({ subjects, setting, isPlural, share }, index) =>
    spaced(
      subjects(telling.mentions),
      index === 0 ? [plain(isPlural ? verb.many : verb.one)] : [],
      where(setting.after, telling),
      measured(share, telling),
    ),
  )
  return joined(parts, ', ', lastSeparator(items))
}

/** "a person on the left, another on the right and a dog in the centre are no longer visible" */
function compound(items: readonly Item[], verb: Verb, isMany: boolean, telling: Telling): Piece[] {
  const parts = items.map(({ subjects, setting, share }) =>
    spaced(subjects(telling.mentions), where(setting.beside, telling), measured(share, telling)),
  )
  return spaced(joined(parts, ', ', lastSeparator(items)), [plain(isMany ? verb.many : verb.one)])
}

/** "a car appeared on the left, and a dog and a cat on the right" */
function lastSeparator(items: readonly Item[]): string {
  return items.some(({ isCompound }) => isCompound) ? ', and ' : ' and '
}

/** "a bicycle was replaced by a motorcycle in the centre" */
function replacedClause(wording: GroupWording, telling: Telling): Piece[] {
  const { word, former, facts, share } = wording.group
  const count = countOf(wording)
  const colour = commonColour(wording)
  const formerWord = former ?? 'object'
  // the colours matter only if both have the same word
  const formerColour = formerWord === word && colour !== null ? commonFormerColour(wording) : null
  const formerNoun = { word: formerWord, colour: formerColour }
  const isAgain = telling.mentions.has(formerNoun)
  const start = telling.mentions.phrase(formerNoun, count)
  const { before, after } = commonSetting(wording)
  const beside = where(before, telling)
  const verb = takesPluralVerb(formerWord, count) ? wording.verb.many : wording.verb.one
  const phrase = telling.mentions.phrase({ word, colour }, count)
  const isSame = formerWord === word && (colour === null || colour === formerColour)
  const text = isSame ? sameWordText(word, count, isAgain, phrase) : phrase
  return spaced(
    [plain(start)],
    beside,
    [plain(`${verb} by`)],
    [{ text, regionIds: facts.map(({ regionId }) => regionId) }],
    where(after, telling),
    measured(share, telling),
  )
}

/** Name of a replacement with the same word; `isAgain` if the thing before was named "another". */
function sameWordText(word: string, count: number, isAgain: boolean, phrase: string): string {
  if (!hasNumber(word)) {
    return `other ${phrase}`
  }
  if (!isAgain) {
    return phrase
  }
  return count === 1 ? 'a different one' : `${numberWord(count)} different ones`
}

function commonFormerColour({ group }: GroupWording): string | null {
  const [{ formerColour }] = group.facts
  const isCommon = group.facts.every((fact) => fact.formerColour === formerColour)
  return isCommon ? captionColour(group.word, formerColour) : null
}

function where(place: Where | null, { mentions }: Telling): Piece[] {
  return place === null ? [] : [plain(whereText(place, mentions))]
}

function measured(share: number, { measure }: Telling): Piece[] {
  const text = measure(share)
  return text === '' ? [] : [plain(text)]
}

/** Equal changes at one place. */
interface Item {
  /** Called once, in the order of the sentence. Empty for snow at its second place. */
  readonly subjects: (mentions: Mentions) => Piece[]
  readonly setting: Setting
  /** Whether its subjects contain an "and". */
  readonly isCompound: boolean
  /** Whether its verb is "are". */
  readonly isPlural: boolean
  /** Share of the image, 0 to 1. */
  readonly share: number
}

/** In the order of the sentence. Two things of a word at two places are two items. */
function itemsOf(wordings: readonly GroupWording[]): Item[] {
  const items = new Map<string, GroupWording[]>()
  const result: Item[] = []
  for (const one of wordings) {
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
function placeItem(wordings: readonly GroupWording[], last: Noun | null): Item {
  const subjects = (mentions: Mentions): Piece[] =>
    joined(
      wordings.map((one, index) => [
        subject(one, index === 0 ? last : lastNoun(wordings.slice(0, index)), mentions),
      ]),
      ', ',
      ' and ',
    )
  const share = wordings.reduce((sum, { group }) => sum + group.share, 0)
  const isPlural = wordings.length > 1 || takesPluralVerb(wordings[0].group.word, countOf(wordings[0]))
  return { subjects, setting: commonSetting(wordings[0]), isCompound: wordings.length > 1, isPlural, share }
}

/** "a red car" and "another", "a red car" and "a blue one", or "snow" and nothing. */
function pairItems(wording: GroupWording, last: Noun | null): readonly Item[] {
  const { word, facts } = wording.group
  const ids = facts.map(({ regionId }) => regionId)
  const [colour, other] = wording.colours
  const isApart = areColoursApart(word, colour, other)
  const isOne = hasNumber(word)
  const noun = { word, colour: isApart ? colour : commonColour(wording) }
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
    const saidNoun = isApart && !isNear(wording.settings[0]) ? noun : null
    const isSaid = isApart || isNear(wording.settings[0])
    const text = isSaid ? nounText(nextNoun, 1, saidNoun, mentions) : second
    return isOne ? [{ text, regionIds: ids.slice(1) }] : []
  }
  const isPlural = takesPluralVerb(word, 1)
  const [start, end] = wording.settings.map((setting) => setting ?? commonSetting(wording))
  return [
    { subjects: first, setting: start, isCompound: false, isPlural, share: facts[0].share },
    { subjects: next, setting: end, isCompound: false, isPlural, share: facts[1].share },
  ]
}

function subject(wording: GroupWording, last: Noun | null, mentions: Mentions): Piece {
  const { kind, word, facts } = wording.group
  const regionIds = facts.map(({ regionId }) => regionId)
  if (kind === 'view') {
    return { text: 'most of the view', regionIds }
  }
  const noun = { word, colour: commonColour(wording) }
  const text = nounText(noun, facts.length, last, mentions)
  return { text: wording.isElliptic ? pronounPhrase(noun.colour, facts.length) : text, regionIds }
}

/** A noun that was just named in another colour is not repeated. */
function nounText(noun: Noun, count: number, last: Noun | null, mentions: Mentions): string {
  const isSaid = last !== null && last.word === noun.word
  const text = mentions.phrase(noun, count)
  return isSaid && areColoursApart(noun.word, last.colour, noun.colour)
    ? pronounPhrase(noun.colour, count)
    : text
}

function lastNoun(wordings: readonly GroupWording[]): Noun | null {
  const one = wordings.at(-1)
  if (one === undefined || one.group.kind === 'view') {
    return null
  }
  const { word } = one.group
  const [colour, other] = one.colours
  const isApart = isPair(one) && areColoursApart(word, colour, other)
  return { word, colour: isApart ? other : commonColour(one) }
}
