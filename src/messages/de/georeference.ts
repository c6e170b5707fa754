import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted, number } = spellingOf('de')

export const georeference: MessagesOf<'georeference'> = {
  unusable: ({ reason }) => `Die Georeferenz ist nicht brauchbar: ${reason}`,
  none: 'Die Bilder sind nicht georeferenziert',
  matrix: ({ count }) => `Die Transformation hat ${count} Zahlen statt 16.`,
  controlPoints:
    'Das Bild hat Passpunkte und keinen Maßstab: Bringen Sie es zuerst auf eine Karte, zum Beispiel mit gdalwarp.',
  tiePoints: 'Maßstab und Passpunkt haben nicht die Zahlen, die sie brauchen.',
  scale: 'Der Maßstab ist null oder keine Zahl, also hat kein Pixel einen Ort.',
  turned:
    'Das Bild ist durch sein Orientierungsmerkmal gedreht, die Georeferenz gilt dem gespeicherten Bild.',
  worldFileSize: ({ bytes }) => `Das World-File daneben hat ${bytes} Bytes: Es ist keines.`,
  projectionFileSize: ({ bytes }) => `Die Projektionsdatei daneben hat ${bytes} Bytes: Es ist keine.`,
  worldFile: 'Das World-File daneben hat keine sechs Zahlen.',
  projectionFile: 'Die Projektionsdatei daneben wird nicht verstanden.',
  polygonsOutside: ({ count }) =>
    `${counted(count, { one: 'Polygon wurde', other: 'Polygone wurden' })} weggelassen, mit einer Ecke, die im Koordinatensystem der Bilder keinen Ort hat.`,
  polygonOnNoPair: 'Es liegt auf keinem georeferenzierten Paar des Projekts.',
  polygonTooSmall:
    'Es liegt auf einem Paar und ist zu klein oder zu schmal, um die Mitte eines Pixels zu bedecken.',
}

const FRAMES = { before: 'Bild davor', after: 'Bild danach' }
const OF_FRAMES = { before: 'Bildes davor', after: 'Bildes danach' }

export const overlay: MessagesOf<'overlay'> = {
  laid: ({ before, after, shown, percent }) =>
    `Nach der Karte übereinandergelegt: davor ${number(before)} m je Pixel, danach ${number(after)} m, gezeigt mit ${number(shown)} m. Gemeinsam sind ${number(percent)} % des Bildes danach.`,
  laidInUnits: ({ before, after, shown, percent }) =>
    `Nach der Karte übereinandergelegt, deren Einheit nicht bekannt ist: davor ${before} Einheiten je Pixel, danach ${after}, gezeigt mit ${shown}. Gemeinsam sind ${number(percent)} % des Bildes danach.`,
  coarser: ({ width, height }) =>
    `Mit den feineren Pixeln hätten sie ${width} x ${height} Pixel, und das sind zu viele.`,
  approximate:
    'Die Verschiebung zwischen ihren Bezugssystemen (geodätisches Datum) ist nur ungefähr bekannt: Sie können um Meter auseinanderliegen.',
  bySize: ({ beforeWidth, beforeHeight, width, height }) =>
    `Die Bilder sind verschieden groß und haben eine Form: Davor wurde von ${beforeWidth} x ${beforeHeight} auf ${width} x ${height} Pixel gebracht.`,
  asTheyAre: ({ reason }) =>
    `Die Bilder haben eine Größe und werden Pixel für Pixel verglichen, denn nach der Karte lassen sie sich nicht übereinanderlegen: ${clause(reason)}.`,
  unplaced: ({ frame }) => `das ${FRAMES[frame]} hat keine Georeferenz`,
  unusable: ({ frame, reason }) =>
    `die Georeferenz des ${OF_FRAMES[frame]} ist nicht brauchbar: ${clause(reason)}`,
  otherSystem: 'ihre Koordinatensysteme sind nicht beide bekannt',
  notConvertible: 'ihre Koordinatensysteme lassen sich dort nicht ineinander umrechnen',
  antimeridian:
    'sie liegen am 180. Längengrad oder um einen Pol und sind dort auf verschiedene Weise geschnitten',
  tooFine: 'ihre Pixel sind kleiner, als es ihre Koordinaten angeben können',
  none: 'sie überlappen sich auf der Karte nicht',
  lessThanPixel: 'sie überlappen sich auf der Karte um weniger als ein Pixel',
  tooManyPixels: ({ width, height }) =>
    `zusammen hätten sie ${width} x ${height} Pixel, und das sind zu viele`,
}
