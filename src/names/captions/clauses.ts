import { itemsOf } from './items'
import type { Item } from './items'
import type { Mentions } from './mentions'
import { hasNumber, numberWord, takesPluralVerb } from './nouns'
import { joined, plain, spaced } from './pieces'
import type { Piece } from './pieces'
import { saidColour } from './said-colours'
import { whereText } from './settings'
import type { Where } from './settings'
import { commonColour, commonSetting, countOf } from './group-wording'
import type { GroupWording } from './group-wording'
import type { Verb } from './verbs'

/** How a sentence is told: what it spoke of so far, and what stands behind each item. */
export interface Telling {
  readonly mentions: Mentions
  /** Of a share of the image, 0 to 1. */
  readonly measure: (share: number) => string
}

/** Of groups that `clauseKey` joins, or of one. */
export function clauseOf(told: readonly GroupWording[], telling: Telling): Piece[] {
  const [{ group, verb }] = told
  if (group.kind === 'replaced') {
    return replacedClause(told[0], telling)
  }
  const items = itemsOf(told)
  if (items.length === 1) {
    return oneItem(items[0], verb, telling)
  }
  // snow at two places still "is"
  const isMany = told.length > 1 || takesPluralVerb(group.word, items.length)
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
function replacedClause(told: GroupWording, telling: Telling): Piece[] {
  const { word, former, facts, share } = told.group
  const count = countOf(told)
  const colour = commonColour(told)
  const formerWord = former ?? 'object'
  // only of one word do their colours tell them apart
  const formerColour = formerWord === word && colour !== null ? commonFormerColour(told) : null
  const formerNoun = { word: formerWord, colour: formerColour }
  const isAgain = telling.mentions.has(formerNoun)
  const start = telling.mentions.phrase(formerNoun, count)
  const { before, after } = commonSetting(told)
  const beside = where(before, telling)
  const verb = takesPluralVerb(formerWord, count) ? told.verb.many : told.verb.one
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

/** What a thing of the same word is called; it was told as "another" where `isAgain`. */
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
  return isCommon ? saidColour(group.word, formerColour) : null
}

function where(place: Where | null, { mentions }: Telling): Piece[] {
  return place === null ? [] : [plain(whereText(place, mentions))]
}

function measured(share: number, { measure }: Telling): Piece[] {
  const text = measure(share)
  return text === '' ? [] : [plain(text)]
}
