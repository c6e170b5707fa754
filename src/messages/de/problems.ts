import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted, fixed } = spellingOf('de')

export const problems: MessagesOf<'problems'> = {
  missing: ({ name }) => `${name} ist nicht da: Die Datei wurde verschoben, umbenannt oder gelöscht`,
  notAFile: ({ name }) => `${name} ist keine Datei: Legen Sie ein Bild dorthin`,
  empty: ({ name }) => `${name} ist leer (0 Bytes): Kopieren Sie die Datei noch einmal von ihrer Quelle`,
  tooManyBytes: ({ name, gibibytes }) =>
    `${name} hat ${fixed(gibibytes, 1)} GiB; die Grenze ist 1,75 GiB: Teilen Sie das Bild in Kacheln`,
  tooManyPixels: ({ name, width, height }) =>
    `${name} hat ${width} x ${height} Pixel; die Grenze sind 134 Megapixel (89 bei 16 Bit): Teilen Sie das Bild in Kacheln`,
  notInParts: ({ name }) =>
    `${name} ist zu groß, um ganz gelesen zu werden, und lässt sich nicht in Teilen lesen: Speichern Sie es als TIFF mit Kacheln, aufrecht`,
  mayNotBeRead: ({ name }) => `${name} darf nicht gelesen werden: Ändern Sie die Zugriffsrechte der Datei`,
  cannotBeRead: ({ name, code }) =>
    `${name} lässt sich nicht lesen (${code}): Prüfen Sie den Datenträger der Datei`,
  otherKind: ({ name }) =>
    `${name} ist kein PNG-, JPEG-, WebP-, BMP-, TIFF-, DICOM- oder NIfTI-Bild: Wandeln Sie die Datei um, oder nehmen Sie sie aus dem Ordner`,
  incomplete: ({ name }) =>
    `${name} ist beschädigt oder unvollständig: Kopieren Sie die Datei noch einmal von ihrer Quelle`,
  changedMeanwhile: ({ name }) =>
    `${name} wurde ersetzt, während die Datei gelesen wurde: Versuchen Sie es noch einmal`,
  tiffCompression: ({ name, compression }) =>
    `${name} ist ein TIFF mit der Kompression ${compression}, die nicht gelesen wird: Speichern Sie das Bild als PNG oder als TIFF mit Deflate oder LZW`,
  dicomCompression: ({ name, compression }) =>
    `${name} ist eine DICOM-Datei mit der Kompression ${compression}, die nicht gelesen wird: Speichern Sie sie unkomprimiert`,
  noSuchSlice: ({ name, count }) =>
    `${name} ist keine Schicht der Datei, die in dieser Richtung ${counted(count, { one: 'Schicht', other: 'Schichten' })} hat: Wählen Sie eine andere`,
  noSuchRange: ({ from, to, first, last }) =>
    `Die Schichten ${from} bis ${to} können nicht hinzugefügt werden: Beide Dateien haben in dieser Richtung die Schichten ${first} bis ${last}, wie die Danach-Datei sie zählt.`,
  niftiParts: ({ name }) =>
    `${name} ist der Kopf eines NIfTI-Bildes in zwei Dateien, das nicht gelesen wird: Speichern Sie es als eine .nii-Datei`,
  niftiType: ({ name }) =>
    `${name} ist eine NIfTI-Datei mit einer Art von Werten, die nicht gelesen wird: Speichern Sie sie als ganze Zahlen mit bis zu 32 Bit oder als Gleitkommazahlen`,
  niftiSize: ({ name }) =>
    `${name} hat über 1 GiB Voxel, was nicht gelesen wird: Schneiden Sie die Datei in kleinere Volumen`,
  dicomColours: ({ name }) =>
    `${name} ist eine DICOM-Datei mit Farben, die nicht gelesen werden: Speichern Sie sie in Grau oder RGB`,
  dicomPixels: ({ name }) =>
    `${name} ist eine DICOM-Datei mit einer Art von Pixeln, die nicht gelesen wird: Speichern Sie sie mit 8 oder 16 Bit`,
  noDeepValues: 'Dieses Bild hat 8 Bit oder ist zu groß: Neben dem Bild selbst gibt es keine Werte.',
  tooFewBands: ({ name, band, count }) =>
    `${name} hat ${counted(count, { one: 'Kanal', other: 'Kanäle' })}, und für dieses Projekt ist Kanal ${band} gewählt: Wählen Sie bei der Prüfung andere Kanäle`,
  jpegBits: ({ name, bits }) =>
    `${name} ist ein JPEG mit ${bits} Bit je Wert, das nicht gelesen wird: Speichern Sie das Bild als PNG oder als gewöhnliches JPEG mit 8 Bit`,
  jpegArithmetic: ({ name }) =>
    `${name} ist ein JPEG mit arithmetischer Kodierung, das nicht gelesen wird: Speichern Sie das Bild als PNG oder als gewöhnliches JPEG mit 8 Bit`,
  jpegLossless: ({ name }) =>
    `${name} ist ein verlustfreies JPEG, das nicht gelesen wird: Speichern Sie das Bild als PNG oder als gewöhnliches JPEG mit 8 Bit`,
  jpegHierarchical: ({ name }) =>
    `${name} ist ein hierarchisches JPEG, das nicht gelesen wird: Speichern Sie das Bild als PNG oder als gewöhnliches JPEG mit 8 Bit`,
  maskSize: ({ name, maskWidth, maskHeight, width, height }) =>
    `${name} ist eine Maske von ${maskWidth} x ${maskHeight} Pixeln für ein Bild von ${width} x ${height}: Erstellen Sie sie neu in der Größe des Bildes`,
  twoSizes: ({ beforeWidth, beforeHeight, width, height }) =>
    `Die Bilder sind verschieden groß: davor ${beforeWidth} x ${beforeHeight}, danach ${width} x ${height} Pixel. Bringen Sie beide auf eine Größe.`,
  twoSizesApart: ({ beforeWidth, beforeHeight, width, height, reason }) =>
    `Die Bilder sind verschieden groß (davor ${beforeWidth} x ${beforeHeight}, danach ${width} x ${height} Pixel) und lassen sich nach der Karte nicht übereinanderlegen: ${clause(reason)}. Bringen Sie beide auf eine Größe.`,
  onAnotherMachine: ({ name }) => `${name} liegt auf einem anderen Rechner: Pfade beginnen im Ordner`,
  absolute: ({ name }) => `${name} ist ein absoluter Pfad: Pfade beginnen im Ordner`,
  leadsOut: ({ name }) => `${name} führt aus dem Ordner hinaus: Pfade dürfen kein .. enthalten`,
  zeroCharacter: ({ name }) => `${name} enthält ein Nullzeichen`,
  linkOutside: ({ name }) =>
    `${name} ist ein Link, der aus dem Ordner hinausführt: Legen Sie die Datei selbst dorthin`,
  damagedWork: ({ reason }) =>
    `Die Arbeit an diesem Paar lässt sich nicht lesen (doctor prüft das Projekt): ${reason}`,
  damagedRow: ({ what }) => `Im Projektspeicher ist ein Eintrag beschädigt (${what}).`,
  notAcceptable: ({ key, problem }) => `${key} lässt sich nicht annehmen: ${problem}`,
}
