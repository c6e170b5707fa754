import type { TextsOf } from '../texts'
import { counted } from '../spelling'

export const scan: TextsOf<'scan'> = {
  slices: 'Schichten',
  slice: (axis) => `Nummer der Schicht, ${axis}`,
  of: (count, axis) => `von ${count}, ${axis}`,
  before: (number, apart) => (apart === null ? `davor: ${number}` : `davor: ${number}, ${apart} mm entfernt`),
  series: (before, after) => `Schicht ${after}, davor: ${before}`,
  apart: (millimetres) => `${millimetres} mm auseinander`,
  apartExplain:
    'Dateien einer Serie bilden Paare nach ihren Namen. Diese beiden sind Schichten anderer Orte: Eine Liste kann sie anders zu Paaren machen.',
  apartOtherwise:
    'Nach den Orten in den Dateien, die sich auch dadurch unterscheiden, wie der Patient lag. Dateien einer Serie bilden Paare nach ihren Namen: Sehen Sie nach, ob beide dieselbe Höhe zeigen.',
  axes: { axial: 'axial', coronal: 'koronal', sagittal: 'sagittal', frame: 'Einzelbilder' },
  previous: 'Vorige Schicht',
  next: 'Nächste Schicht',
  noMore:
    'Keine weitere Schicht ist ein Paar dieses Projekts. Geben Sie ihre Nummer ein, oder fügen Sie einen Bereich von Schichten hinzu.',
  add: 'Schichten hinzufügen',
  addExplain: 'Jede Schicht wird ein eigenes Paar mit eigenen Masken und Bildunterschriften.',
  addRange: 'Diese Schichten hinzufügen',
  added: (count) =>
    count === 0
      ? 'Alle diese Schichten sind schon Paare.'
      : `${counted(count, { one: 'Schicht', other: 'Schichten' })} zur Warteschlange hinzugefügt.`,
  direction: 'Richtung',
  from: 'Von Schicht',
  to: 'Bis Schicht',
  close: 'Schließen',
  millimetres: (count) => `${count} mm`,
  squareMillimetres: (count) => `${count} mm²`,
  scale: 'Maßstab entlang der Bildzeilen',
  scaleAtDetector: 'Maßstab entlang der Bildzeilen, am Detektor: Was im Körper liegt, ist kleiner',
  ofAfter: (scale) => `${scale}, im Danach-Bild`,
  area: (area) => `Fläche: ${area}`,
  areaAtDetector: (area) => `Fläche am Detektor: ${area}. Was im Körper liegt, ist kleiner.`,
}
