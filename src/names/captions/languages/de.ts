import { joined, plain, sentenceOf, spaced } from '../mentions'
import type { Piece } from '../mentions'
import type { Direction, PlaceName } from '../settings'
import type { WrittenClause, ClauseWords, Path, Subject, Turn, Where } from './caption-grammar'
import {
  AREA,
  OBJECT,
  colourNoun,
  germanForms,
  germanNumber,
  germanPhrase,
  isGermanPlural,
} from './de-phrases'
import { namesAmongWords } from './names-in'
import { percentOf } from './percent'

/** Where something is, where it came from, and where it went. */
const PLACES: Readonly<Record<PlaceName, readonly [at: string, from: string, to: string]>> = {
  left: ['links', 'von links', 'nach links'],
  right: ['rechts', 'von rechts', 'nach rechts'],
  top: ['oben', 'von oben', 'nach oben'],
  bottom: ['unten', 'von unten', 'nach unten'],
  centre: ['in der Mitte', 'von der Mitte', 'in die Mitte'],
  'upper left': ['oben links', 'von oben links', 'nach oben links'],
  'upper right': ['oben rechts', 'von oben rechts', 'nach oben rechts'],
  'lower left': ['unten links', 'von unten links', 'nach unten links'],
  'lower right': ['unten rechts', 'von unten rechts', 'nach unten rechts'],
}

const DIRECTIONS: Readonly<Record<Direction, string>> = {
  'a little': 'ein wenig',
  'to the right': 'nach rechts',
  'to the left': 'nach links',
  down: 'nach unten',
  up: 'nach oben',
}

/** The finite verb for one and for several, and what ends the clause. */
type Verb = readonly [one: string, many: string, end: string]

const VERBS = {
  appeared: ['ist', 'sind', 'erschienen'],
  vanished: ['ist', 'sind', 'verschwunden'],
  'no longer visible': ['ist', 'sind', 'nicht mehr zu sehen'],
  gone: ['ist', 'sind', 'nicht mehr da'],
  missing: ['fehlt', 'fehlen', ''],
  replaced: ['wurde', 'wurden', 'ersetzt'],
} as const satisfies Readonly<Record<string, Verb>>

const TURNS: Readonly<Record<Exclude<Turn['look'], 'colours'>, Verb>> = {
  colour: ['hat', 'haben', 'die Farbe gewechselt'],
  brighter: ['ist', 'sind', 'heller geworden'],
  darker: ['ist', 'sind', 'dunkler geworden'],
  detail: ['hat', 'haben', 'sich im Detail verändert'],
  different: ['sieht', 'sehen', 'anders aus'],
  changed: ['hat', 'haben', 'sich verändert'],
}

const LIVING = /(?:mann|frau|kind|mädchen|mensch|arbeiter|gänger|fahrer|läufer|reiter)(?:in)?$/i
const COLOURED =
  /schwarz|grau|weiß|rot(?:e[mnrs]?)?\b|orange|gelb|grün|türkis|blau|violett|lila|rosa|braun|beige|silbern|golden/i
/** "fehlender Widerstand", and as English puts it. */
const MISSING = /^(?:fehlende[rsnm]?|missing) (?=.)/i

/** German. */
export const germanWords: ClauseWords = {
  noChange: 'Es wurde keine Veränderung gefunden.',
  isPlaceFirst: false,
  clause,
  rest(count, size) {
    const other = size === 'smaller' ? 'kleinere' : 'weitere'
    return count === 1
      ? `es gibt eine ${other} Veränderung`
      : `es gibt ${germanNumber(count)} ${other} Veränderungen`
  },
  sentence: (clauses) => sentenceOf(joined(clauses, ', ', ' und ')),
  isLiving: (word) => LIVING.test(word),
  holdsColour: (word) => COLOURED.test(word),
  missingThing: (word) => (MISSING.test(word) ? word.replace(MISSING, '') : null),
  namesIn: (caption, vocabulary) => namesAmongWords(caption, vocabulary, germanForms),
}

function clause(told: WrittenClause): Piece[] {
  const { kind, share } = told
  if (kind === 'replaced') {
    return spaced(replaced(told), shareOf(share))
  }
  if (kind === 'view') {
    const regionIds = told.subjects.flatMap((subject) => subject.regionIds)
    const [verb, , end] = turnVerb(told.turn)
    return spaced(
      [{ text: 'der größte Teil des Bildes', regionIds }],
      [plain(`${verb} ${end}`)],
      shareOf(share),
    )
  }
  const where = whereOf(told.where)
  const isBefore = kind === 'turned' || (isNear(told.where) && kind !== 'appeared' && kind !== 'missing')
  const [one, many, end] = verbOf(told)
  return spaced(
    subjectsOf(told.subjects, kind === 'turned'),
    isBefore ? where : [],
    [plain(isGermanPlural(told.subjects) ? many : one)],
    isBefore ? [] : where,
    end === '' ? [] : [plain(end)],
    shareOf(share),
  )
}

function verbOf({ kind, path, turn }: WrittenClause): Verb {
  if (kind === 'moved') {
    return ['hat', 'haben', `sich ${pathOf(path)}bewegt`]
  }
  return kind === 'turned' || kind === 'view' || kind === 'replaced' ? turnVerb(turn) : VERBS[kind]
}

function turnVerb(turn: Turn): Verb {
  return turn.look === 'colours'
    ? ['hat', 'haben', `die Farbe von ${colourNoun(turn.from)} zu ${colourNoun(turn.to)} gewechselt`]
    : TURNS[turn.look]
}

function pathOf(path: Path | null): string {
  if (path === null) {
    return ''
  }
  return 'direction' in path
    ? `${DIRECTIONS[path.direction]} `
    : `${PLACES[path.from][1]} ${PLACES[path.to][2]} `
}

/** "ein Fahrrad wurde in der Mitte durch ein Motorrad ersetzt" */
function replaced({ former, subjects: [came], where }: WrittenClause): Piece[] {
  const [one, many, end] = VERBS.replaced
  const before = former ?? { ...came, name: null, colour: null }
  return spaced(
    [plain(germanPhrase(before, 'nominative', 'weiter'))],
    isNear(where) ? whereOf(where) : [],
    [plain(isGermanPlural([before]) ? many : one)],
    isNear(where) ? [] : whereOf(where),
    [plain('durch')],
    [{ text: germanPhrase(came, 'accusative', 'ander'), regionIds: came.regionIds }],
    [plain(end)],
  )
}

function subjectsOf(subjects: readonly Subject[], isArea: boolean): Piece[] {
  const phrases = subjects.map((subject): Piece[] => [
    {
      text: germanPhrase(subject, 'nominative', 'weiter', isArea ? AREA : OBJECT),
      regionIds: subject.regionIds,
    },
  ])
  return joined(phrases, ', ', ' und ')
}

function whereOf(where: Where | null): Piece[] {
  if (where === null) {
    return []
  }
  return [
    plain('place' in where ? PLACES[where.place][0] : `neben ${germanPhrase(where.near, 'dative', 'ander')}`),
  ]
}

const isNear = (where: Where | null): boolean => where !== null && 'near' in where

function shareOf(share: number | null): Piece[] {
  if (share === null) {
    return []
  }
  const percent = percentOf(share)
  return percent === null ? [] : [plain(`(${percent.replace('.', ',')} % des Bildes)`)]
}
