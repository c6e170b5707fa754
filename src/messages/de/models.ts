import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const models: MessagesOf<'models'> = {
  damaged: ({ path, reason }) =>
    `${path} ist beschädigt: ${clause(reason)}. Kopieren oder erstellen Sie das Modell noch einmal.`,
  notAFile: 'es ist keine Datei',
  notJson: 'es ist kein JSON',
  wrongField: ({ field, reason }) => `${field} ist falsch (${reason})`,
  otherField: ({ field, reason }) => `${field} ist falsch: ${reason}`,
  wrong: ({ reason }) => `es ist falsch (${reason})`,
  missingField: ({ field }) => `${field} fehlt`,
  unknownField: ({ field }) => `${field} ist kein bekanntes Feld`,
  tooLarge: ({ path, bytes, limit }) =>
    `${path} hat ${bytes} Bytes, gelesen werden höchstens ${limit}: Das ist kein Modell dieser Art.`,
  wrongHash: ({ path }) =>
    `${path} ist nicht die Datei, mit der das Modell entstand (andere SHA-256): Sie wurde geändert oder abgeschnitten. Kopieren oder importieren Sie das Modell noch einmal.`,
  missing: ({ path }) => `${path} fehlt. Kopieren Sie den ganzen Ordner des Modells noch einmal.`,
  unreadable: ({ path, code }) => `${path} lässt sich nicht lesen (${code}).`,
  linkOut: ({ path }) => `${path} ist ein Link aus seinem Ordner hinaus. Legen Sie die Datei selbst dorthin.`,
  notImported: ({ path }) =>
    `${path} wurde nicht importiert, also nie ausprobiert. Verschieben Sie es an einen anderen Ort und importieren Sie es von dort.`,
  isHere: ({ path, title }) => `${path} ist schon da, als ${title}.`,
  cannotWrite: ({ path, code }) => `${path} lässt sich nicht schreiben (${code}).`,
  diskFull: 'der Datenträger ist voll',
  nameTaken: ({ path }) => `${path} ist schon da. Wählen Sie einen anderen Namen für das Modell.`,
  newerFormat: ({ path, format, known }) =>
    `${path} hat das Format ${format}, und dieses Deltascribe liest Format ${known}: Das Modell gehört zu einer neueren Version. Aktualisieren Sie Deltascribe.`,
  noneOfName: ({ path }) =>
    `${path} ist nicht da: Kein Modell hat diesen Namen. Wählen Sie ein anderes Modell.`,
  sameId: ({ path, id, other }) =>
    `${path} hat dieselbe Kennung (${id}) wie ${other}. Entfernen Sie eines von beiden.`,
  wrongManifest: ({ path, reason }) =>
    `${path} beschreibt das Netz nicht: ${clause(reason)}. Berichtigen Sie dieses Feld.`,
  wrongNetwork: ({ path, reason }) => `${path} tut nicht, was seine Beschreibung sagt: ${clause(reason)}.`,
  notTrained: ({ path }) =>
    `${path} ist ein eigenes Netz. Es schlägt vor; trainiert oder gemessen wird es hier nicht. Wählen Sie ein anderes Modell.`,
  otherFamily: ({ path, family, wanted }) =>
    `${path} ist ein Modell der Familie ${family}, und hier wird ${wanted} gebraucht. Wählen Sie ein anderes Modell.`,
  unknownFamily: ({ path, family }) =>
    `${path} ist ein Modell der Familie ${family}, die hier nicht bekannt ist. Aktualisieren Sie Deltascribe, oder wählen Sie ein anderes Modell.`,
  otherVersion: ({ path, reason }) =>
    `${path} passt nicht zu dieser Version von Deltascribe (${reason}): Eine andere hat es erstellt, oder es gehört zu einer anderen Familie. Erstellen Sie das Modell neu, durch Feinabstimmung eines Modells, das sich öffnen lässt.`,
  detectorMissing: ({ path, detector }) =>
    `${path} liest die Merkmale des Detektors ${detector}, der in diesem Deltascribe fehlt. Führen Sie npm ci und npm run build aus, wo die Registry erreichbar ist.`,
  notDeleted: ({ path }) => `${path} wurde nicht gelöscht, oder vor mehr als einer Woche.`,
  placeTaken: ({ path }) => `${path} ist schon da: Ein anderes Modell hat diesen Platz eingenommen.`,
  cannotMove: ({ path, code }) => `${path} lässt sich nicht verschieben (${code}).`,
  notANumber: ({ path }) => `${path} ist beschädigt: Was es zu einem Paar angibt, ist keine Zahl.`,
  unusable: ({ path, reason }) => `Das Modell in ${path} ist nicht verwendbar: ${reason}`,
  cannotBeOpened: ({ reason }) => `Das Modell lässt sich nicht öffnen: ${reason}`,
  none: ({ id }) => `Es gibt kein Modell mit dem Namen ${id}.`,
  shippedNotRenamed: ({ id }) => `${id} kommt mit Deltascribe und lässt sich nicht umbenennen.`,
  shippedNotDeleted: ({ id }) => `${id} kommt mit Deltascribe und lässt sich nicht löschen.`,
  titleTaken: ({ title }) => `Ein anderes Modell heißt ${title}. Wählen Sie einen anderen Namen.`,
  inUse: ({ id }) =>
    `${id} schlägt gerade vor. Setzen Sie zuerst ein anderes Modell ein oder wechseln Sie zurück.`,
  renamed: ({ given, id }) => `Ein anderes Modell heißt ${given}: Dieses heißt ${id}.`,
  notPromoted: ({ id, reason }) => `${id} lässt sich nicht einsetzen: ${clause(reason)}.`,
  noSuch: 'ein solches Modell gibt es nicht',
  nothingBefore: 'Vorher war nichts eingesetzt, also gibt es nichts, wohin sich zurückwechseln ließe.',
  fasterOnCpu: ({ name, provider, factor }) =>
    `Vorschläge von ${name} entstehen hier auf der CPU: ${provider} braucht ${factor.replace('.', ',')}-mal so lange.`,
  deviceDiffers: ({ name, provider }) =>
    `Vorschläge von ${name} entstehen hier auf der CPU: ${provider} ergab für dasselbe Paar eine andere Maske oder einen anderen Wert.`,
  halfPrecision: ({ name, provider, factor }) =>
    `Vorschläge von ${name} entstehen auf ${provider} in halber Genauigkeit, ${factor.replace('.', ',')}-mal so schnell wie in voller.`,
  noHalfPrecision: ({ name, provider, reason }) =>
    `Vorschläge von ${name} bleiben auf ${provider} in voller Genauigkeit: ${clause(reason)}.`,
  halfDiffers: ({ by }) => `In halber Genauigkeit weicht ein Vorschlag um ${by.replace('.', ',')} ab`,
  fewerAtOnce: ({ provider, pairs, fewer, reason }) =>
    `${provider} scheitert an ${pairs} Paaren zugleich, von jetzt an sind es ${fewer}: ${clause(reason)}.`,
  segmentFailed: ({ provider, reason }) => `Segment Anything ist auf ${provider} nicht verwendbar: ${reason}`,
  notSegmentAnything: ({ path, reason }) =>
    `${path} ist kein Modell Segment Anything 2 wie erwartet: ${clause(reason)}.`,
  replacedMeanwhile: 'Das Modell wurde inzwischen entfernt oder ersetzt.',
}
