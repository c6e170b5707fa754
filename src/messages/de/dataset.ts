import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted, number } = spellingOf('de')
const PAIRS = { one: 'Paar', other: 'Paare' }

export const formats: MessagesOf<'formats'> = {
  levirMci:
    'Beschreibung und Segmentierung von Änderungen in einem: für Change-Agent, RSICCformer und ihre Nachfolger.',
  coco: 'Instanzen mit Masken als Lauflängen, und Bildunterschriften: für pycocotools, Detectron2, MMDetection und CVAT.',
  qwenVl:
    'Zwei Bilder und eine Frage je Beispiel: für die Feinabstimmung von Qwen-VL, LLaMA-Factory und ms-swift.',
  llava:
    'Zwei Bilder und eine Frage je Beispiel, mit einer Liste der Bilder je Eintrag: für LLaVA-NeXT und seine Nachfolger.',
  huggingFace:
    'Bilder als Dateien und eine Liste von Metadaten je Aufteilung: für die Bibliothek „datasets“.',
  parquet:
    'Bilder, Masken und Bildunterschriften in Parquet-Dateien: für jede Version der Bibliothek „datasets“, und im Hub zu sehen.',
  labelStudio:
    'Aufgaben mit gemalten Masken und Bildunterschriften, und die Oberfläche dafür: zum Arbeiten in Label Studio.',
  abFolders:
    'Bilder und Masken gleichen Namens in drei Ordnern je Aufteilung: für die meisten Programme zur Änderungserkennung.',
  spotTheDiff:
    'Zwei Bilder, ihre Differenz und freie Sätze: für VisualRelationships und andere Programme, die Änderungen beschreiben.',
  editingRequest:
    'Ein Bild, seine bearbeitete Fassung und was verlangt wurde: für VisualRelationships und seine Nachfolger.',
  clevrChange:
    'Tripel aus einem Bild davor, einem geänderten und einem unveränderten danach: für RobustChangeCaptioning und seine Nachfolger.',
  webDataset:
    'Teile mit Beispielen in tar-Dateien, zum Lesen im Strom: für WebDataset, torchdata und Hugging Face datasets.',
  geoJson: 'Polygone in Länge und Breite, für georeferenzierte Paare: für QGIS, ArcGIS und GeoPandas.',
  geoPackage: 'Polygone in den Koordinaten der Bilder, eine Ebene je System: für QGIS, ArcGIS und GeoPandas.',
  labelGeoTiff:
    'Ein Raster von Klassennummern je Paar, an seinem Platz auf der Karte: für QGIS, GDAL und Code zur Segmentierung.',
  nifti: 'Volumen mit Klassennummern am Platz der NIfTI-Dateien: für 3D Slicer, ITK-SNAP, FSL und MONAI.',
  dicomSeg:
    'Segmentierungsobjekte, die auf DICOM-Dateien verweisen: für 3D Slicer, OHIF und Archive von Kliniken.',
  shapefile: 'Polygone in den Koordinaten der Bilder, eine Datei je System: für jedes Kartenprogramm.',
  mergedMasks: ({ count }) =>
    `${counted(count, { one: 'Paar hat', other: 'Paare haben' })} mehrere Regionen in einer Maske.`,
  categoriesLost: ({ names }) => `Kategorien bleiben nicht erhalten: ${names}.`,
  categoriesPartly: ({ names }) => `Kategorien bleiben nur erhalten, soweit das Format sie hat: ${names}.`,
  beforeMasksLost: ({ count }) =>
    `${counted(count, { one: 'Maske im Bild davor bleibt', other: 'Masken in Bildern davor bleiben' })} nicht erhalten.`,
  beforeMasksBoxes: ({ count }) =>
    `${counted(count, { one: 'Maske im Bild davor wird zum Rechteck', other: 'Masken in Bildern davor werden zu Rechtecken' })}.`,
  scoresLost: ({ count }) =>
    `${counted(count, { one: 'Wert einer Region bleibt', other: 'Werte von Regionen bleiben' })} nicht erhalten.`,
  regionOriginsLost: ({ count }) =>
    `${counted(count, { one: 'Region verliert', other: 'Regionen verlieren' })} ihre Herkunft: Wieder eingelesen gelten alle als importiert.`,
  originsLost: ({ count }) =>
    `${counted(count, { one: 'Region oder Bildunterschrift verliert', other: 'Regionen und Bildunterschriften verlieren' })} ihre Herkunft: Wieder eingelesen gelten alle als importiert.`,
  captionsLost: ({ count }) =>
    `${counted(count, { one: 'Bildunterschrift nach der fünften steht', other: 'Bildunterschriften nach der fünften stehen' })} nicht in der Liste.`,
  valuesLost:
    'Übereinandergelegte Bilder werden zu RGB-Bildern mit 8 Bit: Werte von mehr als 8 Bit bleiben nicht erhalten, ebenso wenig andere Kanäle als die drei gezeigten.',
}

