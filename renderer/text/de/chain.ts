import { plural } from '../spelling'
import type { TextsOf } from '../texts'

export const chain: TextsOf<'review'>['chain'] = {
  recaption: {
    label: 'Bildunterschrift aus Maske',
    short: 'Aus Maske',
    explain: 'Sagt aus den jetzigen Regionen neu, was sich geändert hat. Das lässt sich rückgängig machen.',
  },
  remask: {
    label: 'Maske aus Text der Bildunterschrift',
    short: 'Aus Text',
    explain:
      'Das Modell markiert neu, wovon die Bildunterschrift spricht, anstelle aller vorgeschlagenen Regionen, über die niemand entschieden hat, auch gemessener. Regionen, die Sie angenommen, abgelehnt, gezeichnet oder korrigiert haben, bleiben. Das lässt sich rückgängig machen.',
  },
  running: {
    recaption: 'Ihre Maske wird betrachtet…',
    remask: 'Das Modell liest Ihre Bildunterschrift…',
    complete: 'Das Modell sucht Fortsetzungen…',
    threshold: 'Die Masken werden geschnitten…',
  },
  noModel: (reason) =>
    reason === null
      ? 'Das braucht ein Modell, und keines ist installiert.'
      : `Das braucht ein Modell, und keines ist verwendbar: ${reason}.`,
  unable: {
    recaption: (model) =>
      `${model}, das jetzt vorschlägt, kann keine Maske entgegennehmen: Seine Bildunterschriften sagen, was es selbst sieht. Setzen Sie dafür ein anderes Modell ein.`,
    remask: (model) =>
      `${model}, das jetzt vorschlägt, kann nicht markieren, wovon eine Bildunterschrift spricht. Setzen Sie dafür ein anderes Modell ein.`,
  },
  noneAble: 'Kein installiertes Modell kann das.',
  noImages: 'Ein Paar, dessen Dateien ein Problem haben, zeigt auch einem Modell keine Bilder.',
  noCaption: 'Über diese Regionen lässt sich nichts sagen.',
  needsCaption: 'Schreiben Sie zuerst eine Bildunterschrift: Sie sagt, was markiert wird.',
  noRegion: (caption) => `Das Modell findet in den Bildern nichts, wovon „${caption}“ spricht.`,
  takenAway: (count) =>
    plural(count, {
      one: 'Ihre Bildunterschrift sagt, dass sich nichts geändert hat: 1 vorgeschlagene Region wurde entfernt. „Rückgängig“ bringt sie zurück.',
      other: `Ihre Bildunterschrift sagt, dass sich nichts geändert hat: ${count} vorgeschlagene Regionen wurden entfernt. „Rückgängig“ bringt sie zurück.`,
    }),
  stillRunning: (pair) => `Das Modell wird noch nach ${pair} gefragt.`,
  answers: (model) => `${model} wird gefragt.`,
  noCompletion: 'Das Modell kennt keine Fortsetzung.',
  completions: 'Fortsetzungen',
  offered: 'Das Modell sagt auch',
  use: 'Übernehmen',
  useInstead: (caption) => `Übernehmen: ${caption}`,
  addToo: 'Als weitere Bildunterschrift hinzufügen',
  dismiss: 'Die anderen Bildunterschriften schließen',
}
