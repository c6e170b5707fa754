import type { ChangeFact } from './change-fact'
import { holdsAnyColour, holdsColour, isLiving } from './caption-colours'

/** The verb of a change, for one thing and for several. */
export interface Verb {
  readonly one: string
  readonly many: string
}

export const VERBS = {
  appeared: { one: 'appeared', many: 'appeared' },
  vanished: { one: 'vanished', many: 'vanished' },
  'no longer visible': { one: 'is no longer visible', many: 'are no longer visible' },
  gone: { one: 'is gone', many: 'are gone' },
  missing: { one: 'is missing', many: 'are missing' },
  moved: { one: 'moved', many: 'moved' },
  replaced: { one: 'was replaced', many: 'were replaced' },
} as const satisfies Readonly<Record<string, Verb>>

const TURNS = {
  brighter: 'became brighter',
  darker: 'became darker',
} as const

/** New look of a thing that stays; without a word, of an area. */
export function turnOf(fact: ChangeFact, word: string | null): Verb {
  const { formerColour, colour, turn } = fact
  if (word !== null && isLiving(word)) {
    // other clothes, other light: the colour is left out
    return { one: 'looks different', many: 'look different' }
  }
  if (formerColour !== null && colour !== null && formerColour !== colour) {
    return alike(colourTurn(fact.kind, formerColour, colour, word))
  }
  if (turn === 'brighter' || turn === 'darker') {
    return alike(TURNS[turn])
  }
  if (word !== null && fact.kind === 'changed') {
    return { one: 'looks different', many: 'look different' }
  }
  if (turn === 'detail') {
    return { one: 'changed its detail', many: 'changed their detail' }
  }
  return alike(fact.kind === 'changed colour' ? 'changed colour' : 'changed')
}

/** Leaves out a colour that the word contains, and one beside another: "a red car turned green". */
function colourTurn(kind: ChangeFact['kind'], from: string, to: string, word: string | null): string {
  if (word === null) {
    return `turned from ${from} to ${to}`
  }
  if (holdsColour(word, from) && !holdsColour(word, to)) {
    return `turned ${to}`
  }
  if (holdsColour(word, to) || holdsAnyColour(word)) {
    return 'changed colour'
  }
  return `${kind === 'changed colour' ? 'changed' : 'turned'} from ${from} to ${to}`
}

const alike = (text: string): Verb => ({ one: text, many: text })
