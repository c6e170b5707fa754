import type { ChangeFact, Place } from './change-fact'
import type { ChangeGroup, GroupKind } from './groups'
import { WHOLE_VIEW } from './groups'
import type { Mentions } from './mentions'
import { plainWord, hasNumber } from './nouns'
import type { Noun } from './nouns'
import { captionColour } from './caption-colours'

/** A place of the frame in words, or the thing that stands next to it. */
export type Where = string | { readonly near: Noun }

/** Where one change is told to be: in one way, so it never has two places. */
export interface Setting {
  /** After the noun: "a car next to a bus vanished". */
  readonly before: Where | null
  /** After the verb: "a car vanished from the left". */
  readonly after: Where | null
  /** After the noun, where two are told together: "a car on the left and another next to a bus vanished". */
  readonly beside: Where | null
}

/** Null of what fills the view, and of a move from nowhere. */
export function settingOf({ kind, word }: ChangeGroup, fact: ChangeFact): Setting | null {
  if (kind === 'view' || fact.share > WHOLE_VIEW) {
    return null
  }
  const near = nearOf(fact, word)
  if (kind === 'moved') {
    return movedSetting(fact, near)
  }
  const beside = near ?? atPlace(fact.place)
  if (kind === 'appeared' || kind === 'missing') {
    return { before: null, after: beside, beside }
  }
  if (kind === 'turned' || near !== null) {
    return { before: beside, after: null, beside }
  }
  return { before: null, after: kind === 'vanished' ? fromPlace(fact.place) : beside, beside }
}

/** For changes that are told at one place. */
export function settingKey(setting: Setting | null): string {
  return JSON.stringify(setting)
}

export function whereText(where: Where, mentions: Mentions): string {
  return typeof where === 'string' ? where : `next to ${mentions.nearPhrase(where.near)}`
}

/** Of what has no number, such as snow: its places are counted. */
export function placesText(kind: GroupKind, places: string): string {
  return `${kind === 'vanished' ? 'from' : 'in'} ${places} places`
}

function movedSetting({ from, place }: ChangeFact, near: Where | null): Setting | null {
  if (from === null) {
    return null
  }
  const before = isShortMove(from, place) ? near : null
  return { before, after: pathOf(from, place), beside: null }
}

/** The thing next to a change of this word, if a sentence can name it. */
export function nearOf({ near }: ChangeFact, word: string): { readonly near: Noun } | null {
  const other = plainWord(near?.word ?? '')
  // "snow next to snow" tells nothing
  const isSame = other.toLowerCase() === word.toLowerCase() && !hasNumber(word)
  return near === null || other === '' || isSame
    ? null
    : { near: { word: other, colour: captionColour(other, near.colour) } }
}

/** Of the frame's sides: what moves less keeps its place, and its direction alone is told. */
const SHORT_MOVE = 0.1
const TINY_MOVE = 0.02

const ROWS = ['upper', '', 'lower'] as const
const COLUMNS = ['left', '', 'right'] as const

/** One of nine places of the frame. */
export type PlaceName =
  | 'left'
  | 'right'
  | 'top'
  | 'bottom'
  | 'centre'
  | 'upper left'
  | 'upper right'
  | 'lower left'
  | 'lower right'

export function placeName({ x, y }: Place): PlaceName {
  const [row, column] = [thirdOf(y, ROWS), thirdOf(x, COLUMNS)]
  if (row !== '' && column !== '') {
    return `${row} ${column}`
  }
  if (column !== '') {
    return column
  }
  return ({ upper: 'top', '': 'centre', lower: 'bottom' } as const)[row]
}

/** "on the left", "in the upper right", "at the top". */
function atPlace(place: Place): string {
  const name = placeName(place)
  if (name === 'left' || name === 'right') {
    return `on the ${name}`
  }
  return `${name === 'top' || name === 'bottom' ? 'at' : 'in'} the ${name}`
}

function fromPlace(place: Place): string {
  return `from the ${placeName(place)}`
}

/** Where something went: between two thirds, or in which direction. */
function pathOf(from: Place, to: Place): string {
  const [start, end] = [placeName(from), placeName(to)]
  return isShortMove(from, to) ? direction(from, to) : `from the ${start} to the ${end}`
}

export function isShortMove(from: Place, to: Place): boolean {
  return placeName(from) === placeName(to) || distance(from, to) < SHORT_MOVE
}

export type Direction = 'a little' | 'to the right' | 'to the left' | 'down' | 'up'

/** Of a short move. */
export function direction(from: Place, to: Place): Direction {
  if (distance(from, to) < TINY_MOVE) {
    return 'a little'
  }
  const [right, down] = [to.x - from.x, to.y - from.y]
  if (Math.abs(right) >= Math.abs(down)) {
    return right > 0 ? 'to the right' : 'to the left'
  }
  return down > 0 ? 'down' : 'up'
}

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y)

function thirdOf<T extends string>(position: number, names: readonly [T, T, T]): T {
  return names[Math.max(0, Math.min(2, Math.floor(position * 3)))]
}
