import type { MessagesOf } from '../catalogue'
import { spellingOf } from '../spelling'

const { fixed } = spellingOf('de')

export const contradictions: MessagesOf<'contradictions'> = {
  saysNoChange: ({ count }) =>
    `Die Bildunterschrift sagt, dass sich nichts geändert hat, aber ${count === 1 ? 'eine Region ist markiert' : `${count} Regionen sind markiert`}.`,
  nothingSaid: 'Keine Bildunterschrift spricht von dem, was markiert ist.',
  nothingMarked: 'Die Bildunterschrift spricht von einer Änderung, aber keine Region ist markiert.',
  ofRejected: ({ said }) =>
    `„${said}“ in der Bildunterschrift spricht von einer Region, die abgelehnt wurde.`,
  otherThing: ({ said, seen }) => `Die Bildunterschrift sagt „${said}“, aber eine Region heißt „${seen}“.`,
  wordDoesNotFit: ({ word, expected }) =>
    `„${word}“ in der Bildunterschrift passt nicht zu dem, was markiert ist: Das Modell erwartet „${expected}“.`,
}

type Seen = Parameters<MessagesOf<'seen'>['alone']>[0]

const IMAGES = { before: 'im Bild davor', after: 'im Bild danach' }
const OTHER = { before: 'das Bild danach', after: 'das Bild davor' }

function sighting({ name, score, frame, percent }: Seen): string {
  return `${name} ${IMAGES[frame]} gesehen (Wert ${fixed(score, 2)}); ${percent} % des Rahmens haben sich geändert`
}

export const seen: MessagesOf<'seen'> = {
  alone: ({ name, score, frame, percent }) =>
    `${sighting({ name, score, frame, percent })}; ${OTHER[frame]} zeigt dort nichts davon`,
  inBoth: ({ name, score, frame, percent }) =>
    `${sighting({ name, score, frame, percent })}; ${OTHER[frame]} zeigt es auch`,
  former: ({ name, score, frame, percent, former, formerScore }) =>
    `${sighting({ name, score, frame, percent })}; das Bild davor zeigt dort ${former} (Wert ${fixed(formerScore, 2)})`,
  moved: ({ name, score, frame, percent, left, leftScore }) =>
    `${sighting({ name, score, frame, percent })}; das Bild davor zeigt in der Nähe ${left} von gleicher Größe und Farbe (Wert ${fixed(leftScore, 2)})`,
  knownMove: ({ name, score, frame, percent }) =>
    `${sighting({ name, score, frame, percent })}; von seiner Region ist bekannt, dass sie sich bewegt hat`,
  taught: ({ count, total }) => `${count} der ${total} ähnlichsten Regionen haben diesen Namen`,
}

export const located: MessagesOf<'located'> = {
  nothingFits: ({ said }) => `Es wurde nichts gefunden, was zu „${said}“ passt.`,
  fewer: ({ said, count, wanted }) => `„${said}“: ${count} von ${wanted} gefunden.`,
  notKnown:
    'Kein Wort der Bildunterschrift ist bekannt. Schreiben Sie, was gekommen, verschwunden, bewegt oder verändert ist, und wo: „ein Auto ist links erschienen“.',
}
