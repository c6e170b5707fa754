import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const shell: MessagesOf<'shell'> = {
  fileMenu: 'Datei',
  editMenu: 'Bearbeiten',
  viewMenu: 'Ansicht',
  windowMenu: 'Fenster',
  about: 'Über Deltascribe',
  services: 'Dienste',
  hide: 'Deltascribe ausblenden',
  hideOthers: 'Andere ausblenden',
  showAll: 'Alle einblenden',
  quit: 'Beenden',
  close: 'Fenster schließen',
  cut: 'Ausschneiden',
  copy: 'Kopieren',
  paste: 'Einfügen',
  selectAll: 'Alles auswählen',
  fullScreen: 'Vollbild',
  developerTools: 'Entwicklerwerkzeuge',
  minimize: 'Minimieren',
  zoom: 'Zoomen',
  hasToClose: 'Deltascribe muss beendet werden',
  pageStopped: ({ reason }) =>
    `Die Seite endete wieder, gleich nachdem sie geladen war (${clause(reason)}). Was gespeichert war, ist sicher.`,
}

const SENT_TO_MACHINE = `Für jedes Paar, zu dem ein Vorschlag entsteht, wird gesendet:
- beide Bilder des Paars, wie sie sind
- das Modell, das vorschlägt, falls es dort noch fehlt
- Namen, die Sie Regionen gegeben haben, falls Namen eingeschaltet sind

Alles bleibt dort in einem Cache-Ordner Ihres Kontos, bis anderes den Platz braucht. Ihre Bildunterschriften und Masken werden nicht gesendet.`

const SENT = `Mit jeder Frage zu einem Paar sendet Deltascribe:
- beide Bilder des Paars, mit umrandeten geänderten Regionen
- die Anweisung, mit den Regionen in Worten
- den Namen des Modells und den API-Schlüssel, falls es einen gibt

Dateinamen, Ordner und andere Paare werden nicht gesendet.`

export const questions: MessagesOf<'questions'> = {
  folder: 'Diesen Ort verwenden?',
  folderDetail: ({ path }) =>
    `${path}\n\nEr wurde eingetippt und nicht in einem Dialog gewählt. Deltascribe wird dort lesen und schreiben.`,
  folderYes: 'Verwenden',
  folderNo: 'Nicht verwenden',
  network: 'Zusatzmodelle über diese Adressen holen?',
  networkDetail: ({ addresses }) =>
    `${addresses}\n\nWer sie betreibt, sieht, welche Zusatzmodelle Sie holen. Was kommt, wird mit seiner SHA-256-Prüfsumme geprüft.`,
  networkYes: 'Verwenden',
  networkNo: 'Nicht verwenden',
  bucket: ({ origin }) => `Einen Bucket von ${origin} lesen?`,
  bucketDetail: ({ address }) =>
    `${address}\n\nAnfragen werden mit Ihren Zugangsdaten für Buckets signiert. Wer den Server betreibt, sieht den Namen des Schlüssels, nie sein Geheimnis, und welche Bilder Sie ansehen.`,
  bucketYes: 'Lesen',
  bucketNo: 'Nicht lesen',
  machine: ({ host }) => `Bilder und Modelle an ${host} senden?`,
  machineDetail: ({ command }) =>
    `Deltascribe meldet sich dort über SSH mit Ihrem Konto an und startet:\n${command}\n\n${SENT_TO_MACHINE}`,
  sentToMachine: SENT_TO_MACHINE,
  sending: ({ host }) => `Bilder an ${host} senden?`,
  publicDetail: ({ origin }) =>
    `${origin} liegt im öffentlichen Netz. Wer den Server betreibt, sieht, was gesendet wird, und kann es behalten.\n\n${SENT}`,
  networkServerDetail: ({ origin }) =>
    `${origin} liegt in Ihrem Netz, nicht auf diesem Rechner. Wer den Server betreibt, sieht, was gesendet wird, und kann es behalten.\n\n${SENT}`,
  sendYes: ({ host }) => `An ${host} senden`,
  sendNo: 'Nicht senden',
}
