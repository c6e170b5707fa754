import type { MessagesOf } from '../catalogue'
import { spellingOf } from '../spelling'

const { counted } = spellingOf('de')

export const folders: MessagesOf<'folders'> = {
  missing: ({ path }) => `${path} ist nicht da: Der Ordner wurde verschoben, umbenannt oder gelöscht`,
  isAFile: ({ path }) => `${path} ist eine Datei: Öffnen Sie den Ordner, in dem die Paare liegen`,
  mayNotBeRead: ({ path, code }) =>
    `${path} darf nicht gelesen werden (${code}): Ändern Sie die Zugriffsrechte des Ordners`,
  tooManyFiles: ({ path }) =>
    `${path} enthält mehr als zwei Millionen Dateien: Öffnen Sie den Ordner eines einzelnen Datensatzes`,
  whichIsBefore: ({ names }) =>
    `${names}: Nichts sagt, welcher der beiden Ordner die Bilder davor hat. Öffnen Sie den Ordner im Fenster oder auf der Seite von serve, die danach fragen, oder nennen Sie die Ordner before und after.`,
  readOtherwise:
    'Der Ordner liest sich nicht mehr wie beim Öffnen. Öffnen Sie ihn erneut, um zu wählen, wie er gelesen wird.',
  noPairs: ({ path }) =>
    `In ${path} wurden keine Bildpaare gefunden. Das Handbuch nennt die Anordnungen, die erkannt werden.`,
  cannotBeListed: ({ path, reason }) => `${path} lässt sich nicht lesen: ${reason}`,
  notChosen: ({ path }) =>
    `${path} wurde nicht verwendet, da Sie es nicht erlaubt haben. Wählen Sie den Ordner mit seiner Schaltfläche.`,
  notNamed: ({ path }) =>
    `${path} wurde nicht verwendet, da serve nicht damit gestartet wurde. Starten Sie deltascribe serve mit --allow und diesem oder einem übergeordneten Ordner, um ihn zu verwenden.`,
  notShown: ({ path }) => `${path} wird nicht gezeigt: Es ist keiner der Ordner, die Sie gewählt haben.`,
  noFileManager: ({ path, reason }) =>
    `Das System hat ${path} nicht gezeigt: ${reason}. Öffnen Sie den Ordner in Ihrer Dateiverwaltung.`,
  neverOpened: ({ path }) => `Zu ${path} gibt es keine Arbeit: Der Ordner wurde nie geöffnet.`,
  noneOpen: 'Kein Ordner ist geöffnet.',
  closedMeanwhile: 'Der Ordner wurde inzwischen geschlossen.',
  anotherOpened: 'Inzwischen wurde ein anderer Ordner geöffnet. Dies wurde nicht gespeichert.',
  notOpened: 'Der Ordner wurde nicht geöffnet',
}

export const readings: MessagesOf<'readings'> = {
  list: ({ name }) => `die Liste in ${name}`,
  clevr: 'CLEVR-Change: images/ mit sc_images/ und nsc_images/',
  suffixes: ({ before, after }) => `Namen, die auf ${before} und ${after} enden`,
  suffixTwo: 'Namen wie ID und ID_2',
  sidesInOrder: ({ before, after }) => `${before}/ davor, ${after}/ danach`,
  sides: ({ before, after }) => `Ordner ${before}/ und ${after}/`,
  withLabels: ({ title, folder }) => `${title}, mit ${folder}/`,
  sequenceNeighbours: ({ count }) =>
    `${counted(count, { one: 'Zeitreihe', other: 'Zeitreihen' })}, jedes Datum mit dem davor`,
  sequenceFirst: ({ count }) =>
    `${counted(count, { one: 'Zeitreihe', other: 'Zeitreihen' })}, jedes Datum mit dem ersten`,
  twoDatesInNames: ({ count }) =>
    `Namen, die sich durch zwei Daten unterscheiden, von ${counted(count, { one: 'Ort', other: 'Orten' })}`,
  twoDates: ({ count }) =>
    `Ordner von zwei Daten, mit ${counted(count, { one: 'Bild', other: 'Bildern' })} gleichen Namens`,
  fewerThanThree: ({ count }) =>
    `Der Ort hat ${counted(count, { one: 'Datum', other: 'Daten' })}, und eine Zeitreihe braucht drei`,
  oneDate: 'Kein Ordner eines anderen Datums hat ein Bild dieses Namens',
  noSuchDate: 'Der Name nennt ein Datum, das es nicht gibt',
  noDate: 'Weder der Name noch die Datei sagt, wann das Bild entstand',
  deep: ({ depth }) => `liegt tiefer als ${depth} Ordner`,
  mayNotBeRead: 'darf nicht gelesen werden: Ändern Sie die Zugriffsrechte',
  isExport: 'ist ein Export: Öffnen Sie ihn für sich',
  notUtf8: 'Der Name ist nicht in UTF-8 geschrieben: Benennen Sie die Datei um',
  otherPath: 'Der Name liest sich als anderer Pfad: Benennen Sie die Datei ohne %, \\ und : um',
  linkOutside: 'ist ein Link, der aus dem Ordner hinausführt: Legen Sie die Datei selbst dorthin',
  linkToFolder: 'ist ein Link auf einen Ordner; solchen Links wird nicht gefolgt',
  linkToNothing: 'ist ein Link auf eine Datei, die nicht da ist',
  brokenLink: 'ist ein Link, dem sich nicht folgen lässt',
  cannotBeRead: ({ reason }) => `lässt sich nicht lesen: ${reason}`,
  tooLong: 'Die Datei ist größer als 256 MB',
  tooManyFields: 'hat mehr Felder als die erste Zeile',
  noObject: 'ist kein JSON-Objekt',
  openQuotes: 'hat Anführungszeichen, die nicht geschlossen werden',
  sameKey: ({ key }) => `eine andere Zeile hat den Schlüssel ${key}`,
  noPaths: 'keine Zeile nennt ein Bild davor und ein Bild danach',
  needsBefore: 'ein Pfad für das Bild davor fehlt',
  needsAfter: 'ein Pfad für das Bild danach fehlt',
  notInFolder: ({ path }) => `${path} liegt nicht im Ordner oder ist kein Bild`,
  noPartnerIn: ({ folder }) => `in ${folder}/ gibt es kein Gegenstück`,
  noPartnerInClevr: 'in sc_images/ und nsc_images/ gibt es kein Gegenstück',
  noneBeside: ({ name }) => `daneben liegt kein ${name}`,
  images: ({ count }) =>
    counted(count, {
      one: 'Bild ist in keinem Paar dieser Lesart',
      other: 'Bilder sind in keinem Paar dieser Lesart',
    }),
  unread: ({ count, kinds }) =>
    `${counted(count, { one: 'Bild ist von einer Art', other: 'Bilder sind von Arten' })}, die Deltascribe nicht liest (${kinds}): Speichern Sie als PNG, JPEG, WebP oder TIFF`,
  others: ({ count }) =>
    counted(count, {
      one: 'Datei ist kein Bild, das sich lesen lässt',
      other: 'Dateien sind keine Bilder, die sich lesen lassen',
    }),
}
