import { captionColour, holdsAnyColour, isLiving } from '../caption-colours'
import type { ChangeFact } from '../change-fact'
import { WHOLE_VIEW } from '../groups'
import type { ChangeGroup } from '../groups'
import type { Noun } from '../nouns'
import { direction, isShortMove, nearOf, placeName } from '../settings'
import type { ClauseKind, ClauseWords, Path, Subject, Turn, Where } from './caption-grammar'

/** Equal changes at one place. */
export interface Item {
  readonly kind: ClauseKind
  readonly noun: Noun
  readonly isNamed: boolean
  readonly former: Noun | null
  readonly where: PlacedBy | null
  readonly path: Path | null
  readonly turn: Turn
  readonly facts: readonly ChangeFact[]
}

export type PlacedBy = Exclude<Where, { near: Subject }> | { readonly near: Noun }

/** One for each place; one alone, without a place, where there are more than two. */
export function itemsOf(group: ChangeGroup, words: ClauseWords): Item[] {
  const places = new Map<string, number[]>()
  const placed = group.facts.map((fact) => ({ where: whereOf(group, fact), path: pathOf(group, fact) }))
  for (const [at, setting] of placed.entries()) {
    const key = JSON.stringify(setting)
    places.set(key, [...(places.get(key) ?? []), at])
  }
  if (places.size > 2) {
    const all = group.facts.map((_, at) => at)
    return [{ ...itemOf(group, all, words), where: null, path: null }]
  }
  return [...places.values()].map((indexes) => ({
    ...itemOf(group, indexes, words),
    ...placed[indexes[0]],
  }))
}

function itemOf(
  { kind: told, word, isNamed, former, facts, colours }: ChangeGroup,
  indexes: readonly number[],
  words: ClauseWords,
): Omit<Item, 'where' | 'path'> {
  const missing = isNamed && told !== 'moved' && told !== 'turned' ? words.missingThing(word) : null
  const kind = missing === null || told === 'replaced' ? told : 'missing'
  const noun = { word: kind === 'missing' ? (missing ?? word) : word, colour: null }
  const own = indexes.map((at) => facts[at])
  const isPlain = kind === 'missing' || (isNamed && (words.isLiving(word) || words.holdsColour(word)))
  const colour = isPlain ? null : commonColour(indexes.map((at) => colours[at]))
  return {
    kind,
    noun: { ...noun, colour },
    isNamed,
    former: kind === 'replaced' ? formerOf({ word, colour }, former ?? 'object', own) : null,
    turn: turnOf(own[0], isNamed ? word : null, words),
    facts: own,
  }
}

/** Its colour matters only if what came has the same word. */
function formerOf({ word, colour }: Noun, former: string, facts: readonly ChangeFact[]): Noun {
  const before = commonColour(facts.map(({ formerColour }) => formerColour))
  const isTold = former === word && colour !== null && before !== null
  return { word: former, colour: isTold ? captionColour(former, before) : null }
}

export function commonColour(colours: readonly (string | null)[]): string | null {
  return colours.every((colour) => colour === colours[0]) ? colours[0] : null
}

function whereOf({ kind, word }: ChangeGroup, fact: ChangeFact): PlacedBy | null {
  if (kind === 'view' || fact.share > WHOLE_VIEW) {
    return null
  }
  const near = nearOf(fact, word)
  if (kind === 'moved') {
    return fact.from !== null && isShortMove(fact.from, fact.place) ? near : null
  }
  return near ?? { place: placeName(fact.place) }
}

function pathOf({ kind }: ChangeGroup, { from, place, share }: ChangeFact): Path | null {
  if (kind !== 'moved' || from === null || share > WHOLE_VIEW) {
    return null
  }
  return isShortMove(from, place)
    ? { direction: direction(from, place) }
    : { from: placeName(from), to: placeName(place) }
}

function turnOf(
  { kind, formerColour, colour, turn }: ChangeFact,
  name: string | null,
  words: ClauseWords,
): Turn {
  if (name !== null && (isLiving(name) || words.isLiving(name))) {
    return { look: 'different' }
  }
  if (formerColour !== null && colour !== null && formerColour !== colour) {
    const isColoured = name !== null && (holdsAnyColour(name) || words.holdsColour(name))
    return isColoured ? { look: 'colour' } : { look: 'colours', from: formerColour, to: colour }
  }
  if (turn === 'brighter' || turn === 'darker') {
    return { look: turn }
  }
  if (name !== null && kind === 'changed') {
    return { look: 'different' }
  }
  return { look: kind === 'changed colour' ? 'colour' : turn === 'detail' ? turn : 'changed' }
}