export const exports: MessagesOf<'exports'> = {
  maskSize: ({ maskWidth, maskHeight, width, height }) =>
    `Eine Maske hat ${maskWidth} x ${maskHeight} Pixel, das Bild ${width} x ${height}: Wurde das Bild ersetzt?`,
  noProposal: 'Es gibt noch keinen Vorschlag, und niemand hat gesagt, dass sich nichts geändert hat',
  noVolume: 'das Danach-Bild ist keine NIfTI-Datei',
  noDicom: 'das Danach-Bild ist keine DICOM-Datei',
  noInstance: 'die DICOM-Datei hat keine UID, auf die eine Segmentierung verweisen könnte',
  noCaption: 'Es gibt Regionen und keine Bildunterschrift: Schreiben Sie eine',
  noChosenCaption:
    'Keine der Bildunterschriften wurde von einem Menschen geschrieben oder bearbeitet: Schreiben Sie eine, oder wählen Sie alle Bildunterschriften',
  noWord: 'Keine der Bildunterschriften enthält ein Wort',
  captionLength: 'Keine der Bildunterschriften hat 1 bis 39 Wörter, für die das Ladeprogramm Platz hat',
  sizeChanged: ({ size, known }) =>
    `Das Bild danach hat jetzt ${size} Pixel und hatte bei der Prüfung ${known}`,
  twoSizes: ({ before, after }) =>
    `Das Format verlangt eine Größe für beide Bilder: davor ${before} Pixel, danach ${after}`,
  laidOver: ({ count }) =>
    `Übereinandergelegt: ${counted(count, PAIRS)}. Die Bilder werden auf ihrem gemeinsamen Raster neu als RGB-PNG mit 8 Bit geschrieben, auch wenn Links gewünscht waren.`,
  ownGrid: 'Seine Bilder sind übereinandergelegt, und das Bild davor wäre nicht das des geänderten Paares',
  links:
    'Bilder sind Verweise auf ihren Ort: Um diesen Ordner wieder zu importieren, nennen Sie auch deren Ordner.',
  copied: ({ count }) =>
    `Kopiert, da zwischen diesen Datenträgern keine Links möglich sind: ${counted(count, { one: 'Bild', other: 'Bilder' })}.`,
  largeList: ({ name, mebibytes }) =>
    `${name} ist größer als ${number(mebibytes)} MiB, also kann dieses Programm die Datei nicht wieder importieren: Exportieren Sie dafür weniger Paare auf einmal.`,
  emptySplits: ({ names }) =>
    `Kein Paar fällt in ${names}: Legen Sie Paare in Ordner dieser Namen, um es selbst zu bestimmen.`,
  otherSplits: ({ count, names }) =>
    `${counted(count, {
      one: `Paar hat eine Aufteilung mit anderem Namen (${names}) und kam`,
      other: `Paare haben Aufteilungen mit anderem Namen (${names}) und kamen`,
    })} durch Zufall zu train, val oder test.`,
  splitsByTraining: ({ heldOut, trained }) =>
    `Das Training dieses Projekts bestimmt die Aufteilung: test für ${counted(heldOut, { one: 'zurückgehaltenes Paar', other: 'zurückgehaltene Paare' })}, train oder val für ${counted(trained, { one: 'Paar, mit dem trainiert wurde', other: 'Paare, mit denen trainiert wurde' })}.`,
  splitsAgainstTraining: ({ count }) =>
    `${counted(count, {
      one: 'Paar hat eine Aufteilung der Quelle, an die',
      other: 'Paare haben Aufteilungen der Quelle, an die',
    })} sich das Training dieses Projekts nicht hält: Es wurde mit Paaren aus test trainiert oder hält andere zurück.`,
  splitsChanged: ({ count }) =>
    `${counted(count, {
      one: 'Paar hat eine andere Aufteilung',
      other: 'Paare haben andere Aufteilungen',
    })} als in einem früheren Export, da die Quelle oder das Training es jetzt so bestimmt.`,
  splitsNotKept:
    'Spätere Exporte teilen diese Paare vielleicht anders auf: Nichts wird gespeichert, solange ein anderes Programm das Projekt geöffnet hat.',
  splitsNotStored: ({ reason }) =>
    `Spätere Exporte teilen diese Paare vielleicht anders auf, da ihre Aufteilung nicht gespeichert werden konnte: ${clause(reason)}.`,
  rejectedCaptions: ({ count, names }) =>
    `${counted(count, {
      one: 'Paar hat eine Bildunterschrift, deren Worte',
      other: 'Paare haben Bildunterschriften, deren Worte',
    })} eine abgelehnte Region meinen (${names}): Sie werden geschrieben, wie sie sind. Prüfen zeigt die Worte.`,
  unchosenCaptions: ({ count }) =>
    `${counted(count, { one: 'Bildunterschrift bleibt', other: 'Bildunterschriften bleiben' })} nach der Wahl der Bildunterschriften weg.`,
  barePairs: ({ count, names }) =>
    `${counted(count, { one: 'Paar hat', other: 'Paare haben' })} keine Bildunterschrift, die ein Mensch geschrieben oder bearbeitet hat (${names}), und ${count === 1 ? 'wird wie eines' : 'werden wie Paare'} ohne Bildunterschrift geschrieben.`,
  splitsOr: ({ first, second }) => `${first} oder ${second}`,
  unsegmentedCaptions: ({ count }) =>
    `${counted(count, { one: 'Bildunterschrift hat', other: 'Bildunterschriften haben' })} keine Leerzeichen zwischen Wörtern, wie im Chinesischen oder Japanischen: Das Ladeprogramm nimmt, was zwischen Leerzeichen steht, für ein Wort und lernt daraus fast nichts. Segmentieren Sie sie erst in Wörter.`,
  changeOnly: 'Masken unterscheiden nur Änderung und keine Änderung: Kategorien bleiben zurück.',
  requests: ({ count, sentence }) =>
    `Paare ohne Änderung und ohne Bildunterschrift: ${number(count)}. Ihr Auftrag lautet „${sentence}“.`,
  capitalA: ({ path }) =>
    `Das Ladeprogramm von LEVIR-MCI ersetzt jedes große A eines Pfads, und ${path} enthält eines: Geben Sie ihm einen relativen Pfad, oder verschieben Sie den Ordner an einen Pfad ohne großes A.`,
  manySizes: ({ count }) =>
    `Die Bilder haben ${count} Größen, und das Ladeprogramm von LEVIR-MCI fasst nur gleiche zusammen: Verwenden Sie eine Stapelgröße von 1.`,
  asBuilding: ({ names }) =>
    `LEVIR-MCI kennt nur Straßen und Gebäude; als Gebäude (255) geschrieben: ${names}.`,
  longCaptions: ({ count, first, words }) =>
    `${counted(count, { one: 'Bildunterschrift hat', other: 'Bildunterschriften haben' })} mehr als die ${words} Wörter, für die das Ladeprogramm von LEVIR-MCI Platz hat, und ${count === 1 ? 'bleibt' : 'bleiben'} weg, davon erste eines Paars: ${number(first)}.`,
  noUnchanged: ({ count, total, sentence }) =>
    `Bilder davor ohne unverändertes Paar: ${count} von ${total}. In nsc_images steht für jedes eine Kopie des Bildes davor, mit der Bildunterschrift „${sentence}“: Über Änderungen allein von Ansicht und Licht lässt sich daraus nichts lernen.`,
  noType: ({ count, total }) =>
    `In keiner Liste von type_mapping.json: ${count} von ${total} geänderten Paaren, da die Kategorien ihrer Regionen nicht alle color, material, add, drop oder move sind.`,
  boxFrame:
    'evaluate_pointing.py nimmt an, dass alle Bilder 480 x 360 Pixel haben, und einige haben andere: Setzen Sie IMAGE_SIZE, bevor Sie Rechtecke bewerten.',
  captionRoom: ({ count, most }) =>
    `preprocess_captions.py hat Platz für die ${count} Wörter der längsten Bildunterschrift mit Änderung und bricht bei einer ohne Änderung mit ${most} ab: Kürzen Sie diese, oder beschreiben Sie eine Änderung mit mehr Wörtern.`,
  stoppedBefore:
    'Ein Export in diesen Ordner war gestoppt worden; seine Paare haben sich seitdem geändert, daher begann dieser neu.',
  otherChoice:
    'Ein Export in diesen Ordner war gestoppt worden; er hatte eine andere Auswahl, daher begann dieser neu.',
  wentOn: ({ count }) =>
    `Ein gestoppter Export ging weiter: ${counted(count, { one: 'Paar war', other: 'Paare waren' })} schon da.`,
  madeAnew: ({ count }) => `Seitdem geändert und neu geschrieben: ${counted(count, PAIRS)}.`,
  cancelled: 'Der Export wurde abgebrochen; nichts wurde geschrieben.',
  stopped: 'Der Export wurde gestoppt.',
  kept: ({ count }) =>
    `${counted(count, { one: 'Paar bleibt', other: 'Paare bleiben' })}: Derselbe Export geht von dort aus weiter.`,
  besideChanged:
    'Nichts hat sich darin geändert, und CLEVR-Change hat ein solches Paar nur neben einem geänderten mit demselben Bild davor',
  placeTaken:
    'Nichts hat sich darin geändert, und ein anderes solches Paar hat den Platz neben dem geänderten',
  notAbsolute: ({ path }) =>
    `${path} ist kein absoluter Pfad: Geben Sie den ganzen Pfad eines neuen Ordners an.`,
  notEmpty: ({ path }) => `${path} ist nicht leer: Wählen Sie einen neuen oder einen leeren Ordner.`,
  diskFull: ({ path }) =>
    `Der Datenträger von ${path} ist voll: Schaffen Sie Platz, oder wählen Sie einen anderen Datenträger.`,
  mayNotWrite: ({ path }) =>
    `${path} darf nicht beschrieben werden: Wählen Sie einen anderen Ordner, oder ändern Sie seine Zugriffsrechte.`,
  isAFile: ({ path }) => `${path} ist eine Datei: Wählen Sie einen neuen Ordner.`,
  longPath: ({ path }) => `${path} ist ein zu langer Pfad: Wählen Sie einen Ordner weiter oben.`,
  noneInStates: ({ states }) =>
    `Kein Paar ist in diesen Zuständen (${states}): Prüfen Sie zuerst einige Paare, oder wählen Sie andere Zustände.`,
  onlyPair: ({ title }) => `Das einzige Paar kann nicht als ${title} geschrieben werden.`,
  noPairFits: ({ count, title }) => `Keines der ${number(count)} Paare kann als ${title} geschrieben werden.`,
  onePair: ({ key, reason }) => `${key}: ${clause(reason)}.`,
  manyPairs: ({ key, count, reason }) => `${key} und ${number(count)} weitere: ${clause(reason)}.`,
  otherReasons: ({ count }) => `Andere Gründe: ${number(count)}.`,
}

