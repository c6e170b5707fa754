import type { MessagesOf } from '../catalogue'

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
}
