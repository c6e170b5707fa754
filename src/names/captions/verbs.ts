import type { ChangeFact } from './change-fact'
import { holdsAnyColour, holdsColour, isLiving } from './caption-colours'

/** What happened, as said of one thing and of several. */
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

/** How a thing that stays looks now; without a word, how an area does. */
export function turnOf(fact: ChangeFact, word: string | null): Verb {
  const { formerColour, colour, turn } = fact
  if (word !== null && isLiving(word)) {
    // other clothes, other light: its colour is not told
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

/** No colour is told that the word holds, nor one beside another: "a red car turned green". */
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
