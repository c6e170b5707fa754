import type { ChangeFact } from '../change-fact'
import type { DescribedCaption } from '../describe-changes'
import { groupChanges } from '../groups'
import type { ChangeGroup } from '../groups'
import { Mentions, plain } from '../mentions'
import type { Piece } from '../mentions'
import type { Noun } from '../nouns'
import type { CaptionGrammar, WrittenClause, ClauseWords, Subject, Where } from './caption-grammar'
import { commonColour, itemsOf } from './clause-items'
import type { Item, PlacedBy } from './clause-items'

/** Number of groups that are described one by one; of the rest the caption has the number. */
const MAX_GROUPS = 3
const MAX_SHORT_GROUPS = 2

/**
 * A language whose captions are clauses side by side: each tells of equal changes at one place. What happened alike at
 * one place shares a clause.
 */
export function clauseGrammar(words: ClauseWords): CaptionGrammar {
  return {
    describeChanges: (facts) => describe(facts, words),
    namesIn: words.namesIn,
  }
}

function describe(facts: readonly ChangeFact[], words: ClauseWords): DescribedCaption[] {
  if (facts.length === 0) {
    return [{ length: 'full', text: words.noChange, links: [] }]
  }
  const groups = groupChanges(facts)
  const full = fullSentence(groups, { words, isMeasured: false })
  const short = shortSentence(facts, words)
  return [
    { length: 'full', ...full },
    { length: 'short', ...(short.text.length <= full.text.length ? short : full) },
    { length: 'measured', ...fullSentence(groups, { words, isMeasured: true }) },
  ]
}

interface Telling {
  readonly words: ClauseWords
  /** Whether each clause says its share of the image. */
  readonly isMeasured: boolean
}

type Sentence = ReturnType<ClauseWords['sentence']>

function fullSentence(groups: readonly ChangeGroup[], telling: Telling): Sentence {
  const { words } = telling
  const described = groups.slice(0, MAX_GROUPS)
  const others = groups.slice(MAX_GROUPS)
  const clauses = clausesOf(
    described.flatMap((group) => itemsOf(group, words)),
    telling,
  )
  const count = others.reduce((sum, { facts }) => sum + facts.length, 0)
  if (count === 0) {
    return words.sentence(clauses)
  }
  const least = Math.min(...described.map(largestShare))
  const size = others.every((group) => largestShare(group) <= least) ? 'smaller' : 'other'
  return words.sentence([...clauses, [plain(words.rest(count, size))]])
}

const largestShare = ({ facts }: ChangeGroup): number => Math.max(...facts.map(({ share }) => share))

/**
 * The two main changes in few words: without a place, and without a colour where there is a name. What most of the view
 * did stands alone.
 */
function shortSentence(facts: readonly ChangeFact[], words: ClauseWords): Sentence {
  const all = groupChanges(facts.map(withoutVanished))
  const groups = all.slice(0, all[0].kind === 'view' ? 1 : MAX_SHORT_GROUPS)
  const placed = groups.map((group) => itemsOf(group, words))
  const isOneWord = placed.length > 1 && placed[0][0].noun.word === placed[1][0].noun.word
  const [colour, other] = groups.map((group) => commonColour(group.colours))
  const areColoursApart = isOneWord && colour !== null && other !== null && colour !== other
  const arePlacesApart = isOneWord && !areColoursApart && placed.every(({ length }) => length === 1)
  const items = groups.map((group, at): Item => {
    const [first] = placed[at]
    const isColoured = areColoursApart || !first.isNamed
    return {
      ...first,
      kind: first.kind === 'no longer visible' ? 'gone' : first.kind,
      noun: { ...first.noun, colour: isColoured ? [colour, other][at] : null },
      where: arePlacesApart ? first.where : null,
      path: null,
      facts: group.facts,
    }
  })
  return words.sentence(clausesOf(items, { words, isMeasured: false }))
}

function withoutVanished(fact: ChangeFact): ChangeFact {
  return fact.kind === 'vanished' ? { ...fact, kind: 'no longer visible' } : fact
}

/** Items of one kind at one place share a clause, in the order of the first of each. */
function clausesOf(items: readonly Item[], { words, isMeasured }: Telling): Piece[][] {
  const shared = new Map<string, Item[]>()
  for (const [at, item] of items.entries()) {
    const { kind, where, path, turn } = item
    const isAlone = kind === 'replaced' || kind === 'view'
    const hasTurn = kind === 'turned'
    const key = JSON.stringify(isAlone ? at : [kind, where, path, hasTurn ? turn : null])
    shared.set(key, [...(shared.get(key) ?? []), item])
  }
  const mentions = new Mentions()
  return [...shared.values()].map((one) => words.clause(clauseOf(one, mentions, { words, isMeasured })))
}

function clauseOf(items: readonly Item[], mentions: Mentions, { words, isMeasured }: Telling): WrittenClause {
  const [{ kind, former, where, path, turn, facts }] = items
  // "another" is the one that is named second
  const placed = where === null || !words.isPlaceFirst ? null : whereFor(where, mentions)
  const before =
    former === null
      ? null
      : subjectOf(former, true, { count: facts.length, isAgain: mentions.note(former), regionIds: [] })
  const subjects = items.map(({ noun, isNamed, facts: own }) =>
    subjectOf(noun, isNamed, {
      count: own.length,
      isAgain: mentions.note(noun),
      regionIds: own.map(({ regionId }) => regionId),
    }),
  )
  const shares = items.flatMap((item) => item.facts).map(({ share }) => share)
  return {
    kind,
    subjects,
    former: before,
    where: placed ?? (where === null ? null : whereFor(where, mentions)),
    path,
    turn,
    share: isMeasured ? shares.reduce((sum, share) => sum + share) : null,
  }
}

function whereFor(where: PlacedBy, mentions: Mentions): Where {
  return 'place' in where
    ? where
    : {
        near: subjectOf(where.near, true, {
          count: 1,
          isAgain: mentions.noteNear(where.near),
          regionIds: [],
        }),
      }
}

function subjectOf(
  { word, colour }: Noun,
  isNamed: boolean,
  rest: Pick<Subject, 'count' | 'isAgain' | 'regionIds'>,
): Subject {
  return { name: isNamed ? word : null, colour, ...rest }
}