export const imports: MessagesOf<'imports'> = {
  cancelled: 'Der Import wurde abgebrochen; nichts wurde geschrieben.',
  nothingTaken: ({ path, format }) => `In ${path} lässt sich nichts als ${format} lesen.`,
  unknownFormat: ({ path }) =>
    `${path} hat keines der Formate, die gelesen werden: Nennen Sie das Format, um den Grund zu sehen.`,
  noPairs: 'Es wurden keine Bildpaare gefunden: Das Handbuch nennt die Anordnungen, die erkannt werden.',
  importedFrom: ({ name }) => `Importiert aus ${name}.`,
  replace: ({ name, count }) =>
    `${counted(count, { one: 'Paar hat', other: 'Paare haben' })} Vorschläge mit dem Namen ${name} aus einem früheren Import. Nichts wurde gespeichert: Lassen Sie sie ersetzen, oder geben Sie einen anderen Namen an.`,
  nothingStored: 'Der Import wurde abgebrochen; nichts wurde gespeichert.',
  partlyStored: ({ done, total }) =>
    `Der Import wurde abgebrochen: ${number(done)} von ${number(total)} Vorschlägen wurden gespeichert. Importieren Sie noch einmal, um sie zu ersetzen.`,
  listNotWritten: ({ path, reason }) => `Die Liste ${path} lässt sich nicht schreiben (${clause(reason)}).`,
  noRegion: ({ count, format }) =>
    `Keine der ${number(count)} Vorhersagen hat eine Region, gelesen als ${format}. Wenn sie Masken haben, nennen Sie ein anderes Format.`,
  moreProblems: ({ count }) =>
    `Es gibt ${number(count)} weitere Probleme: Prüfen Sie den Ordner, um alle zu sehen.`,
}
