import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const packs: MessagesOf<'packs'> = {
  noSpaceFor: ({ path }) =>
    `Für ${path} ist kein Platz mehr. Schaffen Sie Platz und installieren Sie das Zusatzmodell noch einmal.`,
  noSpace: ({ path, free, needed }) =>
    `In ${path} sind ${free} frei, gebraucht werden ${needed}. Schaffen Sie Platz und installieren Sie das Zusatzmodell noch einmal.`,
  cannotWrite: ({ path, reason }) => `${path} lässt sich nicht schreiben: ${clause(reason)}.`,
  cannotBeRead: ({ path, reason }) => `${path} lässt sich nicht lesen: ${clause(reason)}.`,
  asksToWait: ({ host, wait, status }) =>
    `${host} ist beschäftigt und bittet um eine Pause (${wait}, Status ${status}). Das Empfangene bleibt: Installieren Sie das Zusatzmodell danach noch einmal.`,
  isBusy: ({ host, status, url }) =>
    `${host} ist beschäftigt oder gestört (Status ${status}, ${url}). Installieren Sie das Zusatzmodell später noch einmal.`,
  wantsLogin: ({ host, status, url }) =>
    `${host} verlangt eine Anmeldung (Status ${status}, ${url}). Holen Sie das Zusatzmodell auf anderem Weg und installieren Sie es aus der Datei.`,
  hasNot: ({ host, status, url }) =>
    `${host} hat die Datei nicht (Status ${status}, ${url}). Holen Sie das Zusatzmodell auf anderem Weg und installieren Sie es aus der Datei.`,
  refuses: ({ host, status, url }) =>
    `${host} lehnt ab (Status ${status}, ${url}). Holen Sie das Zusatzmodell auf anderem Weg und installieren Sie es aus der Datei.`,
  wrongPart: ({ url, bytes, name }) =>
    `${url} hat einen anderen Teil gesendet als verlangt, wo ${bytes} Bytes erwartet werden: Das ist nicht die angekündigte Datei ${name}. Nichts wurde installiert.`,
  wrongLength: ({ url, length, bytes, name }) =>
    `${url} hat ${length} Bytes gesendet, wo ${bytes} erwartet werden: Das ist nicht die angekündigte Datei ${name}. Nichts wurde installiert.`,
  wrongDigest: ({ name, found, expected }) =>
    `${name} ist nicht die angekündigte Datei (SHA-256 ${found}…, erwartet wird ${expected}…). Das Empfangene wurde gelöscht, und nichts wurde installiert.`,
  unreachable: ({ host, reason }) =>
    `${host} ist nicht erreichbar (${reason}). Prüfen Sie die Verbindung und den Proxy in den Einstellungen, oder installieren Sie das Zusatzmodell aus einer Datei.`,
  nothingCame: 'es kam nichts mehr',
  answersStatus: ({ status }) => `Antwort mit Status ${status}`,
  busyStatus: ({ status }) => `beschäftigt, Status ${status}`,
  keptForNext: 'Abgebrochen. Das Empfangene bleibt für das nächste Mal.',
  noDigest: ({ name, host }) =>
    `${name} hat keine Prüfsumme in der Liste und wird daher nur über https geholt; ${host} wird über http erreicht.`,
  otherDigest: ({ host, name, found, expected }) =>
    `${host} nennt für ${name} jetzt eine andere Prüfsumme als bei der ersten Installation (SHA-256 ${found}…, damals ${expected}…). Dateien eines Commits ändern sich nie, daher wurde nichts geholt.`,
  tooLong: ({ host, name, length, bytes }) =>
    `${host} hat ${length} Bytes für ${name}, mehr als doppelt so viele wie die angekündigten ${bytes}. Nichts wurde geholt.`,
  otherCommit: ({ host, commit }) => `${host} antwortet für einen anderen Commit als ${commit}.`,
  saysNothing: ({ host, name }) =>
    `${host} nennt für ${name} weder SHA-256 noch Länge, daher lässt sich die Datei nicht prüfen. Nichts wurde geholt.`,
  longerThanMay: ({ name }) => `${name} ist länger, als eine Datei ohne SHA-256 sein darf.`,
  otherBytes: ({ name }) => `${name} hat andere Bytes, als der Hub angibt. Nichts wurde behalten.`,
  unpacksTo: ({ path, bytes }) => `${path} wird entpackt größer als ${bytes} Bytes.`,
  lacks: ({ path, names }) => `${path} enthält ${names} nicht.`,
  in: ({ name, path }) => `${name} in ${path}`,
  lengthDiffers: ({ name, length, bytes }) =>
    `${name} hat ${length} Bytes, wo ${bytes} erwartet werden. Nichts wurde installiert.`,
  notWhole: ({ path, reason }) =>
    `${path} ist kein vollständiges Archiv: ${clause(reason)}. Nichts wurde installiert.`,
  nothingWritten: ({ reason }) => `${reason} Nichts wurde geschrieben.`,
  isThere: ({ path }) => `${path} ist schon da. Nennen Sie eine andere Datei.`,
  otherPack: ({ path, found, wanted }) =>
    `${path} enthält das Zusatzmodell ${found}, gewünscht ist ${wanted}.`,
  named: ({ id, version }) => `${id}, Version ${version}`,
  saysNoDigest: ({ path, name, id }) =>
    `${path} nennt keine Prüfsumme für ${name}, daher lässt sich die Datei nicht prüfen. Schreiben Sie eine mit „deltascribe models pack ${id}“ auf einem Rechner, der das Zusatzmodell hat.`,
  saysOtherDigest: ({ path, name }) =>
    `${path} nennt für ${name} eine andere Prüfsumme als bei der ersten Installation. Nichts wurde installiert.`,
  recordsDamaged: ({ path }) =>
    `${path} ist beschädigt, daher lässt sich nichts vergleichen. Stellen Sie die Datei wieder her, oder löschen Sie sie, um dem Hub neu zu vertrauen.`,
  addedElsewhere: ({ id }) => `Ein anderes Programm (Prozess ${id}) installiert dieses Zusatzmodell gerade.`,
  noTarball: ({ url }) => `Die Antwort der Registry bei ${url} nennt kein Archiv.`,
  notUsed: ({ title, problem }) =>
    `${title} wird nicht verwendet: ${problem} Entfernen Sie es und installieren Sie es noch einmal.`,
  onlyAgreed: ({ title, version, licence }) =>
    `${title}, Version ${version}, wird erst geholt, wenn Sie seiner Lizenz zugestimmt haben (${licence}).`,
  isAdded: ({ title }) => `${title} wird gerade installiert: Brechen Sie das zuerst ab.`,
  none: ({ id, ids }) => `Es gibt kein Zusatzmodell „${id}“. Vorhanden sind: ${ids}.`,
  sam2Limits:
    'Es umrandet Dinge und sagt nicht, was sie sind. Dünne Teile und weiche Kanten werden ungenau. Es arbeitet an einer Kopie des Bildes mit 1024 x 1024 Pixeln.',
  sam2Data:
    'SA-1B (eigene Forschungslizenz), SA-V (CC BY 4.0) und Bilder von Meta, die nicht öffentlich sind',
  captionLimits:
    'Nur Englisch. Es wurde nicht darauf trainiert, zwei Bilder zu vergleichen, und kann eines davon beschreiben oder eine Änderung erfinden. Jedes Bild wird als ein Quadrat von 512 x 512 Pixeln gesehen.',
  notMeasured:
    'Nicht von uns gemessen: Nur ein künstliches Modell derselben Form wurde ausprobiert. Wie gut es beschreibt und wie lange es braucht, ist nicht bekannt.',
  cauldronData: 'The Cauldron und Docmatix: Sammlungen mit mehreren Lizenzen, die auf ihren Seiten stehen',
  videoData: 'zwölf Sammlungen von Bildern und Videos mit mehreren Lizenzen, die auf seiner Seite stehen',
  notInstalled: ({ id }) => `Das Zusatzmodell ${id} ist nicht installiert.`,
  otherManifest: ({ path, id }) =>
    `${path} gehört nicht zum Zusatzmodell ${id}. Installieren Sie es noch einmal.`,
  isMissing: ({ path }) => `${path} fehlt.`,
  hasBytes: ({ path, length, bytes }) => `${path} hat ${length} Bytes, wo ${bytes} erwartet werden.`,
  wasChanged: ({ path }) => `${path} wurde geändert: Die SHA-256 ist nicht die angekündigte.`,
  unreadableFile: ({ reason }) => `Eine der Dateien lässt sich nicht lesen: ${clause(reason)}.`,
  lost: ({ host, reason, arrived, all }) =>
    `Die Verbindung zu ${host} brach nach ${arrived} von ${all} ab (${reason}). Das Empfangene bleibt: Installieren Sie das Zusatzmodell noch einmal, um dort weiterzumachen.`,
}
