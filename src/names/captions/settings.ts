import type { ChangeFact } from './change-fact'
import { WHOLE_VIEW } from './groups'
import type { ChangeGroup, ToldKind } from './groups'
import type { Mentions } from './mentions'
import { plainWord } from './noun-forms'
import { hasNumber } from './nouns'
import type { Noun } from './nouns'
import { atPlace, fromPlace, isShortMove, pathOf } from './places'
import { saidColour } from './said-colours'

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
export function placesText(kind: ToldKind, places: string): string {
  return `${kind === 'vanished' ? 'from' : 'in'} ${places} places`
}

function movedSetting({ from, place }: ChangeFact, near: Where | null): Setting | null {
  if (from === null) {
    return null
  }
  const before = isShortMove(from, place) ? near : null
  return { before, after: pathOf(from, place), beside: null }
}

function nearOf({ near }: ChangeFact, word: string): Where | null {
  const other = plainWord(near?.word ?? '')
  // "snow next to snow" tells nothing
  const isSame = other.toLowerCase() === word.toLowerCase() && !hasNumber(word)
  return near === null || other === '' || isSame
    ? null
    : { near: { word: other, colour: saidColour(other, near.colour) } }
}
