import { counted, spellFixed, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const statistics: TextsOf<'statistics'> = {
  title: 'Statistik',
  explain: 'Wie die Arbeit vorangeht und was die Vorschläge wert waren',
  waiting: 'Es wird gezählt…',
  nothing: 'Noch ist nichts entschieden. Jedes Paar, das Sie annehmen, ablehnen oder vormerken, zählt hier.',
  decided: 'Entschieden',
  of: (decided, pairs) => `${spellNumber(decided)} von ${spellNumber(pairs)}`,
  asProposed: 'Wie vorgeschlagen übernommen',
  asProposedNote: 'Von den Paaren, die mit einem Vorschlag begannen',
  seconds: 'Zeit je Paar',
  spelledSeconds: (seconds) => `${spellFixed(seconds, seconds < 10 ? 1 : 0)} s`,
  half: (lower, upper) =>
    `Median. Die Hälfte der Paare dauerte ${spellFixed(lower, 1)} bis ${spellFixed(upper, 1)} s.`,
  noTimes: 'Alle wurden zu vielen auf einmal entschieden.',
  percent: (share) => `${spellNumber(share)} %`,
  none: '–',
  byDay: 'Paare nach Tag',
  byHour: 'Paare nach Tageszeit',
  hour: (hour) => `${spellNumber(hour)}:00`,
  most: (count) => `Höchstens ${counted(count, { one: 'Paar', other: 'Paare' })}`,
  byProposer: 'Nach Vorschlagsmodell',
  byReviewer: 'Nach Prüfer',
  proposer: 'Vorschlagsmodell und Version',
  reviewer: 'Prüfer',
  noName: 'Ohne Namen',
  pairs: 'Paare',
  iou: 'Erhaltene IoU (Median)',
  characters: 'Geänderte Zeichen der Bildunterschrift (Median)',
  counted:
    'Von jedem Paar zählt die letzte Entscheidung, wenn sie nicht zurückgenommen wurde. Zeiten zählen bei Paaren, die einzeln entschieden wurden. deltascribe statistics ORDNER --csv DATEI schreibt jede Entscheidung.',
  blind: (count) =>
    `${counted(count, { one: 'Paar wird', other: 'Paare werden' })} von mehreren Personen blind geprüft. Weder diese Prüfungen noch ihre Schlichtung zählen hier: siehe „Blinde Prüfungen“.`,
}
