import type { ChangeFact } from './change-fact'
import { plainWord } from './nouns'
import { captionColour } from './caption-colours'
import { turnOf, VERBS } from './verbs'
import type { Verb } from './verbs'

/** `missing`: a project's word such as "missing resistor"; `view`: most of the image. */
export type GroupKind =
  | 'appeared'
  | 'vanished'
  | 'no longer visible'
  | 'moved'
  | 'replaced'
  | 'turned'
  | 'missing'
  | 'view'

/** Changes of one word that share a clause. */
export interface ChangeGroup {
  readonly kind: GroupKind
  readonly verb: Verb
  /** "object" or "area" for a thing without a name. */
  readonly word: string
  readonly isNamed: boolean
  /** For `replaced`. */
  readonly former: string | null
  /** At least one; largest and most certain first. */
  readonly facts: readonly ChangeFact[]
  /** The colour in the caption of each; null without one. */
  readonly colours: readonly (string | null)[]
  /** Share of the image's pixels, 0 to 1. */
  readonly share: number
  /** Higher ones come first in the caption; no unit. */
  readonly weight: number
}

/** From this share on, the place of a change is the whole view. */
export const WHOLE_VIEW = 0.5
/** A named change comes before an unnamed one of up to so many times its size. */
const NAMED_BEFORE = 3

/** In the order of the caption. */
export function groupChanges(facts: readonly ChangeFact[]): ChangeGroup[] {
  const groups = new Map<string, TellableFact[]>()
  const ordered = facts.map(tellable).toSorted((a, b) => b.weight - a.weight)
  for (const one of ordered) {
    const { kind, verb, word, former, colour, isNamed } = one
    // a thing without a name is identified by its colour alone
    const key = JSON.stringify([kind, verb.one, word, former, isNamed, isNamed ? null : colour])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map(asGroup).toSorted((a, b) => b.weight - a.weight)
}

interface TellableFact {
  readonly fact: ChangeFact
  readonly kind: GroupKind
  readonly verb: Verb
  readonly word: string
  readonly isNamed: boolean
  readonly former: string | null
  readonly colour: string | null
  readonly weight: number
}

function asGroup(told: readonly TellableFact[]): ChangeGroup {
  const [{ kind, verb, word, isNamed, former }] = told
  return {
    kind,
    verb,
    word,
    isNamed,
    former,
    facts: told.map(({ fact }) => fact),
    colours: told.map(({ colour }) => colour),
    share: told.reduce((sum, { fact }) => sum + fact.share, 0),
    weight: told.reduce((sum, { weight }) => sum + weight, 0),
  }
}

function tellable(fact: ChangeFact): TellableFact {
  const named = wordOrNull(fact.word)
  const former = wordOrNull(fact.former)
  const base = { fact, isNamed: named !== null, former: null, colour: null }
  const weight = fact.share * fact.score * (named === null ? 1 : NAMED_BEFORE)
  const kind = kindOf(fact, named, former)
  switch (kind) {
    case 'view':
      return { ...base, kind, verb: turnOf(fact, null), word: 'view', weight }
    case 'turned':
      return { ...base, kind, verb: turnOf(fact, named), word: named ?? 'area', weight }
    case 'missing':
      return { ...base, kind, verb: VERBS.missing, word: withoutMissing(named ?? ''), weight }
    default: {
      const word = named ?? 'object'
      const colour = captionColour(word, fact.colour)
      return {
        ...base,
        kind,
        verb: VERBS[kind],
        word,
        former: kind === 'replaced' ? former : null,
        colour,
        weight,
      }
    }
  }
}

function kindOf({ kind, share }: ChangeFact, word: string | null, former: string | null): GroupKind {
  if (word === null && share > WHOLE_VIEW) {
    return 'view'
  }
  if (kind === 'replaced') {
    return former === null ? 'appeared' : 'replaced'
  }
  const isStill = kind !== 'moved' && kind !== 'changed colour'
  // "a missing resistor appeared" would mean that it is there again
  if (word !== null && isStill && withoutMissing(word) !== word) {
    return 'missing'
  }
  return kind === 'changed' || kind === 'changed colour' ? 'turned' : kind
}

const withoutMissing = (word: string): string => word.replace(/^missing (?=.)/i, '')

function wordOrNull(word: string | null): string | null {
  const text = plainWord(word ?? '')
  return text === '' ? null : text
}
