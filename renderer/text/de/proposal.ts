import { counted, spellFixed, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const proposal: TextsOf<'review'>['proposal'] = {
  title: 'Vorschlag',
  none: 'Noch kein Vorschlag.',
  waiting: 'Ein Vorschlag für dieses Paar entsteht…',
  by: (name, version) => `${name}, Version ${version}`,
  on: (milliseconds, provider) =>
    `${milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${spellFixed(milliseconds / 1000, 1)} s`} auf ${provider}`,
  score: 'Änderungswert',
  scoreExplain: 'Wie wahrscheinlich eine Änderung für das Modell ist; Ausschnitte zählen mit',
  noChange: 'Keine Änderung',
  noChangeExplain:
    'Wie wahrscheinlich sich nichts geändert hat; Ausschnitte zählen mit. Das Modell markiert keine Region',
  expectedIou: 'Erwartete IoU',
  expectedIouExplain:
    'Wie viel von diesen und den wahren Masken zusammen in beiden liegt, soweit das Modell es absieht: 1 alles, 0 nichts',
  agreement: 'Übereinstimmung',
  agreementExplain:
    'Wie gut die erste Bildunterschrift und die Regionen für das Modell dasselbe meinen: 1 ganz, 0 gar nicht',
  agreementUnknown: (reason) => `Übereinstimmung unbekannt: ${reason}`,
  disagreement: 'Was sich widerspricht',
  again: 'Neu vorschlagen',
  first: 'Vorschlagen',
  adopt: 'Übernehmen',
  adoptExplain:
    'Ersetzt die jetzigen Regionen und Bildunterschriften durch seine. Das lässt sich rückgängig machen.',
  present: 'Ausgangspunkt',
  earlier: 'Alle Vorschläge',
  imported: (name) => `${name} (importiert)`,
  against: 'Vergleichen mit',
  document: 'Die Regionen des Paars, wie sie jetzt sind',
  compared: (score, regions, iou) =>
    [
      `Wert ${spellFixed(score, 2)}`,
      counted(regions, { one: 'Region', other: 'Regionen' }),
      ...(iou === null ? [] : [`IoU ${spellFixed(iou, 2)}`]),
    ].join(', '),
  regions: 'Regionen',
  regionsOf: (title) => `Regionen von ${title}`,
  region: (score, area) =>
    [...(score === null ? [] : [spellFixed(score, 2)]), `${spellNumber(area)} px`].join(', '),
  take: 'Nehmen',
  takeRegion: (category) => `${category} nehmen`,
  takeExplain: 'Fügt diese Region denen des Paars hinzu. Das lässt sich rückgängig machen.',
  taken: (title) => `Region von ${title} genommen`,
  difference: 'Unterschied',
  differenceExplain: 'Zeigt auf dem Bild in drei Farben, was nur eine der beiden Masken bedeckt',
  parts: ['nur hier', 'nur dort', 'beide'],
  remarks: 'Anmerkungen',
  fromFiles: 'Masken neben den Bildern',
  carried: 'Vom Datum davor übertragen',
  builtIn: { difference: 'Gemessene Differenz', 'difference+sam2': 'Gemessene Differenz mit Umrissen' },
}
