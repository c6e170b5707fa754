import { counted, spellFixed, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const blindReviews: TextsOf<'blindReviews'> = {
  title: 'Blinde Prüfungen',
  explain: 'Welche Paare mehrere Personen blind prüfen, und wie weit sie übereinstimmen',
  unavailable:
    'Blinde Prüfungen brauchen ein Projekt in einer Datenbank und sind für Schiedsrichter und Besitzer eines Teams. Nichts wurde geöffnet.',
  pairs: {
    title: 'Paare mit mehreren Prüfungen',
    people: 'Personen je Paar',
    sample: 'Paare',
    units: { share: 'Ein Anteil davon', count: 'Eine Anzahl davon' },
    share: 'Anteil der Paare',
    count: 'Anzahl der Paare',
    seed: 'Startwert der Stichprobe',
    seedExplain: 'Derselbe Startwert zieht dieselben Paare.',
    explain:
      'Paare, an denen jemand gearbeitet hat, bleiben, wie sie sind. Paare mit einer begonnenen blinden Prüfung bleiben dabei, was Sie auch festlegen.',
    set: (people, percent) =>
      `${counted(people, { one: 'Person', other: 'Personen' })} ${spellNumber(percent)} % der Paare prüfen lassen`,
    setCount: (people, count) =>
      `${counted(people, { one: 'Person', other: 'Personen' })} ${counted(count, { one: 'Paar', other: 'Paare' })} prüfen lassen`,
    end: 'Keine weiteren blinden Prüfungen',
    endExplain: 'Nimmt die Paare heraus, bei denen keine blinde Prüfung begonnen hat.',
    none: 'Noch bekommt kein Paar mehrere Prüfungen.',
    present: 'Wie weit sie sind',
    pairs: 'Paare',
    begun: 'Begonnen',
    waiting: 'Zu schlichten',
    adjudicated: 'Geschlichtet',
    gold: 'Gold',
  },
  gold: {
    title: 'Goldpaare',
    explain:
      'Blinde Prüfungen dieser Paare werden an dem gemessen, was Sie entschieden haben. Die Prüfenden erfahren es nicht.',
    make: 'Zu Gold machen',
    made: (count) =>
      `${counted(count, { one: 'Paar ist', other: 'Paare sind' })} jetzt Gold. Unter „Blinde Prüfungen“ stehen alle.`,
    tooMany: (most) => `Wählen Sie höchstens ${spellNumber(most)} Paare. Nichts wurde geändert.`,
    none: 'Noch gibt es keine. Entscheiden Sie über Paare, wählen Sie sie in der Liste aus und dann „Zu Gold machen“.',
    takeOut: (key) => `${key} ist nicht mehr Gold`,
  },
  agreement: {
    title: 'Übereinstimmung',
    explain: 'Nur Paare zählen, deren Prüfungen alle entschieden sind. Tausende Paare dauern eine Minute.',
    measure: 'Prüfungen vergleichen',
    waiting: 'Die Prüfungen werden verglichen…',
    nothing:
      'Noch hat kein Paar alle seine Prüfungen. Sobald eines sie hat, steht hier, wie weit die Personen übereinstimmen.',
    compared: (people, pairs, ofAll) =>
      `${counted(people, { one: 'Person', other: 'Personen' })}, ${counted(pairs, { one: 'Paar', other: 'Paare' })} von zweien oder mehr entschieden, ${spellNumber(ofAll)} von allen.`,
    ofAll: 'Alle zusammen',
    metric: 'Metrik',
    value: 'Wert',
    interval: '95-%-Intervall',
    range: (low, high) => `${spellFixed(low, 2)} bis ${spellFixed(high, 2)}`,
    grid: 'Je zwei Personen, nach dieser Metrik',
    gold: 'Goldpaare',
    of: (first, second) => `${first} und ${second}`,
    both: (pairs) => `${counted(pairs, { one: 'Paar', other: 'Paare' })}, über die beide entschieden.`,
    scores: 'Wie weit sie übereinstimmen',
    categories: 'Kategorien der Regionen',
    category: 'Kategorie',
    byBoth: 'Beide',
    begunFrom: (model, pairs) => `Begonnen mit ${model}: ${counted(pairs, { one: 'Paar', other: 'Paare' })}`,
    metrics: {
      "decision, Krippendorff's alpha": 'Entscheidung (Krippendorffs Alpha)',
      "change or none, Krippendorff's alpha": 'Änderung oder keine (Krippendorffs Alpha)',
      "decision, Fleiss' kappa": 'Entscheidung (Fleiss’ Kappa)',
      "change or none, Fleiss' kappa": 'Änderung oder keine (Fleiss’ Kappa)',
      'decision, kappa': 'Entscheidung (Cohens Kappa)',
      'change or none, kappa': 'Änderung oder keine (Cohens Kappa)',
      'category of regions, kappa': 'Kategorie der Regionen (Cohens Kappa)',
      'regions found by both, F1': 'Von beiden gefundene Regionen (F1)',
      'masks of these regions, IoU': 'Masken dieser Regionen (IoU)',
      'all changed pixels, IoU': 'Alle geänderten Pixel (IoU)',
      'boundaries, F1': 'Ränder (F1)',
      'captions, CIDEr-D': 'Bildunterschriften (CIDEr-D)',
      'captions, METEOR (no paraphrase)': 'Bildunterschriften (METEOR)',
    },
  },
}
