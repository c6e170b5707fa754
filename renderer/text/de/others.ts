import { spellFixed, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const others: TextsOf<'others'> = {
  claims: {
    somebody: 'Jemand',
    at: (name) => `${name} ist an diesem Paar`,
    here: (name) =>
      `${name} ist an diesem Paar. Sie können es ansehen, oder es übernehmen, um es zu bearbeiten.`,
    seen: (name) => `${name} ist an diesem Paar.`,
    takeOver: 'Übernehmen',
    takenOver: (key, name) =>
      `${name} hat ${key} übernommen. Was Sie getan haben, bleibt, und was Sie gerade schrieben, wurde gesendet.`,
    lookOnly: (name) => `${name} ist an diesem Paar: Übernehmen Sie es, um es zu bearbeiten.`,
    allHeld: 'An allen folgenden Paaren dieser Liste sind andere.',
    own: {
      at: 'Sie sind in einem anderen Tab oder Browser an diesem Paar',
      here: 'Sie sind in einem anderen Tab oder Browser an diesem Paar. Sie können es hier ansehen, oder es übernehmen, um es zu bearbeiten.',
      seen: 'Sie sind in einem anderen Tab oder Browser an diesem Paar.',
      lookOnly:
        'Sie sind in einem anderen Tab oder Browser an diesem Paar: Übernehmen Sie es, um es hier zu bearbeiten.',
      takenOver: (key) =>
        `Sie haben ${key} in einem anderen Tab oder Browser übernommen. Was Sie hier getan haben, bleibt, und was Sie gerade schrieben, wurde gesendet.`,
    },
  },
  stale: {
    bar: (key, who) =>
      `Ihre Änderung an ${key} ist nicht gespeichert: ${who} hat inzwischen dasselbe geändert.`,
    ownBar: (key) =>
      `Ihre Änderung an ${key} ist nicht gespeichert: Sie haben inzwischen anderswo dasselbe geändert, in der Liste oder in einem anderen Fenster.`,
    you: 'Sie',
    compare: 'Vergleichen',
    title: (key) => `Zwei Fassungen von ${key}`,
    explain:
      'Nichts geht verloren, bis Sie wählen. Sie können dies schließen und über die Leiste oben zurückkommen.',
    changed: (who, what, ago) => `${who}: ${what}, ${ago}`,
    columns: { part: 'Was', mine: 'Ihre', theirs: 'Jetzt gespeichert' },
    mine: 'Ihre nehmen',
    theirs: 'Gespeicherte nehmen',
    joined: 'Beide Masken vereinen',
    later: 'Später entscheiden',
    picture: { mine: 'Ihre Masken', theirs: 'Jetzt gespeicherte Masken' },
    tooLarge:
      'Die Masken eines großen Paars werden hier nicht gezeigt. Schließen Sie dies, um die gespeicherten zu sehen.',
    parts: {
      mask: (region) => `Maske von ${region}`,
      category: (region) => `Kategorie von ${region}`,
      status: (region) => `${region}: angenommen oder abgelehnt`,
      region: (region) => `Region ${region}`,
      caption: 'Bildunterschrift',
      rank: 'Platz der Bildunterschrift',
      notes: 'Notizen',
      decision: 'Stand',
    },
    pixels: (count) => `${spellNumber(count)} px`,
    place: (rank) => spellNumber(rank + 1),
    there: 'vorhanden',
    gone: 'nicht vorhanden',
    empty: '(leer)',
    labels: { mine: 'Eigene Fassung genommen', joined: 'Masken vereint' },
  },
  reviews: {
    blind: (own, wanted) =>
      `Blinde Prüfung ${spellNumber(own)} von ${spellNumber(wanted)}. Niemand sieht sie, bis alle entschieden sind.`,
    own: (own, wanted) =>
      `Blinde Prüfung ${spellNumber(own)} von ${spellNumber(wanted)}. Über das Paar wurde geschlichtet, Ihre Prüfung bleibt, wie sie ist.`,
    full: (wanted) =>
      `${spellNumber(wanted)} Personen prüfen dieses Paar schon. Ihre Änderungen würden nicht gespeichert: Gehen Sie zum nächsten Paar.`,
    waiting: (decided, wanted) =>
      `${spellNumber(decided)} von ${spellNumber(wanted)} blinden Prüfungen sind entschieden. Bis es alle sind, lässt sich das Paar nicht ändern.`,
    allIn: (wanted) => `Alle ${spellNumber(wanted)} blinden Prüfungen sind entschieden.`,
    settled: 'Über dieses Paar wurde geschlichtet.',
    compare: 'Prüfungen vergleichen',
    nothingToCompare:
      'Hier gibt es keine blinden Prüfungen zu vergleichen, oder noch nicht alle sind entschieden.',
    title: (key) => `Blinde Prüfungen von ${key}`,
    explain:
      'Was Sie nehmen, wird zum Paar, unter Ihrem Namen. Sie können weitermalen, und Rückgängig nimmt es zurück.',
    iou: (iou) => `Alle geänderten Pixel: IoU ${spellFixed(iou, 2)}.`,
    otherSizes: 'Die Masken gehören zu Bildern mehrerer Größen.',
    decisionsShared: 'Alle entschieden gleich.',
    decisionsDiffer: 'Die Entscheidungen weichen ab.',
    vote: 'Abstimmung',
    takeOne: (name) => `${name} nehmen`,
    takeVote: 'Abstimmung nehmen',
    regions: (count) => `${spellNumber(count)} ${count === 1 ? 'Region' : 'Regionen'}`,
    noCaption: 'Keine Bildunterschrift',
    close: 'Später entscheiden',
    filter: 'Zu schlichten',
    filterExplain: 'Nur Paare, deren blinde Prüfungen alle entschieden sind, die unähnlichsten zuerst',
  },
}
